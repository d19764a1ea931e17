"""`fordran simulate`: what would happen, told in three ways, while the installation itself stays as it is."""

import asyncio
import hashlib
import json
import os
import signal
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import asyncpg
import pytest

from fordran import clock
from fordran.store.embedded import server as embedded
from tests.commands.own_server import own_server
from tests.commands.running import ENDS_WITHIN, FORDRAN, environment, fordran, processes_of, serving
from tests.prepared import copy_data


@pytest.fixture(scope="module")
def demo(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo in it."""
    return copy_data(demo_data, tmp_path_factory.mktemp("simulated") / "data")


def _contents(data: Path) -> tuple[dict[str, tuple[int, str]], dict[str, str]]:
    """Every table with its count and a hash of its rows, and every file that is not PostgreSQL's own with its hash."""

    async def tables(url: str) -> dict[str, tuple[int, str]]:
        connection = await asyncpg.connect(url)
        names = await connection.fetch(
            "select schemaname || '.' || tablename as name from pg_tables where schemaname like 'fordran%'"
        )
        found = {}
        for row in names:
            counted = await connection.fetchrow(
                f"""select count(*) as rows, coalesce(md5(string_agg(r::text, '' order by r::text)), '') as hash
                    from {row["name"]} r"""
            )
            found[row["name"]] = (counted["rows"], counted["hash"])
        await connection.close()
        return found

    files = {
        str(path.relative_to(data)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in data.rglob("*")
        if path.is_file() and "postgres" not in path.relative_to(data).parts[0]
    }
    with embedded.server(data) as url:
        return asyncio.run(tables(url)), files


def test_it_reports_every_day_and_leaves_the_installation_as_it_was(demo: Path, tmp_path: Path) -> None:
    before = _contents(demo)
    assert before[0]["fordran.cases"][0] > 40
    done = fordran("simulate", "--days", 45, "--json", "--plot", tmp_path / "plot.svg", "--data", demo)
    assert done.returncode == 0, done.stderr
    assert _contents(demo) == before
    said = json.loads(done.stdout)
    assert len(said["days"]) == 46
    assert said["totals"]["letters"] == sum(day["letters"] for day in said["days"]) > 10
    assert said["totals"]["steps"] > 10
    assert said["totals"]["interest"] > 0
    assert len(said["journal_sha256"]) == 64
    again = fordran("simulate", "--days", 45, "--json", "--data", demo)
    assert json.loads(again.stdout) == said, "from the same start the same happens"
    picture = ET.fromstring((tmp_path / "plot.svg").read_text())
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Letters a day", "Cases closed a day", "fees", "interest", said["from"]} <= set(words)
    assert processes_of(tmp_path) == []


def test_for_people_it_is_a_table_and_invented_cases_can_be_added(demo: Path, tmp_path: Path) -> None:
    done = fordran("simulate", "--days", 15, "--cases", 21, "--plot", tmp_path / "plot.png", "--data", demo)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [word in lines[1] for word in ("day", "letters", "fees, kr", "payouts, kr")] == [True] * 4
    assert any(line.startswith("│ in all") for line in lines)
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_it_runs_beside_a_service_and_an_interruption_leaves_nothing(demo: Path) -> None:
    with serving("--sandbox", "--data", demo) as running:
        command = [*FORDRAN, "simulate", "--days", "300", "--data", str(demo)]
        with subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as process:
            until = clock.monotonic() + 200
            while not list(demo.glob(".fork-*/postgres/data/postmaster.pid")):
                assert clock.monotonic() < until
                clock.sleep(0.05)
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=ENDS_WITHIN)
        assert list(demo.glob(".fork-*")) == []
        assert [pid for pid in processes_of(demo) if b".fork-" in _command(pid)] == []
        assert running.get("/ready")[0] == 200


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_what_a_killed_one_left_is_cleared_away_by_the_next(demo: Path) -> None:
    left = demo / ".fork-1"
    with embedded.server(left, fast=True):
        pass
    assert fordran("simulate", "--days", 1, "--json", "--data", demo).returncode == 0
    assert list(demo.glob(".fork-*")) == []


def test_a_database_of_the_operators_own_is_only_read(tmp_path: Path) -> None:
    with own_server(tmp_path / "server") as url:
        options = ["--database-url", url, "--data", tmp_path / "data"]
        assert fordran("migrate", *options).returncode == 0
        assert fordran("clock", "show", *options).returncode == 0
        done = fordran("simulate", "--days", 2, "--cases", 3, "--json", *options)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["totals"]["letters"] > 0, "a role without the right to make databases is enough"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--plot", "plot.gif"], "plot.gif is neither .svg nor .png.\n"),
        (["--plot", "/no/such/folder/plot.svg", "--days", "1"], "The picture cannot be written to /no/such/folder"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(demo: Path, options: list[str], sentence: str) -> None:
    refused = fordran("simulate", *options, "--data", demo)
    assert refused.returncode == 2
    assert sentence in refused.stderr


def test_there_has_to_be_something_to_simulate(tmp_path: Path) -> None:
    refused = fordran("simulate", "--data", tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.endswith(f"There is no installation in {tmp_path} or its database yet.\n")
