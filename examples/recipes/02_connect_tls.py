from pathlib import Path

import purevirt
from purevirt import errors


async def by_folder(server: str, folder: Path) -> str:
    try:
        async with await purevirt.connect(f"qemu+tls://{server}/system?pkipath={folder}") as conn:
            return await conn.connect_get_hostname()
    except errors.CertificateUntrusted as error:
        print("this is not the server that was asked for:", error.reason)
        raise
    except errors.CertificateRefused as error:
        print("the server does not want our certificate:", error)
        raise


async def by_text(server: str, ca: str, certificate: str, key: str, passphrase: str | None = None) -> str:
    tls = purevirt.TlsCredentials(ca=ca, certificate=certificate, key=key, passphrase=passphrase)
    async with await purevirt.connect(f"qemu+tls://{server}/system", tls=tls) as conn:
        return await conn.connect_get_hostname()
