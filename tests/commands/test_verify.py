"""`fordran verify`: what it prints, and the exit code by which a program knows."""

import asyncio
import json
from pathlib import Path

import asyncpg

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


def test_an_installation_that_nobody_touched_is_as_it_should_be(data: Path) -> None:
    added = fordran("partner", "add", "--name", "A", "--integration-id", "a", "--organization-no", "1", "--data", data)
    assert added.returncode == 0, added.stderr
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
