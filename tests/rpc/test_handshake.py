"""The steps before the first call, driven by hand."""

from typing import Any

import pytest

from purevirt.errors import AuthenticationError, ConnectionLost, InternalError, NoDomain, libvirt_error
from purevirt.rpc.auth.credentials import SignIn
from purevirt.rpc.dialling.plan import ConnectPlan, UnixPlan
from purevirt.rpc.gen import remote
from purevirt.rpc.handshake import Feature, Greeting, handshake

NAME = "qemu:///system"
NONE, SASL, POLKIT = remote.AuthType.NONE, remote.AuthType.SASL, remote.AuthType.POLKIT
UNKNOWN_PROCEDURE = libvirt_error(code=39, domain=7, message="unknown procedure: 66", level=2)
REFUSED = libvirt_error(code=45, domain=7, message="polkit says no", level=2)
SUPPORTED = remote.ConnectSupportsFeatureRet(supported=1)


class Run:
    """A handshake whose steps are answered from a table; notes what was asked."""

    def __init__(self, answers: dict[str, Any] | None = None) -> None:
        self.asked: list[tuple[str, Any]] = []
        self._answers: dict[str, Any] = {
            "AUTH_LIST": remote.AuthListRet(types=[NONE]),
            "AUTH_POLKIT": None,
            "CONNECT_SUPPORTS_FEATURE": SUPPORTED,
            "CONNECT_OPEN": None,
            "CONNECT_GET_URI": remote.ConnectGetUriRet(uri="lxc:///system"),
        } | (answers or {})

    def __call__(
        self, *, name: str = NAME, auth: str | None = None, readonly: bool = False, keepalive: bool = True
    ) -> Greeting:
        plan = ConnectPlan(UnixPlan(("/run/sock",)), name, auth)
        sign_in = SignIn("nonce")
        steps = handshake(plan, "/run/sock", readonly=readonly, keepalive=keepalive, sign_in=sign_in)
        try:
            step = next(steps)
            while True:
                assert not callable(step), "nothing here needs work of this machine's"
                spec, args = step
                short = spec.name.removeprefix("REMOTE_PROC_")
                self.asked.append((short, args))
                answer = self._answers[short]
                if callable(answer):
                    answer = answer(args)
                step = steps.throw(answer) if isinstance(answer, Exception) else steps.send(answer)
        except StopIteration as done:
            greeting = done.value
        assert isinstance(greeting, Greeting)
        return greeting

    @property
    def names(self) -> list[str]:
        """The procedures in order, features by number."""
        return [
            f"{name} {args.feature}" if name == "CONNECT_SUPPORTS_FEATURE" else name
            for name, args in self.asked
        ]


def test_order_is_libvirts_own() -> None:
    """Authentication list, keepalive feature, open, then the features of events."""
    run = Run()
    greeting = run()
    assert run.names == [
        "AUTH_LIST",
        "CONNECT_SUPPORTS_FEATURE 10",
        "CONNECT_OPEN",
        "CONNECT_SUPPORTS_FEATURE 14",
        "CONNECT_SUPPORTS_FEATURE 15",
    ]
    assert greeting == Greeting(uri=NAME, features=frozenset(Feature))
    assert run.asked[2][1] == remote.ConnectOpenArgs(name=NAME, flags=0)


def test_readonly_is_a_flag_of_open() -> None:
    """E12: VIR_CONNECT_RO is 1."""
    run = Run()
    run(readonly=True)
    assert run.asked[2][1] == remote.ConnectOpenArgs(name=NAME, flags=1)


def test_without_keepalive_the_daemon_is_not_asked_to_ping() -> None:
    """K3: asking for feature 10 is what makes the daemon send pings."""
    run = Run()
    greeting = run(keepalive=False)
    assert "CONNECT_SUPPORTS_FEATURE 10" not in run.names
    assert Feature.PROGRAM_KEEPALIVE not in greeting.features


def test_features_that_the_daemon_lacks() -> None:
    """A daemon's 0 is a no."""
    run = Run({"CONNECT_SUPPORTS_FEATURE": lambda a: remote.ConnectSupportsFeatureRet(int(a.feature == 14))})
    assert run().features == {Feature.REMOTE_EVENT_CALLBACK}


def test_empty_name_asks_what_was_opened() -> None:
    """U20: the empty string is sent as it is, and the daemon is asked for its choice right after."""
    run = Run()
    greeting = run(name="")
    assert run.asked[2][1] == remote.ConnectOpenArgs(name="", flags=0)
    assert run.names[3] == "CONNECT_GET_URI"
    assert greeting.uri == "lxc:///system"


@pytest.mark.parametrize("offer", [[], [NONE], [NONE, SASL], [NONE, POLKIT]])
def test_none_needs_no_step(offer: list[remote.AuthType]) -> None:
    """An empty list, or none in front, is no authentication."""
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[*offer])})
    run()
    assert "AUTH_POLKIT" not in run.names


def test_ancient_daemon_without_auth_list() -> None:
    """A daemon that does not know AUTH_LIST wants none."""
    run = Run({"AUTH_LIST": UNKNOWN_PROCEDURE})
    assert run().uri == NAME


def test_polkit_is_one_void_call() -> None:
    """Polkit in front is answered by its one call."""
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[POLKIT, SASL])})
    run()
    assert run.asked[1] == ("AUTH_POLKIT", None)


def test_polkit_refused() -> None:
    """Its refusal is an AuthenticationError with the daemon's words and cause."""
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[POLKIT]), "AUTH_POLKIT": REFUSED})
    with pytest.raises(AuthenticationError, match=r"/run/sock: polkit refused.*polkit says no") as caught:
        run()
    assert caught.value.mechanism == "polkit"
    assert caught.value.__cause__ is REFUSED


def test_the_uri_chooses_among_what_is_offered() -> None:
    """`auth=` in the URI beats the daemon's order."""
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[SASL, POLKIT, NONE])})
    run(auth="polkit")
    assert "AUTH_POLKIT" in run.names
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[SASL, NONE])})
    run(auth="none")
    assert "CONNECT_OPEN" in run.names


def test_the_uri_wants_what_is_not_offered() -> None:
    """What the URI insists on and the daemon does not have is said with both names."""
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[NONE])})
    with pytest.raises(AuthenticationError, match="auth=polkit, the daemon offers none"):
        run(auth="polkit")
    assert run.names == ["AUTH_LIST"]


def test_what_we_cannot_give() -> None:
    """A number from the future in front: said at once, with what could be given."""
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[9, NONE])})
    with pytest.raises(AuthenticationError, match=r"asks for 9 .*polkit, sasl, or none") as caught:
        run()
    assert caught.value.mechanism == "9"
    assert caught.value.endpoint == "/run/sock"


@pytest.mark.parametrize("step", ["CONNECT_OPEN", "AUTH_LIST", "AUTH_POLKIT", "CONNECT_SUPPORTS_FEATURE"])
def test_other_errors_pass(step: str) -> None:
    """A lost connection, or a refused open, is the caller's to see as it is."""
    lost = ConnectionLost("gone", maybe_executed=True)
    run = Run({"AUTH_LIST": remote.AuthListRet(types=[POLKIT]), step: lost})
    with pytest.raises(ConnectionLost) as caught:
        run()
    assert caught.value is lost


def test_a_refused_open_is_the_daemons_error() -> None:
    """No driver for the URI: the daemon's own error."""
    error = NoDomain(code=42, domain=0, message="x", level=2)
    with pytest.raises(NoDomain) as caught:
        Run({"CONNECT_OPEN": error})()
    assert caught.value is error


def test_a_shell_that_answers_nonsense_is_our_bug() -> None:
    """The generator trusts no shell with the class of a reply."""
    with pytest.raises(InternalError, match="NoneType instead of AuthListRet"):
        Run({"AUTH_LIST": None})()
