r"""A small shell: enough for the one-line scripts that are sent to guests, and a plain refusal of the rest.

It knows words and quotes, `$NAME`, `$1`, `$#`, `$@`, `$?`, `$$`, assignments, `;`, newlines, `&&`, `||`,
pipes, redirections to and from files, `>&2`, `2>&1`, comments, and exit, export, kill, umask, `:`. Whatever
else a shell knows, such as `if`, `$(...)`, `cd` or `*`, ends the script with status 2 and a line that says
so, before any of it is run: a guest that does something else than it was told would be worse than none.
"""

from __future__ import annotations

import re
import signal as signals
from typing import TYPE_CHECKING, NamedTuple

from purevirt.testing.simulator.agent.program import Exit
from purevirt.testing.simulator.units import digits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.agent.program import ProgramRun

__all__ = ["shell"]

_SYNTAX_ERROR, _NOT_EXECUTABLE, _NOT_FOUND = 2, 126, 127
_TOKEN = re.compile(
    r"""(?P<space>[ \t]+|\\\n) | (?P<comment>\#[^\n]*) | (?P<operator>&&|\|\||;|\||\n)
      | (?P<redirect>[012]?(?:>>|>&[12]|>|<))
      | (?P<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\;|&<>()`#]|(?<=\S)\#)+)""",
    re.VERBOSE | re.DOTALL,
)
_PART = re.compile(
    r"""'(?P<single>[^']*)'|"(?P<double>(?:\\.|[^"\\])*)"|\\(?P<escaped>.)|(?P<bare>[^'"\\]+)""", re.DOTALL
)
_VARIABLE = re.compile(r"\$(?:\{(\w+|[#?$@*])\}|(\w+|[#?$@*]))")
_OTHER_EXPANSION = re.compile(r"\$\{(?!(?:\w+|[#?$@*])\})")
_PATTERN = re.compile(r"[*?\[]|^~")
_ASSIGNMENT = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*)", re.DOTALL)
_UNKNOWN = frozenset(
    # what would be done wrong if it were taken for a program, or passed over
    (
        *("if", "for", "while", "until", "case", "function", "{", "}", "!", "[", "[[", "test", "printf"),
        *("cd", "set", "unset", "shift", "eval", "exec", "trap", "read", "wait", "local", ".", "source"),
        *("return", "break", "continue", "alias"),
    )
)


class _NotSimulated(Exception):
    """The script needs more of a shell than this one is."""


class _Command(NamedTuple):
    words: list[str]
    redirects: list[tuple[str, str]]


class _State:
    """What a running script has changed."""

    def __init__(self, run: ProgramRun, name: str, arguments: tuple[str, ...]) -> None:
        self.run = run
        self.name = name
        self.arguments = arguments
        self.variables = dict(run.env)
        self.exported = set(run.env)
        self.code = 0
        self.signal = 0
        self.is_over = False
        self.after_s = 0.0
        self.out = bytearray()
        self.err = bytearray()

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in self.variables.items() if name in self.exported}


def shell(run: ProgramRun) -> Exit:
    """Run `sh -c SCRIPT [NAME [ARGUMENT...]]`, `sh FILE [ARGUMENT...]`, or a script on standard input."""
    match run.argv[1:]:
        case ("-c", script, *rest):
            name, arguments = (rest[0], tuple(rest[1:])) if rest else (run.argv[0], ())
            stdin = run.stdin
        case () | ("-s",):
            script, name, arguments, stdin = run.stdin.decode("utf-8", "replace"), run.argv[0], (), b""
        case (path, *rest) if not path.startswith("-"):
            try:
                script = run.files.read(path).decode("utf-8", "replace")
            except OSError as error:
                return Exit(code=_NOT_FOUND, stderr=f"sh: {path}: {error.strerror}\n".encode())
            name, arguments, stdin = path, tuple(rest), run.stdin
        case _:
            return Exit(code=_SYNTAX_ERROR, stderr=f"sh: {run.argv[1]}: not simulated\n".encode())
    state = _State(run, name, arguments)
    try:
        _run_script(state, list(_parse(script)), stdin)
    except _NotSimulated as error:
        text = f"sh: the simulated guest's shell does not know {error}; give the guest a program of its own\n"
        return Exit(code=_SYNTAX_ERROR, stderr=text.encode())
    return Exit(
        code=state.code, signal=state.signal, stdout=bytes(state.out), stderr=bytes(state.err),
        after_s=state.after_s,
    )  # fmt: skip


def _parse(script: str) -> Iterator[tuple[str, list[_Command]]]:
    """Yield each pipeline with what stands before it: nothing, ; or && or ||."""
    joint = ";"
    pipeline: list[_Command] = []
    command = _Command([], [])
    waiting: str | None = None
    for kind, text in _tokens(script):
        if kind == "word":
            if waiting is not None:
                command.redirects.append((waiting, text))
                waiting = None
            else:
                command.words.append(text)
        elif waiting is not None:
            raise _NotSimulated(f"{waiting!r} without a file")
        elif kind == "redirect":
            if text.endswith(("&1", "&2")):
                command.redirects.append((text, ""))
            else:
                waiting = text
        else:
            if command.words or command.redirects:
                pipeline.append(command)
                command = _Command([], [])
            elif text in ("&&", "||", "|"):
                raise _NotSimulated(f"{text!r} here")
            if text == "|":
                continue
            if pipeline:
                yield joint, pipeline
                pipeline = []
                joint = ";" if text in (";", "\n") else text
            elif text != "\n":
                joint = text


def _tokens(script: str) -> Iterator[tuple[str, str]]:
    at = 0
    script += "\n"
    while at < len(script):
        found = _TOKEN.match(script, at)
        if found is None:
            raise _NotSimulated(repr(script[at : at + 10].split("\n")[0]))
        at = found.end()
        kind = found.lastgroup
        assert kind is not None
        if kind == "word":
            _check_word(found[0])
        if kind not in ("space", "comment"):
            yield kind, found[0]


def _check_word(raw: str) -> None:
    for part in _PART.finditer(raw):
        text = part["bare"] if part["bare"] is not None else part["double"]
        if text is None:
            continue
        if "$(" in text or "`" in text:
            raise _NotSimulated("substitution of commands")
        if _OTHER_EXPANSION.search(text):
            raise _NotSimulated(repr(text))
        if part["bare"] is not None and _PATTERN.search(_VARIABLE.sub("", text)):
            raise _NotSimulated(f"patterns of names, as in {text!r}")


def _run_script(state: _State, pipelines: list[tuple[str, list[_Command]]], stdin: bytes) -> None:
    for _, pipeline in pipelines:
        for command in pipeline:
            if command.words and command.words[0] in _UNKNOWN:
                raise _NotSimulated(repr(command.words[0]))
    for joint, pipeline in pipelines:
        if (joint == "&&" and state.code) or (joint == "||" and not state.code):
            continue
        data = stdin
        for place, command in enumerate(pipeline):
            data = _run_command(state, command, data)
            if place == len(pipeline) - 1:
                state.out += data
            if state.is_over:
                return


def _run_command(state: _State, command: _Command, stdin: bytes) -> bytes:
    """Run one command; return what it writes to where its output goes."""
    words = [word for raw in command.words for word in _expand(state, raw)]
    assigned: dict[str, str] = {}
    while (
        words
        and (found := _ASSIGNMENT.fullmatch(words[0]))
        and _ASSIGNMENT.match(command.words[len(assigned)])
    ):
        assigned[found["name"]] = found["value"]
        words.pop(0)
    try:
        stdin = _input(state, command, stdin)
    except OSError as error:
        state.code = 1
        state.err += f"sh: {error.filename}: {error.strerror}\n".encode()
        return b""
    if not words:
        state.variables.update(assigned)
        end = Exit()
    else:
        end = _called(state, words, stdin, assigned)
    state.code, state.signal = end.code & 0xFF, end.signal
    if end.signal and not state.is_over:
        state.code, state.signal = 128 + end.signal, 0
    state.after_s += end.after_s
    if state.after_s == float("inf"):
        state.is_over = True
    return _output(state, command, end)


def _called(state: _State, words: list[str], stdin: bytes, assigned: dict[str, str]) -> Exit:
    builtin = _builtin(state, words)
    if builtin is not None:
        return builtin
    try:
        return state.run.system.call(state.run, words, stdin, {**state.environment(), **assigned})
    except OSError as error:
        code = _NOT_EXECUTABLE if isinstance(error, PermissionError) else _NOT_FOUND
        why = "Permission denied" if code == _NOT_EXECUTABLE else "not found"
        return Exit(code=code, stderr=f"sh: {words[0]}: {why}\n".encode())


def _builtin(state: _State, words: list[str]) -> Exit | None:
    match words:
        case [":" | "umask", *_]:
            return Exit()
        case ["exit", *rest]:
            state.is_over = True
            code = digits(rest[0]) if rest else None
            return Exit(code=state.code if code is None else code)
        case ["export", *rest]:
            for one in rest:
                name, equals, value = one.partition("=")
                state.exported.add(name)
                if equals:
                    state.variables[name] = value
            return Exit()
        case ["kill", *rest] if rest and rest[-1] == str(state.run.pid):
            state.is_over = True
            return Exit(signal=_signal(rest[0]) if len(rest) > 1 else signals.SIGTERM)
        case ["kill", *rest] if rest and (pid := digits(rest[-1])) is not None:
            number = _signal(rest[0]) if len(rest) > 1 else signals.SIGTERM
            return Exit(code=0 if state.run.system.processes.kill(pid, number) else 1)
    return None


def _signal(option: str) -> int:
    name = option.lstrip("-").upper().removeprefix("SIG")
    number = digits(name)
    if number is not None:
        return number
    try:
        return int(signals.Signals[f"SIG{name}"])
    except KeyError:
        return int(signals.SIGTERM)


def _input(state: _State, command: _Command, stdin: bytes) -> bytes:
    for kind, raw in command.redirects:
        if kind in ("<", "0<"):
            path = _one(state, raw)
            stdin = b"" if path == "/dev/null" else state.run.files.read(path)
    return stdin


def _output(state: _State, command: _Command, end: Exit) -> bytes:
    """Send both outputs where the redirections say, in their order; return what is left for the next."""
    targets: dict[int, str | None] = {1: None, 2: ""}
    appends = set()
    for kind, raw in command.redirects:
        if "<" in kind:
            continue
        source = 2 if kind[0] == "2" else 1
        if kind.endswith(("&1", "&2")):
            targets[source] = targets[int(kind[-1])]
        else:
            path = _one(state, raw)
            targets[source] = path
            if ">>" in kind:
                appends.add(path)
    written: dict[str | None, bytearray] = {}
    for number, data in ((1, end.stdout), (2, end.stderr)):
        written.setdefault(targets[number], bytearray()).extend(data)
    state.err += written.pop("", b"")
    left = bytes(written.pop(None, b""))
    for target, content in written.items():
        assert target is not None
        if target == "/dev/null":
            continue
        try:
            state.run.files.write(target, bytes(content), append=target in appends)
        except OSError as error:
            state.code = 1
            state.err += f"sh: {target}: {error.strerror}\n".encode()
    return left


def _one(state: _State, raw: str) -> str:
    return " ".join(_expand(state, raw))


def _expand(state: _State, raw: str) -> list[str]:
    """Return the words that one word comes to: variables are filled in, quotes removed."""
    if raw == '"$@"':
        return list(state.arguments)
    text = ""
    is_quoted = False
    for part in _PART.finditer(raw):
        if part["single"] is not None:
            text += part["single"]
            is_quoted = True
        elif part["double"] is not None:
            filled = _fill(state, part["double"])
            text += re.sub(r'\\([\\"$`])', r"\1", filled)
            is_quoted = True
        elif part["escaped"] is not None:
            text += part["escaped"]
            is_quoted = True
        else:
            text += _fill(state, part["bare"])
    if is_quoted or _ASSIGNMENT.match(raw):
        return [text]
    return text.split()


def _fill(state: _State, text: str) -> str:
    def value(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        special = {
            "?": str(state.code), "$": str(state.run.pid), "#": str(len(state.arguments)), "0": state.name,
            "@": " ".join(state.arguments), "*": " ".join(state.arguments),
        }  # fmt: skip
        if name in special:
            return special[name]
        number = digits(name)
        if number is not None:
            return state.arguments[number - 1] if number <= len(state.arguments) else ""
        return state.variables.get(name, "")

    return _VARIABLE.sub(value, text)
