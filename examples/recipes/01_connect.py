import purevirt
from purevirt import errors


async def host_name(uri: str) -> str | None:
    try:
        async with await purevirt.connect(uri, timeout_s=10) as conn:
            return await conn.connect_get_hostname()
    except errors.UriError as error:
        print("no URI that can be used:", error)
    except errors.AuthenticationError as error:
        print(f"not let in ({error.mechanism}):", error)
    except errors.ConnectError as error:  # TLS and host keys too, and no answer in time
        print(f"no connection to {error.endpoint}:", error)
    except errors.ConnectionLost as error:
        print(f"lost; the call was {'perhaps' if error.maybe_executed else 'not'} carried out:", error)
    except errors.LibvirtError as error:
        print(f"the daemon says no, code {error.code}:", error.message)
    return None
