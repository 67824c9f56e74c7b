"""A source tree of our own, laid out as libvirt's is: enough of everything that is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen import layout
from xdrgen.parser import parse
from xdrgen.resolve import resolve
from xdrgen.source import API_FILES, MODULES, ModuleSource

if TYPE_CHECKING:
    from pathlib import Path

REMOTE = """\
%#include "internal.h"
const REMOTE_PROGRAM = 0x20008086;
const REMOTE_PROTOCOL_VERSION = 1;
const REMOTE_NAME_MAX = 8;
typedef string remote_nonnull_string<REMOTE_NAME_MAX>;
typedef opaque remote_uuid[VIR_UUID_BUFLEN];
struct remote_nonnull_thing {
    remote_nonnull_string name;
    remote_uuid uuid;
};
typedef remote_nonnull_thing *remote_thing;
struct remote_thing_get_args {
    remote_nonnull_string name;
    unsigned int flags;
};
struct remote_thing_get_ret {
    remote_nonnull_thing thing;
};
struct remote_thing_list_ret {
    remote_nonnull_thing things<4>;
    int ret;
};
struct remote_thing_read_args {
    remote_nonnull_thing thing;
    unsigned int flags;
};
enum remote_thing_colour {
    REMOTE_THING_RED = 0,
    REMOTE_THING_BLUE = 1
};
union remote_thing_value switch (int type) {
    case 1:
        int number;
    default:
        remote_nonnull_thing thing;
};
struct remote_thing_changed_msg {
    remote_nonnull_thing thing;
};
enum remote_procedure {
    /**
     * @generate: both
     * @priority: high
     * @acl: thing:read
     * @acl: thing:write:VIR_THING_SECURE
     */
    REMOTE_PROC_THING_GET = 1,
    /**
     * @generate: none
     * @aclfilter: thing:getattr
     */
    REMOTE_PROC_THING_LIST = 2,
    /**
     * @generate: both
     * @readstream: 1
     * @sparseflag: VIR_THING_SPARSE
     */
    REMOTE_PROC_THING_READ = 4,
    /**
     * @generate: both
     * @writestream: 1
     */
    REMOTE_PROC_THING_WRITE = 3,
    /**
     * @generate: both
     * @readstream: 1
     * @writestream: 1
     */
    REMOTE_PROC_THING_TALK = 7,
    /**
     * @generate: both
     * @readstream: 2
     */
    REMOTE_PROC_DOMAIN_OPEN_CONSOLE = 6,
    /**
     * @generate: both
     */
    REMOTE_PROC_THING_CHANGED = 5
};
"""
QEMU = """\
%#include "remote_protocol.h"
const QEMU_PROGRAM = 0x20008087;
const QEMU_PROTOCOL_VERSION = 1;
struct qemu_thing_poke_args {
    remote_thing thing;
    remote_thing_colour colour;
    remote_thing_value value;
    int timeout;
    unsigned int flags;
};
struct qemu_thing_poke_ret {
    int a;
    int b;
};
enum qemu_procedure {
    /**
     * @generate: both
     */
    QEMU_PROC_THING_POKE = 1
};
"""
KEEPALIVE = """\
const KEEPALIVE_PROGRAM = 0x6b656570;
const KEEPALIVE_PROTOCOL_VERSION = 1;
enum keepalive_procedure {
    KEEPALIVE_PROC_PING = 1,
    KEEPALIVE_PROC_PONG = 2
};
"""
HEADERS = {
    "include/libvirt/libvirt-host.h": "# define VIR_UUID_BUFLEN (16)\n# define VIR_UNUSED 1\n",
    "include/libvirt/libvirt-thing.h": "typedef enum {\n VIR_THING_SPARSE = 1 << 0,\n} virThingReadFlags;\n",
}
API = """\
<api><symbols>
<enum name="VIR_THING_SPARSE" type="virThingReadFlags" value="1" info="prose that must not travel"/>
<enum name="VIR_THING_ON" type="virThingState" value="1"/>
<enum name="VIR_THING_OFF" type="virThingState" value="VIR_THING_ZERO"/>
<enum name="VIR_THING_LAST" type="virThingState" value="2"/>
<enum name="VIR_THING_ZERO" type="virThingOther" value="0"/>
<enum name="VIR_THING_ADD_LAST" type="virThingOther" value="3"/>
<enum name="VIR_THING_DELETE" type="virThingOther" value="4"/>
<enum name="VIR_ERR_OK" type="virErrorNumber" value="0"/>
<enum name="VIR_ERR_FAILED" type="virErrorNumber" value="1"/>
<function name="virThingRead"><arg name="thing" info="a thing"/>
<arg name="flags" info="bitwise-OR of virThingReadFlags, see virThingGet"/></function>
<function name="virThingFree"><arg name="thing" info="a thing"/></function>
<function name="virThingGet"><arg name="flags" info="currently unused, pass 0"/></function>
<function name="virThingQemuPoke"><arg name="flags" info="bitwise-OR of virThingReadFlags"/></function>
</symbols></api>
"""
SOURCES = tuple(one for one in MODULES if one.name in {"keepalive", "remote", "qemu"})


def write_tree(root: Path, **changed: str) -> Path:
    """Write the tree below `root`; `changed` replaces files by their role (remote, qemu, keepalive, api)."""
    texts = {"remote": REMOTE, "qemu": QEMU, "keepalive": KEEPALIVE, "api": API, **changed}
    files = {"meson.build": "project(\n  'libvirt', 'c',\n  version: '1.2.3',\n)\n", **HEADERS}
    for one in SOURCES:
        files[one.protocol] = texts[one.name]
        files[one.structs] = texts.get(f"{one.name}_structs", _listing(one, texts))
    for name in API_FILES:
        files[f"docs/{name}"] = texts["api"] if name == "libvirt-api.xml" else "<api/>"
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def _listing(source: ModuleSource, texts: dict[str, str]) -> str:
    """A listing as libvirt has it beside the file; includes the borrowed structure that is used."""
    headers = {"VIR_UUID_BUFLEN": 16}
    remote = resolve(parse(REMOTE, "r.x"), (), headers)
    if source.name == "remote":
        own = REMOTE if texts["remote"] == REMOTE else texts["remote"]
        try:
            remote = resolve(parse(own, "r.x"), (), headers)
        except Exception:  # noqa: BLE001 - a tree that is broken on purpose needs no listing
            return ""
        lines = layout.layout(remote.definitions)
    elif source.name == "qemu":
        qemu = resolve(parse(QEMU, "q.x"), (remote,), headers)
        lines = (layout.layout(remote.definitions)[0], *layout.layout(qemu.definitions))
    else:
        lines = layout.layout(resolve(parse(texts[source.name], "k.x"), (), headers).definitions)
    return "/* -*- c -*- */\n" + "".join(
        one.replace("{ ", "{\n\t", 1).replace(" };", "\n};") + "\n" for one in lines
    )
