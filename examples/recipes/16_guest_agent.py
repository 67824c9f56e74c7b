import purevirt
from purevirt.errors import AgentCommandFailed, AgentUnresponsive
from purevirt.rpc.gen.remote import Domain


async def set_up(conn: purevirt.Connection, dom: Domain, config: bytes) -> str:
    await purevirt.wait_for_agent(conn, dom, timeout_s=120)  # the guest boots
    await purevirt.guest_file_write(conn, dom, "/etc/app.conf", config, timeout_s=60)
    ended = await purevirt.guest_exec(conn, dom, "/bin/sh", ["-c", "wc -c </etc/app.conf"], timeout_s=60)
    if ended.code != 0:
        raise RuntimeError(ended.stderr.decode(errors="replace"))
    return ended.stdout.decode().strip()


async def read(conn: purevirt.Connection, dom: Domain, path: str) -> bytes | None:
    try:
        return await purevirt.guest_file_read(conn, dom, path, max_bytes=1 << 20)
    except AgentCommandFailed:
        return None  # no such file, say


async def is_answering(conn: purevirt.Connection, dom: Domain) -> bool:
    try:
        await purevirt.agent_command(conn, dom, "guest-ping", answer_timeout_s=2)
    except AgentUnresponsive:
        return False
    return True
