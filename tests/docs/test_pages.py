"""The pages are what they say of themselves: recipes are their files, tables are complete and right."""

import builtins
import inspect
import json
import re
import subprocess
import sys
from functools import reduce
from types import SimpleNamespace

import pytest

import purevirt
from purevirt import Connection, Stream, errors
from purevirt.errors import libvirt_error
from purevirt.rpc.aio.events import Events
from purevirt.rpc.gen import enums, remote
from purevirt.rpc.xdr import XdrType
from tests.docs.recipe import FOLDER, ROOT

CLIENT = (ROOT / "docs" / "client.md").read_text()
ERRORS = (ROOT / "docs" / "errors.md").read_text()
MIGRATING = (ROOT / "docs" / "migrating-from-libvirt-python.md").read_text()
MAX_RECIPE_LINES = 40

BINDING = """
import inspect, json, re, libvirt, libvirt_qemu, sys

functions, constants = {}, {}
classes = [one for one in vars(libvirt).values() if inspect.isclass(one)]
for owner in [libvirt, libvirt_qemu, *classes]:
    for name, one in vars(owner).items():
        is_ours = inspect.isfunction(one) and one.__module__ in ("libvirt", "libvirt_qemu")
        if is_ours and not name.startswith("_"):
            called = re.findall(r"libvirtmod\\.(vir\\w+)\\(", inspect.getsource(one))
            functions[f"{owner.__name__}.{name}"] = called
constants = {name: value for name, value in vars(libvirt).items() if name.startswith("VIR_")}
json.dump([functions, constants], sys.stdout)
"""
KINDS: dict[str, type[XdrType]] = {
    "virNWFilter": remote.Nwfilter,
    "virNWFilterBinding": remote.NwfilterBinding,
    "virNodeDevice": remote.NodeDevice,
}
UNLIKE = {
    "virConnect.close": "close",
    "virConnect.createLinux": "domain_create_xml",
    "virConnect.getURI": "uri",
    "virConnect.isAlive": "is_open",
    "virConnect.listDomainsID": "connect_list_domains",
    "virConnect.newStream": "stream",
    "virDomain.migrateToURI": "domain_migrate_perform3_params",
    "virDomain.migrateToURI2": "domain_migrate_perform3_params",
    "virDomain.migrateToURI3": "domain_migrate_perform3_params",
}
PLACES = {"purevirt": purevirt, "events": Events, "stream": Stream}


def rows(text: str) -> list[list[str]]:
    """Return the rows of all tables that begin with a name, as cells."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [re.split(r"\s*\|\s*", line)[1:-1] for line in lines]


def name(cell: str) -> str:
    """Return what stands between the first two backticks."""
    return cell.split("`")[1]


# recipes


def test_every_recipe_is_in_the_page_as_it_is() -> None:
    """Below its name; and each that is named is a file."""
    shown = re.findall(r"<!-- examples/recipes/(\S+) -->\n```python\n(.*?)```\n", CLIENT, re.DOTALL)
    assert dict(shown) == {path.name: path.read_text() for path in FOLDER.glob("*.py")}
    assert len(shown) == len(set(shown))
    assert CLIENT.count("```python") == len(shown)


def test_every_recipe_fits_a_screen() -> None:
    """And there are more than twenty."""
    lengths = {path.name: len(path.read_text().splitlines()) for path in FOLDER.glob("*.py")}
    assert len({name[:2] for name in lengths}) >= 20
    assert {name: length for name, length in lengths.items() if length > MAX_RECIPE_LINES} == {}


def test_links_lead_somewhere() -> None:
    """Each link to a heading or a file of ours has its end."""
    for text in (CLIENT, ERRORS, MIGRATING):
        headings = [line.lstrip("# ").lower() for line in text.splitlines() if line.startswith("#")]
        anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}
        for link in re.findall(r"\]\((\S+?)\)", text):
            if link.startswith("#"):
                assert link[1:] in anchors
            else:
                assert (ROOT / "docs" / link).exists(), link


def test_recipes_are_typed() -> None:
    """By mypy's strict rules."""
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *sorted(str(path) for path in FOLDER.glob("*.py"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


# errors


def test_every_error_is_in_the_table_once() -> None:
    """All public classes, and nothing else."""
    classes = {each for each in errors.__all__ if isinstance(getattr(errors, each), type)}
    assert sorted(name(row[0]) for row in rows(ERRORS)) == sorted(classes)


def test_errors_are_also_what_the_table_says() -> None:
    """The builtin that stands in the table is the one that catches it, and there is no closer one."""
    for row in rows(ERRORS):
        class_ = getattr(errors, name(row[0]))
        is_ours = issubclass(class_, errors.LibvirtError)
        parents = [one.__name__ for one in class_.__mro__ if one.__module__ == "builtins"]
        known = [one for one in parents if one not in {"Exception", "BaseException", "object"}]
        assert row[2 if is_ours else 1].strip("`") == (known[0] if known else ""), class_
        assert not known or hasattr(builtins, known[0])


def test_errors_have_the_codes_of_the_table() -> None:
    """Each code has the class beside which it stands, and those that stand nowhere have none."""
    told = {}
    for row in rows(ERRORS):
        if re.fullmatch(r"\d+(, \d+)*", row[1]):
            told.update({int(code): name(row[0]) for code in row[1].split(", ")})
    made = {code: type(libvirt_error(code=code, domain=0, message="", level=2)) for code in range(200)}
    assert told == {code: kind.__name__ for code, kind in made.items() if kind is not errors.LibvirtError}


# names


def target(place: str, ours: str) -> object:
    """Return what a name of the right column stands for."""
    if ours.startswith("."):
        kind = KINDS.get(place) or getattr(remote, place.removeprefix("vir"))
        return inspect.signature(kind).parameters[ours[1:]]
    owner, _, attribute = ours.rpartition(".")
    return getattr(PLACES[owner] if owner else Connection, attribute)


@pytest.fixture(scope="module")
def binding(lab_able: None) -> SimpleNamespace:
    """What libvirt's own Python binding has: C functions by method, and constants."""
    ran = subprocess.run(["/usr/bin/python3", "-c", BINDING], capture_output=True, text=True, check=True)
    functions, constants = json.loads(ran.stdout)
    return SimpleNamespace(functions=functions, constants=constants)


def named_rows() -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows of names with a counterpart, and of those without."""
    _, names = MIGRATING.split("## All names\n")
    there, missing = names.split("### Without a counterpart\n")
    return rows(there), rows(missing)


def test_our_names_exist() -> None:
    """Each is on the connection, or where its first word says."""
    there, _ = named_rows()
    assert len(there) > 400
    for row in there:
        assert target(name(row[0]).split(".")[0], name(row[1])) is not None
        for ours in re.findall(r"`((?:purevirt|events|stream)\.\w+|connect_\w+|qemu_\w+)`", row[2]):
            assert target("", ours) is not None


@pytest.mark.lab
def test_their_names_exist_and_none_is_missing(binding: SimpleNamespace) -> None:
    """The two tables together have every function and method of libvirt-python once."""
    there, missing = named_rows()
    told = [name(row[0]) for row in there + missing]
    public = {each for each in binding.functions if not each.startswith("libvirtError.")}
    assert sorted(told) == sorted(public)


@pytest.mark.lab
def test_names_are_of_the_same_call(binding: SimpleNamespace) -> None:
    """Where the right side is a method of the connection, it is named after the C function on the left."""
    there, _ = named_rows()
    strange = []
    for theirs, ours in ((name(row[0]), name(row[1])) for row in there):
        if "." in ours or not theirs.startswith("vir"):
            continue
        flat = [
            one.lower().removeprefix("vir").replace("uuidstring", "uuid") for one in binding.functions[theirs]
        ]
        known = {form for one in flat for form in (one, one.replace("getnode", "node"), f"connect{one}")}
        if ours.replace("_", "") not in known:
            strange.append((theirs, ours))
    assert dict(strange) == UNLIKE


@pytest.mark.lab
def test_constants_and_fields_of_errors_are_the_same(binding: SimpleNamespace) -> None:
    """The same numbers; the getters of libvirtError are attributes."""
    before, _ = MIGRATING.split("## All names\n")
    pairs = [(name(row[0]), name(row[1])) for row in rows(before)]
    constants = [pair for pair in pairs if pair[0].startswith("VIR_")]
    assert len(constants) > 10
    for theirs, ours in constants:
        assert reduce(getattr, ours.split("."), enums) == binding.constants[theirs]
    getters = {each for each in binding.functions if each.startswith("libvirtError.get_")}
    shown = {f"libvirtError.{theirs}": ours for theirs, ours in pairs if theirs.startswith("get_")}
    assert set(shown) == getters
    error = libvirt_error(code=1, domain=0, message="", level=2)
    assert all(hasattr(error, ours) for ours in shown.values())
