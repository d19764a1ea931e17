"""`fordran verify`: what it prints, and the exit code by which a program knows."""

import asyncio
import json
from pathlib import Path

import asyncpg
import pytest

from fordran.store.embedded import server as embedded
from fordran.store.embedded.cluster import ROLE
from fordran.store.embedded.process import postmaster
from tests.commands.running import fordran


def _change(data: Path, statement: str) -> None:
    """Change the installation's tables by another hand than the service's."""
    running = postmaster(data / "postgres")
    assert running is not None
    password = (data / "database-password").read_text().strip()

    async def change() -> None:
        connection = await asyncpg.connect(f"postgresql://{ROLE}:{password}@127.0.0.1:{running.port}/{ROLE}")
        await connection.execute(statement)
        await connection.close()

    asyncio.run(change())


def test_a_database_without_an_installation_is_told_apart_from_a_wrong_one(tmp_path: Path) -> None:
    with embedded.server(tmp_path / "empty", fast=True):
        refused = fordran("verify", "--data", tmp_path / "empty")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "The database does not have this version's schema: run `fordran migrate` first.\n"


@pytest.fixture(scope="module", autouse=True)
def _partner(data: Path) -> None:
    """A row that can be changed."""
    added = fordran("partner", "add", "--name", "A", "--integration-id", "a", "--organization-no", "1", "--data", data)
    assert added.returncode == 0, added.stderr


def test_an_installation_that_nobody_touched_is_as_it_should_be(data: Path) -> None:
    verified = fordran("verify", "--data", data)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "Everything is as it should be.\n", "")
    as_json = fordran("verify", "--json", "--data", data)
    assert (as_json.returncode, json.loads(as_json.stdout)) == (0, {"differences": [], "count": 0})


def test_what_somebody_changed_is_named_and_the_exit_code_is_1(data: Path) -> None:
    _change(data, "update fordran.partners set name = 'B'")
    verified = fordran("verify", "--data", data)
    assert verified.returncode == 1
    first, last = verified.stdout.splitlines()
    assert first.startswith("partners ")
    assert "content's hash should be " in first
    assert last == "1 difference, in partners."
    as_json = fordran("verify", "--json", "--data", data)
    assert as_json.returncode == 1
    (difference,) = json.loads(as_json.stdout)["differences"]
    assert set(difference) == {"table", "id", "what", "expected", "found"}
    assert difference["table"] == "partners"
    _change(data, "update fordran.partners set name = 'A'")
    assert fordran("verify", "--data", data).returncode == 0


def test_repairing_lists_first_and_repairs_what_is_agreed_to(data: Path) -> None:
    _change(data, "insert into fordran.tallies values ('rows of letters', 'all', 42)")
    listed = fordran("verify", "--repair", "--json", "--data", data)
    assert listed.returncode == 1
    shown = json.loads(listed.stdout)
    assert shown["repairs"] == [
        {"table": "tallies", "id": "rows of letters/all", "changes": {"rows of letters/all": [42, 0]}}
    ]
    assert shown["repaired"] is False
    assert shown["count"] > 0
    unanswered = fordran("verify", "--repair", "--data", data)
    assert unanswered.returncode == 1
    sentence = "Repairable: tallies rows of letters/all: rows of letters/all 42 → 0\n"
    assert sentence in unanswered.stdout
    done = fordran("verify", "--repair", "--yes", "--data", data)
    assert done.returncode == 0, done.stderr
    assert sentence in done.stdout, "neither the list nor the question has repaired it"
    assert done.stdout.endswith("Everything is as it should be.\n")
    again = json.loads(fordran("verify", "--repair", "--yes", "--json", "--data", data).stdout)
    assert again == {"differences": [], "count": 0, "repairs": [], "repaired": False}


def test_what_cannot_be_repaired_stays_a_difference(data: Path) -> None:
    _change(data, "update fordran.partners set name = 'B'")
    refused = fordran("verify", "--repair", "--yes", "--data", data)
    assert refused.returncode == 1
    assert "Nothing can be repaired from other data." in refused.stdout
    _change(data, "update fordran.partners set name = 'A'")
