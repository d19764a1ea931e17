"""What the service is deployed with is read by the tools that know it, and says nothing that is not there.

No container is started and no unit run here: that takes a machine. Each file is parsed by the grammar of its kind, and what it
names of ours (settings, commands, metrics, paths) is held against the program.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from compose_spec import PyCompose

from fordran import clock
from fordran.actions.monitoring.list_deliveries import Queued
from fordran.actions.monitoring.read_figures import Figures, QueueLength, SuspenseTotal
from fordran.api.description.guides import GUIDES
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.rows.schema_rows import DeliveryOutcomeRow, JobRunRow, WorkerHeartbeatRow
from fordran.web import metrics
from fordran.web.figures import DatabaseFigures, ProcessFigures

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = {"one": ROOT / "compose.yaml", "many": DEPLOY / "compose.many.yaml"}
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
SECONDS = 60


def run(*command: str) -> str:
    """What a tool says, standard error too; it has to end well."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


# Containers -------------------------------------------------------------------------------------------------------------------


def test_hadolint_finds_nothing_in_the_containerfile() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    assert run(str(hadolint), "--no-color", str(ROOT / "Containerfile")) == ""


def test_the_image_is_built_of_files_that_are_there_and_not_left_out() -> None:
    text = (ROOT / "Containerfile").read_text()
    let_through = re.findall(r"^!(\S+)$", (ROOT / ".containerignore").read_text(), re.MULTILINE)
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for name in line.split()]
    assert sorted(copied) == sorted(let_through)
    assert all((ROOT / name).exists() for name in copied)


def test_what_the_image_copies_is_enough_to_build_the_package_whole(tmp_path: Path) -> None:
    """The package as the build has it, made from a copy of just those files: with its data, and with the guides."""
    source, built = tmp_path / "source", tmp_path / "built"
    for line, to in re.findall(r"^COPY (?!--from)(.+) (\S+)$", (ROOT / "Containerfile").read_text(), re.MULTILINE):
        for name in line.split():
            target = source / to / (Path(name).name if to.endswith("/") else "")
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, target)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build", "--build-lib", str(built)],
        cwd=source,
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    made = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    ours = {path.relative_to(source).as_posix() for path in (source / "fordran").rglob("*") if path.is_file()}
    assert made == ours | {f"fordran/api/description/guides/{name}" for name in GUIDES.values()}


def test_nothing_in_the_image_runs_as_root() -> None:
    assert re.findall(r"^USER (\S+)$", (ROOT / "Containerfile").read_text(), re.MULTILINE) == ["10001:10001"]


@pytest.fixture(params=COMPOSE)
def compose(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A compose file as its specification has it, with what is merged in merged."""
    merged = yaml.safe_load(COMPOSE[request.param].read_text())
    read: dict[str, Any] = PyCompose.from_yaml(yaml.safe_dump(merged)).to_dict()
    assert read["services"].keys() == merged["services"].keys()
    return merged | {"folder": COMPOSE[request.param].parent}


def ours(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: one for name, one in compose["services"].items() if one["image"].startswith("fordran:")}


def test_a_compose_file_that_is_wrong_is_refused_by_the_specification() -> None:
    with pytest.raises(ValueError, match="prots"):
        PyCompose.from_yaml("services:\n  one:\n    image: fordran\n    prots: ['80:80']\n")


def test_containers_run_this_version_with_commands_and_settings_that_exist(compose: dict[str, Any]) -> None:
    known = {f"FORDRAN_{entry.name.upper()}" for entry in fields(Settings)}
    for name, one in ours(compose).items():
        assert one["image"] == f"fordran:{VERSION}", name
        assert one["command"] in (["serve"], ["worker"], ["migrate"]), name
        assert {setting.removesuffix("_FILE") for setting in one["environment"]} <= known, name


def test_containers_of_ours_can_do_as_little_as_they_need(compose: dict[str, Any]) -> None:
    for name, one in ours(compose).items():
        assert one["read_only"] is True, name
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        assert all(port.startswith("127.0.0.1:") for port in one.get("ports", ())), name


def test_what_a_compose_file_names_is_declared_in_it(compose: dict[str, Any]) -> None:
    for name, one in compose["services"].items():
        for kind in ("secrets", "networks", "configs"):
            used = {entry if isinstance(entry, str) else entry["source"] for entry in one.get(kind, ())}
            assert used <= compose.get(kind, {}).keys(), f"{name}: {kind}"
        volumes = {volume.split(":")[0] for volume in one.get("volumes", ())}
        assert volumes <= compose["volumes"].keys(), name
        assert one.get("depends_on", {}).keys() <= compose["services"].keys(), name
        if "build" in one:
            context = (compose["folder"] / one["build"]["context"]).resolve()
            assert (context / one["build"]["dockerfile"]).is_file(), name


def test_many_is_two_services_and_workers_behind_a_proxy_on_one_database() -> None:
    services = yaml.safe_load(COMPOSE["many"].read_text())["services"]
    assert [name for name, one in services.items() if one.get("command") == ["serve"]] == ["one", "two"]
    assert services["worker"]["deploy"]["replicas"] == 2
    assert {name for name, one in services.items() if "ports" in one} == {"proxy"}
    # The proxy sees the services and not the database.
    assert services["proxy"]["networks"] == ["front"]
    assert services["database"]["networks"] == ["inside"]


def test_the_settings_that_all_share_can_be_read_and_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DEPLOY / "fordran.toml.example").read_text()
    (tmp_path / "fordran.toml").write_text(text)
    read = Settings.load(data=tmp_path)
    assert read.workers == 1
    assert "\n".join(Operator.first_lines()) in text


# The proxy --------------------------------------------------------------------------------------------------------------------


def test_the_proxy_is_told_all_that_its_file_asks_for() -> None:
    asked = set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "Caddyfile").read_text()))
    assert yaml.safe_load(COMPOSE["many"].read_text())["services"]["proxy"]["environment"].keys() == asked


def test_the_proxy_keeps_metrics_inside_and_believes_no_caller() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert "@inside path /metrics\n\trespond @inside 404" in text
    assert "header_up X-Forwarded-For {remote_host}" in text
    assert "health_uri /ready" in text


def test_caddy_reads_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed")
    for name, value in {"DOMAIN": "localhost:8443", "ONE": "127.0.0.1:8001", "TWO": "127.0.0.1:8002"}.items():
        monkeypatch.setenv(f"FORDRAN_{name}", value)
    assert "Valid configuration" in run(caddy, "validate", "--adapter", "caddyfile", "--config", f"{DEPLOY}/Caddyfile")


def test_haproxy_keeps_metrics_inside_believes_no_caller_and_sends_nothing_twice() -> None:
    text = (DEPLOY / "haproxy.cfg").read_text()
    assert "http-request return status 404 if { path /metrics }" in text
    assert "http-request del-header Forwarded\n    http-request set-header X-Forwarded-For %[src]" in text
    assert "option httpchk GET /ready" in text
    assert re.findall(r"^ *retry-on (.+)$", text, re.MULTILINE) == ["conn-failure"]


def test_haproxy_reads_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    haproxy = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    if haproxy is None:
        pytest.skip("haproxy is not installed")
    asked = re.findall(r"\$\{(\w+)\}", (DEPLOY / "haproxy.cfg").read_text())
    assert sorted(asked) == ["FORDRAN_BIND", "FORDRAN_ONE", "FORDRAN_TWO"]
    for number, name in enumerate(asked):
        monkeypatch.setenv(name, f"127.0.0.1:{8001 + number}")
    assert "Configuration file is valid" in run(haproxy, "-c", "-f", f"{DEPLOY}/haproxy.cfg")


# Units ------------------------------------------------------------------------------------------------------------------------


def settings_of(unit: Path) -> list[tuple[str, str]]:
    return re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_reads_a_unit_and_finds_nothing(unit: Path, tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not installed")
    # Its program is looked for; here any will do.
    for one in UNITS:
        (tmp_path / one.name).write_text(one.read_text().replace("/opt/fordran/bin/fordran", "/bin/true"))
    assert run(verify, "verify", "--man=no", str(tmp_path / unit.name)) == ""


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_systemd_finds_a_unit_hardly_exposed(unit: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not installed")
    said = run(verify, "security", "--offline=true", "--no-pager", "--threshold=20", str(unit))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    assert float(found[1]) <= 2.0


def test_every_unit_is_as_hardened_as_the_others() -> None:
    kinds = ("Protect", "Private", "Restrict", "SystemCall", "NoNew", "Lock", "Capability", "Ambient", "UMask")
    first, *others = [[pair for pair in settings_of(unit) if pair[0].startswith(kinds)] for unit in SERVICES]
    assert len(first) > 20
    assert all(other == first for other in others)


def test_units_run_commands_that_exist_with_settings_that_exist() -> None:
    known = {f"FORDRAN_{entry.name.upper()}" for entry in fields(Settings)}
    commands = set()
    for unit in SERVICES:
        for name, value in settings_of(unit):
            if name == "Environment":
                assert value.partition("=")[0] in known, unit
            if name == "ExecStart":
                commands |= set(re.findall(r"bin/fordran (\w+)", value))
    assert commands == {"serve", "worker", "backup", "verify"}


@pytest.mark.parametrize("name", ["fordran.service", "fordran-worker@.service"])
def test_a_service_says_when_it_is_ready_and_that_it_works(name: str) -> None:
    found = settings_of(DEPLOY / "systemd" / name)
    assert ("Type", "notify") in found
    assert dict(found).keys() >= {"WatchdogSec", "MemoryMax", "MemoryHigh", "OnFailure", "OOMPolicy"}


def test_a_migration_that_fails_ends_the_reload() -> None:
    """Commands of ExecReload run in their order, and the first that fails ends them."""
    reload = [value for name, value in settings_of(DEPLOY / "systemd/fordran.service") if name == "ExecReload"]
    assert reload == ["/opt/fordran/bin/fordran migrate", "/bin/kill -HUP $MAINPID"]


def test_backup_and_verification_have_timers_and_report_their_failure() -> None:
    for name in ("fordran-backup", "fordran-verify"):
        assert dict(settings_of(DEPLOY / f"systemd/{name}.timer"))["WantedBy"] == "timers.target"
        assert dict(settings_of(DEPLOY / f"systemd/{name}.service"))["OnFailure"] == "fordran-failed@%n.service"


# Figures ----------------------------------------------------------------------------------------------------------------------

LABELS = {"instance", "job", "le"}
"""What Prometheus adds by itself."""


def served() -> dict[str, set[str]]:
    """Every metric that is served, with its labels."""
    metrics.observe("GET /cases", 200, 0.01)
    now = clock.now()
    figures = Figures(
        outcomes=[DeliveryOutcomeRow(channel="email", outcome="failed", happened=1)],
        queued=[Queued(channel="email", queued=1)],
        queues=[QueueLength(queue="step", depth=1, oldest=now)],
        suspense=SuspenseTotal(transactions=1, amount=100),
        jobs=[JobRunRow(job="verify", runs=1, failures=0, done=1, microseconds=1, last_run=now, last_success=now)],
        workers=[WorkerHeartbeatRow(worker="a:1", version="0", started=now, beat=now)],
        sealed=now.date(),
        is_sandbox=False,
    )
    process = ProcessFigures(Database("postgresql://nobody@127.0.0.1:1/nothing"), ROOT)
    text = metrics.text(DatabaseFigures(figures, now), process).decode()
    found: dict[str, set[str]] = {"up": set()}
    for name, labels in re.findall(r"^(fordran_\w+)(?:\{(.*)\})? ", text, re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r"(\w+)=", labels))
    return found


def expressions() -> Iterator[str]:
    """What the dashboard and the alerts ask Prometheus."""
    dashboard = json.loads((DEPLOY / "monitoring/grafana-dashboard.json").read_text())
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield re.sub(r"label_values\((\w+), (\w+)\)", r"count by (\2) (\1)", variable["query"]["query"])
    for group in yaml.safe_load((DEPLOY / "monitoring/alerts.yaml").read_text())["groups"]:
        yield from (rule["expr"] for rule in group["rules"])


def selectors(parsed: Any) -> Iterator[Any]:
    """Every selector of metrics within an expression."""
    if isinstance(parsed, promql_parser.VectorSelector):
        yield parsed
    for part in ("expr", "lhs", "rhs", "vector_selector", "param"):
        if (below := getattr(parsed, part, None)) is not None:
            yield from selectors(below)
    for below in getattr(parsed, "args", ()):
        yield from selectors(below)


@pytest.mark.parametrize("expression", [*expressions()])
def test_every_metric_and_label_that_is_asked_for_is_served(expression: str) -> None:
    parsed = promql_parser.parse(expression.replace("$__rate_interval", "5m").replace("$instance", ".*"))
    found, there = [*selectors(parsed)], served()
    assert len(found) == len(re.findall(r"\b(?:fordran_\w+|up\{)", expression))
    for selector in found:
        assert selector.name in there
        asked = {matcher.name for matcher in selector.matchers.matchers}
        assert asked <= there[selector.name] | LABELS, expression
    for labels in re.findall(r"\bby \(([\w, ]+)\)", expression):
        assert set(labels.split(", ")) <= set().union(*(there[one.name] for one in found)) | LABELS, expression


def test_every_metric_that_is_served_is_on_the_page_and_on_the_dashboard() -> None:
    page, asked = (ROOT / "docs/deploying.md").read_text(), " ".join(expressions())
    families = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name in served() if name != "up"}
    assert set(re.findall(r"^\| `(fordran_\w+)` \|", page, re.MULTILINE)) == families
    assert all(family in asked for family in families)


def test_prometheus_reads_its_files() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed")
    assert "19 rules found" in run(promtool, "check", "config", str(DEPLOY / "monitoring/prometheus.yaml"))


def test_panels_of_the_dashboard_do_not_cover_each_other() -> None:
    panels = json.loads((DEPLOY / "monitoring/grafana-dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not taken & cells, panel["title"]
        assert place["x"] + place["w"] <= 24, panel["title"]
        taken |= cells


def test_the_page_speaks_of_files_that_are_there() -> None:
    page = (ROOT / "docs/deploying.md").read_text()
    named = set(re.findall(r"`(deploy/[\w./@-]+|Containerfile|compose\.yaml)`", page))
    assert all((ROOT / name).exists() for name in named)
    assert set(re.findall(r"`(fordran[\w-]*@?\.(?:service|timer))`", page)) <= {unit.name for unit in UNITS}
