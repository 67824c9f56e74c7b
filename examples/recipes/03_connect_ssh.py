from pathlib import Path

import purevirt
from purevirt import errors


async def over_ssh(server: str, keyfile: Path, known_hosts: Path) -> str:
    uri = f"qemu+ssh://root@{server}/system?keyfile={keyfile}&sshauth=privkey"
    try:
        async with await purevirt.connect(
            uri, ssh=purevirt.SshOptions(known_hosts=(str(known_hosts),))
        ) as conn:
            return await conn.connect_get_hostname()
    except errors.HostKeyUnknown as error:
        print(f"{error.host} was never met, its key is {error.key_type} {error.fingerprint}")
        raise
    except errors.HostKeyChanged as error:
        print(f"{error.host} has another key than {error.file}:{error.line} says: {error.fingerprint}")
        raise
