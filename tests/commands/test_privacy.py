"""`fordran privacy` as a person runs it: an export in a folder, a refusal with its reasons, and nobody by a number."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.demo.fill_demo import fill_demo
from fordran.commands.installation import in_transaction, opened
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from tests.commands.running import fordran

NOBODY = "19121212-1212"


@pytest.fixture(scope="module")
def numbers(data: Path) -> list[str]:
    """The numbers of people in an installation that has the demo's portfolio: with closed cases alone, and with open ones."""

    async def fill(tx: Connection) -> list[str]:
        await fill_demo(tx, MediaFolder(data / "media").put, Operator(), clock.now(), lambda *_: None)
        rows = await tx.fetch(
            """select c.id_number, bool_and(k.closed is not null) as is_closed from customers c
               join cases k on k.account_id = c.account_id and k.customer_id = c.id
               join letters l on l.account_id = k.account_id and l.case_id = k.id and l.media_id is not null
               where c.id_number <> '' and c.is_person group by c.id_number order by 2, 1"""
        )
        return [row["id_number"] for row in rows if row["is_closed"]][:1] + [
            row["id_number"] for row in rows if not row["is_closed"]
        ][:1]

    with opened(Settings.load(data=data, sandbox=True)) as settings:
        return in_transaction(settings, fill)


def said(answer: subprocess.CompletedProcess[str], code: int = 0) -> str:
    assert answer.returncode == code, answer.stderr
    return answer.stdout


def test_an_export_is_a_folder_that_only_we_can_read(data: Path, numbers: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "person"
    told = said(fordran("privacy", "export", numbers[1], "--output", folder, "--json", "--data", data))
    written = json.loads((folder / "person.json").read_text())
    assert json.loads(told)["data"].keys() == written["data"].keys()
    assert written["person"]["id_numbers"] == [numbers[1]]
    assert (folder / "person.pdf").read_bytes().startswith(b"%PDF")
    assert sorted(file.name for file in (folder / "documents").iterdir()) == sorted(
        file["written_to"].removeprefix("documents/") for file in written["files"]
    )
    assert written["files"]
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "person.json").stat().st_mode & 0o077 == 0

    async def recorded(tx: Connection) -> Any:
        return await tx.fetchrow(
            """select "by", act, documents from audit_log where kind = 'read' order by id desc limit 1"""
        )

    with opened(Settings.load(data=data, sandbox=True)) as settings:
        entry = in_transaction(settings, recorded)
    assert (entry["by"], entry["act"]) == ("command", "fordran privacy export")
    assert parsed(entry["documents"]) == [customer["_id"] for customer in written["data"]["customers"]]


def test_an_export_is_not_mixed_with_another(data: Path, numbers: list[str], tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    answer = fordran("privacy", "export", numbers[0], "--output", tmp_path, "--data", data)
    said(answer, 2)
    assert "is not empty" in answer.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["there"]


@pytest.mark.parametrize("command", [("export",), ("erase",), ("erase", "--dry-run")])
def test_nobody_by_that_number_is_a_sentence_without_the_number(
    data: Path, numbers: list[str], command: tuple[str, ...]
) -> None:
    assert numbers
    answer = fordran("privacy", *command, NOBODY, "--data", data)
    said(answer, 2)
    assert "Nothing is held" in answer.stderr
    assert "1212" not in answer.stderr + answer.stdout


def test_a_refusal_says_every_case_and_when(data: Path, numbers: list[str]) -> None:
    for number in numbers:
        answer = fordran("privacy", "erase", number, "--json", "--data", data)
        reasons = json.loads(said(answer, 2))["refused"]
        assert reasons
        for reason in reasons:
            assert reason["case"] in answer.stderr
            assert (reason["closed"] is None) == ("it is open" in reason["why"])
            assert reason["closed"] is None or reason["erasable_from"] in answer.stderr
        assert number not in answer.stderr


def test_a_dry_run_says_what_would_go_and_erases_nothing(data: Path, numbers: list[str]) -> None:
    # A term of one month, and a clock moved past it, let the demo's closed cases go.
    said(fordran("clock", "advance", "--days", "40", "--data", data))
    short = {"FORDRAN_ERASE_AFTER_MONTHS": "1"}
    dry = json.loads(said(fordran("privacy", "erase", numbers[0], "--dry-run", "--json", "--data", data, extra=short)))
    assert (dry["dry_run"], dry["pseudonymised"]) == (True, 1)
    assert dry["bookkeeping_kept"]["law"] == "bokföringslagen 7 kap. 2 §"
    done = json.loads(said(fordran("privacy", "erase", numbers[0], "--json", "--data", data, extra=short)))
    assert done == {name: value for name, value in dry.items() if name != "dry_run"}
    said(fordran("user", "add", "--name", "Anna", "--email", "anna@example.com", "--role", "admin", "--data", data))
    (batch,) = json.loads(said(fordran("privacy", "due", "--json", "--data", data, extra=short)))
    assert (batch["status"], batch["pseudonymise"] > 0) == ("waiting", True)
    mine = ("--as", "anna@example.com", "--json", "--data", data)
    delay = ("--until", "2099-01-01", "--note", "Tvist")
    put_off = json.loads(said(fordran("privacy", "put-off", batch["batch"], *delay, *mine, extra=short)))
    assert (put_off["status"], put_off["put_off_until"]) == ("put_off", "2099-01-01")
    assert "put_off until 2099-01-01" in said(fordran("privacy", "due", "--data", data, extra=short))
    others = json.loads(said(fordran("privacy", "confirm", batch["batch"], *mine, extra=short)))
    assert others["pseudonymised"] == batch["pseudonymise"]
    assert json.loads(said(fordran("privacy", "due", "--json", "--data", data, extra=short))) == []
    assert said(fordran("privacy", "confirm", batch["batch"], *mine, extra=short), 2) == ""
    assert said(fordran("verify", "--data", data)) == "Everything is as it should be.\n"
    assert said(fordran("letters", "verify", "--data", data)) == "Every letter is as it should be.\n"


@pytest.mark.parametrize("command", [("migrate",), ("serve", "--port", "0"), ("privacy", "due")])
def test_a_table_of_which_nobody_says_how_long_it_is_kept_stops_the_start(data: Path, command: tuple[str, ...]) -> None:
    statements = ("create table fordran.notes (note text)", "drop table fordran.notes")
    with opened(Settings.load(data=data, sandbox=True)) as settings:
        in_transaction(settings, lambda tx: tx.execute(statements[0]))
        try:
            refused = fordran(*command, "--data", data)
        finally:
            in_transaction(settings, lambda tx: tx.execute(statements[1]))
    said(refused, 2)
    assert refused.stdout == ""
    assert "could not be erased as the law asks" in refused.stderr
    assert "Nobody says how long the table notes is kept, or why it holds nothing personal." in refused.stderr
    assert "Traceback" not in refused.stderr
