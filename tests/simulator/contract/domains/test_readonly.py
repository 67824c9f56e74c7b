"""What a read-only connection may do."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc.gen.remote import Domain
from tests.simulator.contract.daemon import Daemon, defined, refused

_NO = "operation forbidden: read only access prevents "


@pytest.fixture
async def readonly(daemon: Daemon) -> AsyncIterator[Connection]:
    """A read-only connection."""
    async with await purevirt.connect(daemon.uri, readonly=True) as connection:
        yield connection


_DENIED: dict[str, tuple[Callable[[Connection, Domain], Awaitable[object]], int]] = {
    "virDomainDestroy": (lambda ro, dom: ro.domain_destroy(dom), 20),
    "virDomainCreate": (lambda ro, dom: ro.domain_create(dom), 20),
    "virDomainCreateWithFlags": (lambda ro, dom: ro.domain_create_with_flags(dom), 20),
    "virDomainCreateXML": (lambda ro, _: ro.domain_create_xml("x"), 20),
    "virDomainDefineXML": (lambda ro, _: ro.domain_define_xml("x"), 20),
    "virDomainDefineXMLFlags": (lambda ro, _: ro.domain_define_xml_flags("x"), 20),
    "virDomainUndefine": (lambda ro, dom: ro.domain_undefine(dom), 20),
    "virDomainShutdown": (lambda ro, dom: ro.domain_shutdown(dom), 20),
    "virDomainSetMetadata": (lambda ro, dom: ro.domain_set_metadata(dom, 0, "x", None, None), 20),
    "virDomainSetAutostart": (lambda ro, dom: ro.domain_set_autostart(dom, 1), 20),
    "virDomainSetMemory": (lambda ro, dom: ro.domain_set_memory(dom, 1), 20),
    "virDomainSetVcpusFlags": (lambda ro, dom: ro.domain_set_vcpus_flags(dom, 1), 20),
    "virDomainRename": (lambda ro, dom: ro.domain_rename(dom, "x"), 20),
    "virDomainBlockResize": (lambda ro, dom: ro.domain_block_resize(dom, "x", 1), 20),
    "virDomainManagedSave": (lambda ro, dom: ro.domain_managed_save(dom), 20),
    "virDomainAbortJob": (lambda ro, dom: ro.domain_abort_job(dom), 20),
    "virDomainSnapshotCreateXML": (lambda ro, dom: ro.domain_snapshot_create_xml(dom, "x"), 35),
    "virNetworkCreateXML": (lambda ro, _: ro.network_create_xml("x"), 19),
    "virNetworkDefineXML": (lambda ro, _: ro.network_define_xml("x"), 19),
    "virSecretDefineXML": (lambda ro, _: ro.secret_define_xml("x"), 30),
}


@pytest.mark.parametrize("function", _DENIED)
async def test_changing_is_forbidden(
    conn: Connection, readonly: Connection, daemon: Daemon, function: str
) -> None:
    """The error names the C function, and comes from the part of libvirt that it is of (CASES E12)."""
    domain = await defined(conn, daemon)
    call, part = _DENIED[function]
    assert await refused(call(readonly, domain)) == (29, part, _NO + function)


async def test_looking_is_allowed(conn: Connection, readonly: Connection, daemon: Daemon) -> None:
    """Lists, states, XML but for its secrets."""
    domain = await defined(conn, daemon)
    assert domain in (await readonly.connect_list_all_domains(1)).domains
    assert (await readonly.domain_get_state(domain)).state == 5
    assert await readonly.domain_get_autostart(domain) == 0
    assert (await readonly.node_get_info()).cpus >= 1
    assert await readonly.domain_get_xml_desc(domain) == await conn.domain_get_xml_desc(domain)
    secure = (29, 20, "operation forbidden: virDomainGetXMLDesc with secure flag")
    for flag in (1, 8):
        assert await refused(readonly.domain_get_xml_desc(domain, flag)) == secure
