"""What is counted, and what the figures are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.serving.metrics import Metrics
from tests.provider.client import http, page, provider, settings

if TYPE_CHECKING:
    from purevirt.provider.core.signals import BackendObserver


def lines(metrics: Metrics) -> list[str]:
    """Return the page as lines."""
    return metrics.page().decode().splitlines()


def test_a_backend_counts_its_calls_and_reconnects() -> None:
    """Calls by operation and outcome, their duration, and connections made again."""
    metrics = Metrics()
    backend: BackendObserver = metrics
    backend.api_called("domain_get_state", "ok", 0.002)
    backend.api_called("domain_get_state", "timeout", 30.0)
    backend.reconnected("a")
    assert {
        'bigfleet_libvirt_api_calls_total{op="domain_get_state",outcome="ok"} 1.0',
        'bigfleet_libvirt_api_calls_total{op="domain_get_state",outcome="timeout"} 1.0',
        'bigfleet_libvirt_api_duration_seconds_bucket{le="0.0025",op="domain_get_state"} 1.0',
        'bigfleet_libvirt_api_duration_seconds_count{op="domain_get_state"} 2.0',
        'bigfleet_libvirt_reconnects_total{zone="a"} 1.0',
    } <= set(lines(metrics))


def test_what_is_alerted_on_is_there_before_it_happens() -> None:
    """Prometheus sees no increase in a series that begins with 1: the first fenced call would be missed."""
    made = set(lines(Metrics()))
    for kind in ("create", "configure", "drain", "delete"):
        method = kind.capitalize()
        assert (
            f'bigfleet_libvirt_grpc_requests_total{{code="FAILED_PRECONDITION",method="{method}"}} 0.0'
            in made
        )
        for result in ("failed", "timed_out"):
            name = "bigfleet_libvirt_transition_duration_seconds_count"
            assert f'{name}{{kind="{kind}",result="{result}"}} 0.0' in made
    for outcome in ("ok", "error"):
        assert f'bigfleet_libvirt_reconcile_total{{outcome="{outcome}"}} 0.0' in made


async def test_zone_up_is_what_the_backend_said_last() -> None:
    """The last observation says that the zone is up; a host that goes away afterwards shows at once."""
    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        metrics = p.server._metrics
        assert 'bigfleet_libvirt_zone_up{zone="a"} 1.0' in lines(metrics)
        assert 'bigfleet_libvirt_reconnects_total{zone="a"} 0.0' in lines(metrics)
        metrics.zone_changed("a", up=False)
        _, body = await http(p.server.http_port, page("/metrics"))
        assert 'bigfleet_libvirt_zone_up{zone="a"} 0.0' in body.splitlines()
        metrics.zone_changed("a", up=True)
        assert 'bigfleet_libvirt_zone_up{zone="a"} 1.0' in lines(metrics)
