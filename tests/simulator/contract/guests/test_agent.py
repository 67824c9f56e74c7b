"""A guest's agent, on a real guest and on the simulated one: the same words, codes and habits."""

import base64
import json
from typing import Any

import pytest

import purevirt
from purevirt.errors import GuestResultLost, LibvirtError
from purevirt.rpc.gen import enums
from tests.simulator.contract.guests.conftest import Guest

QEMU = 10


async def ask(guest: Guest, command: str, **arguments: object) -> Any:
    """Return what the agent returns."""
    request = {"execute": command, **({"arguments": arguments} if arguments else {})}
    return json.loads(await said(guest, json.dumps(request)))["return"]


async def said(guest: Guest, text: str, timeout_s: int = 10, flags: int = 0) -> str:
    """Return the agent's whole answer to a text."""
    answer = await guest.conn.qemu_domain_agent_command(guest.domain, text, timeout_s, flags)
    assert answer is not None
    return answer


async def refusal(guest: Guest, command: str, **arguments: object) -> str:
    """Return why the agent does not do something; the code and libvirt's words around it are checked."""
    with pytest.raises(LibvirtError) as caught:
        await ask(guest, command, **arguments)
    error = caught.value
    head = f"internal error: unable to execute QEMU agent command '{command}': "
    assert (error.code, error.domain, error.int1) == (1, QEMU, -1)
    assert error.message.startswith(head)
    assert error.str1 == "internal error: %s"
    return error.message.removeprefix(head)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


async def test_small_talk(guest: Guest) -> None:
    """Ping, sync, and the id that comes back as it went."""
    assert await ask(guest, "guest-ping") == {}
    assert await ask(guest, "guest-sync", id=77) == 77
    assert json.loads(await said(guest, '{"execute":"guest-ping","id":"x"}')) == {"return": {}, "id": "x"}
    for timeout_s in (-1, -2):
        assert json.loads(await said(guest, '{"execute":"guest-ping"}', timeout_s)) == {"return": {}}


@pytest.mark.parametrize(
    ("text", "command", "why"),
    [
        ("[]", "<unknown>", "QMP input must be a JSON object"),
        ("{}", "<unknown>", "QMP input lacks member 'execute'"),
        ('{"execute": 3}', "<unknown>", "QMP input member 'execute' must be a string"),
        ('{"execute":"guest-ping","foo":1}', "guest-ping", "QMP input member 'foo' is unexpected"),
        (
            '{"execute":"guest-ping","arguments":[]}',
            "guest-ping",
            "QMP input member 'arguments' must be an object",
        ),
        ('{"execute":"guest-nope"}', "guest-nope", "The command guest-nope has not been found"),
    ],
)
async def test_what_is_no_command(guest: Guest, text: str, command: str, why: str) -> None:
    """The agent says what is wrong with it, and libvirt which command it was."""
    with pytest.raises(LibvirtError) as caught:
        await said(guest, text)
    assert caught.value.code == 1
    expected = f"internal error: unable to execute QEMU agent command '{command}': {why}"
    assert caught.value.message == expected


async def test_what_never_reaches_the_agent(guest: Guest) -> None:
    """No JSON, an impossible timeout, unknown flags."""
    for text, timeout_s, flags, code, domain in (
        ("{", 10, 0, 1, 0),
        ('{"execute":"guest-ping"}', -3, 0, 8, QEMU),
        ('{"execute":"guest-ping"}', 10, 1, 8, QEMU),
    ):
        with pytest.raises(LibvirtError) as caught:
            await said(guest, text, timeout_s, flags)
        assert (caught.value.code, caught.value.domain) == (code, domain)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({}, "Parameter 'path' is missing"),
        ({"path": 3}, "Invalid parameter type for 'path', expected: string"),
        ({"path": "true", "foo": 1}, "Parameter 'foo' is unexpected"),
        (
            {"path": "true", "capture-output": "x"},
            "Invalid parameter type for 'capture-output', expected: boolean",
        ),
        ({"path": "cat", "input-data": "!!"}, "Base64 data contains invalid characters"),
        (
            {"path": "/no"},
            (
                "Guest agent command failed, error was 'Failed to execute child process “/no” "
                "(No such file or directory)'"
            ),
        ),
        (
            {"path": "/etc"},
            (
                "Guest agent command failed, error was 'Failed to execute child process “/etc” "
                "(Permission denied)'"
            ),
        ),
    ],
)
async def test_processes_that_do_not_begin(guest: Guest, arguments: dict[str, object], why: str) -> None:
    """Missing, of a wrong type, unknown; a program that is not there, and one that is none."""
    assert await refusal(guest, "guest-exec", **arguments) == why


async def run(guest: Guest, path: str, *arguments: str, **more: object) -> dict[str, Any]:
    """Return the status of a process when it has ended."""
    options = {"capture-output": True, **more}
    pid = (await ask(guest, "guest-exec", path=path, arg=list(arguments), **options))["pid"]
    while True:
        status: dict[str, Any] = await ask(guest, "guest-exec-status", pid=pid)
        if status["exited"]:
            gone = await refusal(guest, "guest-exec-status", pid=pid)
            assert gone == "Invalid parameter 'pid'"
            return status


async def test_ends_of_processes(guest: Guest) -> None:
    """Codes, of which one byte counts, and signals; each end is told once; no output, no members for it."""
    assert await run(guest, "true") == {"exited": True, "exitcode": 0}
    assert await run(guest, "false") == {"exited": True, "exitcode": 1}
    assert await run(guest, "/bin/sh", "-c", "exit 300") == {"exited": True, "exitcode": 44}
    assert await run(guest, "/bin/sh", "-c", "kill -9 $$") == {"exited": True, "signal": 9}
    running = (await ask(guest, "guest-exec", path="sleep", arg=["60"]))["pid"]
    assert await ask(guest, "guest-exec-status", pid=running) == {"exited": False}
    assert await refusal(guest, "guest-exec-status", pid=999_999) == "Invalid parameter 'pid'"
    assert (await refusal(guest, "guest-exec-status")) == "Parameter 'pid' is missing"
    wrong = await refusal(guest, "guest-exec-status", pid="x")
    assert wrong == "Invalid parameter type for 'pid', expected: integer"


async def test_outputs_and_inputs(guest: Guest) -> None:
    """Both outputs, the input, and an environment in the place of the agent's own."""
    assert await run(guest, "/bin/sh", "-c", "echo out; echo err >&2; exit 3") == {
        "exited": True,
        "exitcode": 3,
        "out-data": b64(b"out\n"),
        "out-truncated": False,
        "err-data": b64(b"err\n"),
        "err-truncated": False,
    }
    found = await run(guest, "cat", **{"input-data": b64(b"\x00hi")})
    assert found["out-data"] == b64(b"\x00hi")
    assert (await run(guest, "env", env=["A=b"]))["out-data"] == b64(b"A=b\n")
    assert await run(guest, "echo", "x", **{"capture-output": False}) == {"exited": True, "exitcode": 0}
    assert (await run(guest, "/bin/echo", "-n", "'; $(x) \n"))["out-data"] == b64(b"'; $(x) \n")


async def test_small_scripts(guest: Guest) -> None:
    """What one-line scripts are made of."""
    for script, out in (
        ('echo "$0 $1 $#"', b"name first 2\n"),
        ("X='a  b'; echo $X; echo \"$X\"", b"a b\na  b\n"),
        ("false || echo no; true && echo yes", b"no\nyes\n"),
        ("false; echo $?", b"1\n"),
        ("echo one | cat; echo two >/dev/null", b"one\n"),
        ("echo a >/tmp/s; echo b >>/tmp/s; cat </tmp/s; rm /tmp/s", b"a\nb\n"),
        ("echo gone >&2", b""),
        ("echo back 2>&1 >&2", b"back\n"),
        ("nothing-like-it 2>/dev/null; echo $?", b"127\n"),
        ("# nothing\necho 'x;y'\nexit 0; echo never", b"x;y\n"),
    ):
        status = await run(guest, "/bin/sh", "-c", script, "name", "first", "second")
        assert base64.b64decode(status.get("out-data", "")) == out, script


async def test_output_that_libvirt_cannot_carry(guest: Guest) -> None:
    """The result is lost with it; the agent goes on."""
    with pytest.raises(GuestResultLost):
        await purevirt.guest_exec(
            guest.conn, guest.domain, "head", ["-c", "3400000", "/dev/zero"], timeout_s=60
        )
    assert await ask(guest, "guest-ping") == {}


async def test_files_that_do_not_open(guest: Guest) -> None:
    """The path, the mode and the system's reason."""
    for path, mode, why in (
        ("/nope/x", "r", "failed to open file '/nope/x' (mode: 'r'): No such file or directory"),
        ("/nope/x", "w", "failed to open file '/nope/x' (mode: 'w'): No such file or directory"),
        ("/etc", "w", "failed to open file '/etc' (mode: 'w'): Is a directory"),
        ("/x", "zz", "invalid file open mode 'zz'"),
        ("/x", "", "invalid file open mode ''"),
    ):
        assert await refusal(guest, "guest-file-open", path=path, mode=mode) == why


async def test_reading_writing_and_seeking(guest: Guest) -> None:
    """Counts, positions, ends, and what is out of bounds."""
    handle = await ask(guest, "guest-file-open", path="/tmp/contract", mode="w+")
    data = b64(b"hello world")
    wrote = await ask(guest, "guest-file-write", handle=handle, **{"buf-b64": data})
    assert wrote == {"count": 11, "eof": False}
    wrote = await ask(guest, "guest-file-write", handle=handle, count=3, **{"buf-b64": data})
    assert wrote == {"count": 3, "eof": False}
    why = await refusal(guest, "guest-file-write", handle=handle, count=50, **{"buf-b64": data})
    assert why == "value '50' is invalid for argument count"
    assert await ask(guest, "guest-file-flush", handle=handle) == {}
    for offset, whence, position in ((2, 0, 2), (1, "cur", 3), (-2, "end", 12), (0, "set", 0)):
        found = await ask(guest, "guest-file-seek", handle=handle, offset=offset, whence=whence)
        assert found == {"position": position, "eof": False}
    for whence, offset, expected in (
        ("zz", 0, "Parameter 'whence' does not accept value 'zz'"),
        (7, 0, "invalid whence code 7"),
        ("set", -200, "failed to seek file: Invalid argument"),
    ):
        assert (
            await refusal(guest, "guest-file-seek", handle=handle, offset=offset, whence=whence) == expected
        )
    read = await ask(guest, "guest-file-read", handle=handle, count=5)
    assert read == {"count": 5, "buf-b64": b64(b"hello"), "eof": False}
    read = await ask(guest, "guest-file-read", handle=handle, count=500)
    assert read == {"count": 9, "buf-b64": b64(b" worldhel"), "eof": True}
    for count in (-1, 1 << 40):
        why = await refusal(guest, "guest-file-read", handle=handle, count=count)
        assert why == f"value '{count}' is invalid for argument count"
    assert await ask(guest, "guest-file-close", handle=handle) == {}
    for command, more in (
        ("guest-file-close", {}),
        ("guest-file-read", {}),
        ("guest-file-flush", {}),
        ("guest-file-write", {"buf-b64": ""}),
        ("guest-file-seek", {"offset": 0, "whence": 0}),
    ):
        assert await refusal(guest, command, handle=handle, **more) == f"handle '{handle}' has not been found"


async def test_modes_of_files(guest: Guest) -> None:
    """One that is open for reading is not written, and the other way round; appending keeps what is there."""
    path = "/tmp/contract-modes"
    for mode, data in (("w", b"one"), ("a", b"two")):
        handle = await ask(guest, "guest-file-open", path=path, mode=mode)
        await ask(guest, "guest-file-write", handle=handle, **{"buf-b64": b64(data)})
        why = await refusal(guest, "guest-file-read", handle=handle)
        assert why == "failed to read file: Bad file descriptor"
        await ask(guest, "guest-file-close", handle=handle)
    handle = await ask(guest, "guest-file-open", path=path)
    why = await refusal(guest, "guest-file-write", handle=handle, **{"buf-b64": b64(b"x")})
    assert why == "failed to write to file: Bad file descriptor"
    assert (await ask(guest, "guest-file-read", handle=handle))["buf-b64"] == b64(b"onetwo")
    await ask(guest, "guest-file-close", handle=handle)


async def test_frozen_file_systems(guest: Guest) -> None:
    """An agent with frozen file systems does next to nothing, and says which commands it still has."""
    assert await ask(guest, "guest-fsfreeze-status") == "thawed"
    assert await guest.conn.domain_fsfreeze(guest.domain, []) == 1
    try:
        assert await ask(guest, "guest-fsfreeze-status") == "frozen"
        why = await refusal(guest, "guest-exec", path="true")
        assert why == "Command guest-exec has been disabled: the agent is in frozen state"
        commands = (await ask(guest, "guest-info"))["supported_commands"]
        assert {one["name"] for one in commands if one["enabled"]} == {
            "guest-ping", "guest-info", "guest-sync", "guest-sync-delimited", "guest-fsfreeze-status",
            "guest-fsfreeze-thaw",
        }  # fmt: skip
        with pytest.raises(LibvirtError, match="guest-fsfreeze-freeze has been disabled"):
            await guest.conn.domain_fsfreeze(guest.domain, [])
    finally:
        assert await guest.conn.domain_fsthaw(guest.domain, []) == 1
    assert await guest.conn.domain_fsthaw(guest.domain, []) == 0
    assert await guest.conn.domain_fsfreeze(guest.domain, ["/nope"]) == 0


async def test_file_system_calls_that_are_refused(guest: Guest) -> None:
    """What libvirt does not do at all."""
    for call, code, text in (
        (guest.conn.domain_fsthaw(guest.domain, ["/"]), 74, "specifying mountpoints is not supported"),
        (
            guest.conn.domain_fstrim(guest.domain, "/", 0),
            74,
            "Specifying mount point is not supported for now",
        ),
        (guest.conn.domain_fsfreeze(guest.domain, [], 1), 8, "in function qemuDomainFSFreeze"),
        (guest.conn.domain_fstrim(guest.domain, None, 0, 1), 8, "in function qemuDomainFSTrim"),
        (guest.conn.domain_set_user_password(guest.domain, "root", "x", 8), 8, "qemuDomainSetUserPassword"),
    ):
        with pytest.raises(LibvirtError) as caught:
            await call
        assert caught.value.code == code
        assert caught.value.message.endswith(text)
    await guest.conn.domain_fstrim(guest.domain, None, 0)


async def test_what_the_guest_is(guest: Guest) -> None:
    """The agent and libvirt say the same of it."""
    info = {one.field: one.value[1] for one in await guest.conn.domain_get_guest_info(guest.domain, 0)}
    os = await ask(guest, "guest-get-osinfo")
    assert {name: info.get(f"os.{name}") for name in os} == os
    name = (await ask(guest, "guest-get-host-name"))["host-name"]
    assert info["hostname"] == name == await guest.conn.domain_get_hostname(guest.domain)
    assert info["user.count"] == len(await ask(guest, "guest-get-users"))
    zone = await ask(guest, "guest-get-timezone")
    assert (info["timezone.name"], info["timezone.offset"]) == (zone["zone"], zone["offset"])
    assert info["fs.0.mountpoint"] == "/"
    (system,) = (await guest.conn.domain_get_fsinfo(guest.domain)).info
    assert (system.mountpoint, system.name) == ("/", info["fs.0.name"])
    only = await guest.conn.domain_get_guest_info(guest.domain, int(enums.DomainGuestInfoTypes.HOSTNAME))
    assert [one.field for one in only] == ["hostname"]
    vcpus = {one.field: one.value[1] for one in await guest.conn.domain_get_guest_vcpus(guest.domain)}
    assert vcpus == {"vcpus": "0", "online": "0", "offlinable": ""}
    clock = await guest.conn.domain_get_time(guest.domain)
    assert clock.seconds > 1_700_000_000


async def test_questions_that_are_refused(guest: Guest) -> None:
    """Types that there are not, flags, and a host name that no lease has."""
    for call, code, text in (
        (guest.conn.domain_get_guest_info(guest.domain, 1 << 20), 8, "information types '0x100000'"),
        (guest.conn.domain_get_guest_info(guest.domain, 1, 1), 8, "in function qemuDomainGetGuestInfo"),
        (
            guest.conn.domain_get_hostname(guest.domain, 1),
            108,
            f"no hostname found for domain {guest.domain.name}",
        ),
        (
            guest.conn.domain_agent_set_response_timeout(guest.domain, -5),
            8,
            "guest agent timeout '-5' is less than the minimum '-2'",
        ),
    ):
        with pytest.raises(LibvirtError) as caught:
            await call
        assert caught.value.code == code
        assert caught.value.message.endswith(text)


async def test_addresses(guest: Guest) -> None:
    """The agent's interfaces are the domain's, with what the network gave them and their own."""
    found = await guest.conn.domain_interface_addresses(guest.domain, 1)
    while not found[-1].addrs:
        # a real guest asks for its address while its agent already answers
        found = await guest.conn.domain_interface_addresses(guest.domain, 1)
    while not (leases := await guest.conn.domain_interface_addresses(guest.domain, 0)):
        await ask(guest, "guest-ping")
    (leased,) = leases
    told = await ask(guest, "guest-network-get-interfaces")
    assert [(one.name, one.hwaddr) for one in found] == [(o["name"], o["hardware-address"]) for o in told]
    (ethernet,) = [one for one in found if one.hwaddr == leased.hwaddr]
    # either may come first, and its own is there once nobody has objected to it
    own = [one for one in ethernet.addrs if one.type == 1]
    assert [one for one in ethernet.addrs if one.type == 0] in ([], leased.addrs)
    assert all((one.prefix, one.addr[:6]) == (64, "fe80::") for one in own)
    assert [one.addr for one in found[0].addrs] == ["127.0.0.1", "::1"]


async def test_a_paused_guest_is_not_asked(guest: Guest) -> None:
    """It is as one that is off."""
    await guest.conn.domain_suspend(guest.domain)
    try:
        with pytest.raises(LibvirtError) as caught:
            await ask(guest, "guest-ping")
    finally:
        await guest.conn.domain_resume(guest.domain)
    assert (caught.value.code, caught.value.domain) == (55, QEMU)
    assert caught.value.message == "Requested operation is not valid: domain is not running"
    assert await ask(guest, "guest-ping") == {}
