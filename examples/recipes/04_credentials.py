import purevirt


async def with_password(uri: str, name: str, password: str) -> str:
    async with await purevirt.connect(uri, credentials=purevirt.Credentials(name, password)) as conn:
        return await conn.connect_get_hostname()


async def ask_when_needed(uri: str, passwords: dict[str, str]) -> str:
    def ask(request: purevirt.CredentialsRequest) -> purevirt.Credentials | None:
        print(request.endpoint, "wants to know who we are")
        return purevirt.Credentials("alice", passwords["alice"])  # None gives up

    async with await purevirt.connect(uri, credentials=ask) as conn:
        return await conn.connect_get_hostname()
