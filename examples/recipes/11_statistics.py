import purevirt
from purevirt.rpc.gen.enums import ConnectGetAllDomainStatsFlags, DomainStatsTypes


async def cpu_seconds(conn: purevirt.Connection) -> dict[str, float]:
    groups = DomainStatsTypes.CPU_TOTAL | DomainStatsTypes.BALLOON
    flags = ConnectGetAllDomainStatsFlags.RUNNING
    everything = await purevirt.get_all_domain_stats(conn, stats=groups, flags=flags)
    return {one.dom.name: float(one.values.get("cpu.time", 0)) / 1e9 for one in everything}
