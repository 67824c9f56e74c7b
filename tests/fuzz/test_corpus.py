"""The fuzz targets without a fuzzer: their corpus, and inputs mutated from it, the same ones each time."""

import random

import pytest

from fuzz.registry import CORPUS, TARGETS, check_of, seeds_of

MUTATED = 2500
INTERESTING = (0, 1, 2, 4, 10, 13, 32, 127, 128, 255)


def mutated(rng: random.Random, corpus: list[bytes]) -> bytes:
    """Return an input of the corpus after a few changes."""
    data = bytearray(rng.choice(corpus))
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(data))
        change = rng.randrange(5)
        if change == 0:
            data[at:at] = rng.randbytes(rng.randint(1, 8))
        elif change == 1:
            del data[at : at + rng.randint(1, 8)]
        elif change == 2:
            data[at : at + 1] = bytes((rng.choice(INTERESTING),))
        elif change == 3:
            other = rng.choice(corpus)
            data[at:] = other[rng.randint(0, len(other)) :]
        else:
            start = rng.randint(0, len(data))
            data[at:at] = data[start : start + rng.randint(1, 32)]
    return bytes(data)


def hold(target: str, data: bytes) -> None:
    """Check the invariant, and say for which input it does not hold."""
    try:
        check_of(target)(data)
    except BaseException as error:
        error.add_note(f"target {target}, input {data!r}")
        raise


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_and_what_is_like_it(target: str) -> None:
    """P1-P12: the invariant of the target's first line holds for all of it."""
    corpus = [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]
    for data in corpus:
        hold(target, data)
    rng = random.Random(target)
    for _ in range(MUTATED):
        hold(target, mutated(rng, corpus))


@pytest.mark.parametrize("target", TARGETS)
def test_the_seeds_are_in_the_corpus(target: str) -> None:
    """What `python -m fuzz corpus` would write is there, so that a new seed is not forgotten."""
    committed = {path.read_bytes() for path in (CORPUS / target).iterdir()}
    missing = [seed for seed in seeds_of(target) if seed not in committed]
    assert not missing, "run `python -m fuzz corpus`"
    assert 0 < len(committed) < 300


def test_an_unknown_target_is_refused() -> None:
    """A slip of the pen says what there is."""
    with pytest.raises(KeyError, match="the targets are session"):
        check_of("nothing")
