"""docs/operating.md and deploy/ against the process: flags, metrics, alerts, dashboard, certificates."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from cryptography import x509
from prometheus_client.parser import text_string_to_metric_families

from purevirt.provider.core.model import Kind
from purevirt.provider.serving.metrics import PREFIX, Metrics
from purevirt.provider.settings.flags import FLAGS
from tests.docs.recipe import ROOT
from tests.provider.client import provider, settings
from tests.provider.grpc_end import grpc_ends_here
from tests.provider.pki import authority

__all__ = ["grpc_ends_here"]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from prometheus_client.metrics_core import Metric

PAGE = (ROOT / "docs" / "operating.md").read_text()
RULES = ROOT / "deploy" / "prometheus" / "purevirt.rules.yaml"
DASHBOARD = ROOT / "deploy" / "grafana" / "purevirt.json"
# What Prometheus itself adds to every sample.
TARGET_LABELS = {"instance", "job"}


@pytest.fixture
async def families() -> dict[str, Metric]:
    """Every metric that a provider has, by its name, each with a sample at least."""
    async with provider(settings()) as p:
        metrics = p.server._metrics
        _use(metrics)
        page = metrics.page().decode()
    found = {}
    for family in text_string_to_metric_families(page):
        name = f"{family.name}_total" if family.type == "counter" else family.name
        if not name.endswith("_created"):
            found[name] = family
    return found


def _use(metrics: Metrics) -> None:
    """Count one of everything, since a metric with labels shows none before its first."""
    for kind in Kind:
        metrics.transition_started(kind)
        metrics.transition_ended(kind, "succeeded", 1.0)
    metrics.called("Get", "OK", 0.1)
    metrics.reconciled(success=True)
    metrics.api_called("domain_get_state", "ok", 0.1)
    metrics.reconnected("a")
    metrics._certificates.labels("server").set(1)


def samples(families: dict[str, Metric]) -> dict[str, set[str]]:
    """Return the labels of every series, by the name that an expression has to use."""
    return {sample.name: set(sample.labels) for family in families.values() for sample in family.samples}


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table after a heading."""
    table = PAGE.partition(f"\n{heading}\n")[2].partition("\n|")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_the_table_of_flags_is_the_parser() -> None:
    """Every flag in its order, with its default and its meaning; the table is what --help says."""
    wanted = [
        [f"`--{flag.name}`", "-" if flag.default is None else f"`{flag.default}`", flag.help]
        for flag in FLAGS
    ]
    assert rows("## Settings") == wanted


def test_the_table_of_metrics_is_the_registry(families: dict[str, Metric]) -> None:
    """Every metric with its kind and labels, and none that is not there."""
    documented = {name.strip("`"): (kind, labels) for name, kind, labels, _ in rows("### Metrics")}
    there = {}
    for name, family in families.items():
        labels = sorted(set().union(*(sample.labels for sample in family.samples)) - {"le"})
        there[name.removeprefix(PREFIX)] = (family.type, labels)
    assert {
        name: (kind, sorted(labels.replace("-", "").replace(",", "").split()))
        for name, (kind, labels) in documented.items()
    } == there


def expressions() -> Iterator[tuple[str, str]]:
    """Yield every expression of the alerts and of the dashboard, with where it is."""
    for rule in alerts():
        yield rule["alert"], rule["expr"]
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


def alerts() -> list[dict[str, Any]]:
    """Return the alert rules."""
    return [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]


def test_every_metric_of_alerts_and_dashboard_exists(families: dict[str, Metric]) -> None:
    """Names and labels, both of which would otherwise select nothing and stay silent for ever."""
    known = samples(families)
    for where, expression in expressions():
        used = re.findall(rf"({PREFIX}\w+)(?:{{([^}}]*)}})?", expression)
        assert used, where
        labels = set(TARGET_LABELS)
        for name, selector in used:
            assert name in known, (where, name)
            labels |= known[name]
            for label in re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", selector):
                assert label in known[name] | TARGET_LABELS, (where, name, label)
        for grouped in re.findall(r"\b(?:by|on)\s*\(([^)]*)\)", expression):
            assert {label.strip() for label in grouped.split(",")} <= labels, (where, grouped)
        assert expression.count("(") == expression.count(")"), where


def test_what_operators_must_hear_of_has_an_alert() -> None:
    """Fenced calls, failed transitions, zones down, slow commits, certificates; each explains itself."""
    text = RULES.read_text()
    for metric in (
        'grpc_requests_total{code="FAILED_PRECONDITION"}',
        'transition_duration_seconds_count{result!="succeeded"}',
        "zone_up == 0",
        "state_commit_seconds_bucket",
        "certificate_expiry_timestamp_seconds - time()",
        "identity_rejected_total",
    ):
        assert PREFIX + metric in text
    names = [rule["alert"] for rule in alerts()]
    assert len(set(names)) == len(names)
    for rule in alerts():
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"]
        used = set(re.findall(r"\$labels\.(\w+)", str(rule["annotations"])))
        assert used <= set(re.findall(r"\w+", rule["expr"])) | {"zone", "certificate"}


def test_panels_do_not_overlap() -> None:
    """Grafana would move them about."""
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken
        assert place["x"] + place["w"] <= 24
        taken |= cells


def test_the_certificate_recipe_makes_a_shards_certificate(tmp_path: Path) -> None:
    """The two openssl commands of the page, as they stand there."""
    commands = PAGE.partition("    openssl req")[2].partition("\n\n")[0]
    (tmp_path / "ca.crt").write_bytes(authority().pem)
    (tmp_path / "ca.key").write_bytes(authority().key_pem)
    done = subprocess.run(
        ["sh", "-ec", "openssl req" + commands],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    made = x509.load_pem_x509_certificate((tmp_path / "shard.crt").read_bytes())
    made.verify_directly_issued_by(x509.load_pem_x509_certificate(authority().pem))
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.UniformResourceIdentifier) == ["bigfleet://shard/shard-1"]
