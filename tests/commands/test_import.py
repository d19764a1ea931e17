"""`fordran import` as a person runs it: what it prints, its exit codes, and that it goes on after it was killed."""

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fordran.commands.import_run import BATCH
from fordran.store.connections.database import Database
from fordran.store.embedded import server as embedded
from tests.actions.imports.importing import Place, debt, invoice, json_lines, settled
from tests.commands.running import ENDS_WITHIN, FORDRAN, environment, fordran


def _ask(data: Path, question: Callable[[Database], Any]) -> Any:
    async def ask(url: str) -> Any:
        database = Database(url, 1)
        try:
            return await question(database)
        finally:
            await database.close()

    with embedded.server(data) as url:
        return asyncio.run(ask(url))


def _count(data: Path, table: str) -> int:
    async def count(database: Database) -> int:
        async with database.connection() as connection:
            found: int = await connection.fetchval(f"select count(*) from {table}")
        return found

    found: int = _ask(data, count)
    return found


@pytest.fixture(scope="module")
def at(data: Path) -> Place:
    """An account in the installation."""
    partner = ["--name", "Å AB", "--integration-id", "import", "--organization-no", "556036-0793"]
    assert fordran("partner", "add", *partner, "--data", data).returncode == 0
    place: Place = _ask(data, settled)
    return place


def test_all_registered_is_exit_code_0_and_json_alone(data: Path, at: Place, tmp_path: Path) -> None:
    path = json_lines(tmp_path / "a.jsonl", [invoice(at, "A1"), invoice(at, "A2")])
    done = fordran("import", "invoices", path, "--json", "--data", data)
    assert (done.returncode, done.stderr) == (0, "")
    shown = json.loads(done.stdout)
    assert shown.pop("report")
    assert len(shown.pop("sha256")) == 64
    assert shown == {
        "kind": "invoices",
        "filename": "a.jsonl",
        "rows_read": 2,
        "registered": 2,
        "duplicates": 0,
        "refused": 0,
        "warnings": 0,
        "refusals": [],
        "doubts": [],
    }
    again = fordran("import", "invoices", path, "--json", "--data", data)
    assert again.returncode == 0
    shown = json.loads(again.stdout)
    assert (shown["registered"], shown["duplicates"]) == (0, 2)
    assert "not registered again" in again.stderr


def test_refused_rows_are_exit_code_1_and_shown_with_their_reasons(data: Path, at: Place, tmp_path: Path) -> None:
    header = "debts.invoice_number;debts.invoice_date;debts.capital_to_claim;debts.invoice_due_days_after_invoice_date"
    header += ";first_action;currency;customer.name;customer.address.address_line_1;customer.address.zip_code"
    header += ";customer.address.city;customer.id_number"
    right = "B1;2026-03-03;1 234,50;30;reminder;SEK;Åsa;Storgatan 1;111 22;Lund;811218-9876"
    wrong = "B2;2026-03-03;gratis;30;reminder;EUR;Åsa;Storgatan 1;111 22;Lund;811218-9876"
    path = tmp_path / "b.csv"
    path.write_text("\n".join([header, right, wrong]), encoding="cp1252")
    options = ["--account", at.account, "--creditor", at.creditors[0], "--data", data]
    done = fordran("import", "cases", path, *options)
    assert done.returncode == 1, done.stderr
    for text in ("registered  1", "refused     1", "debts.0.capital_to_claim", "'gratis' is no number.", "currency"):
        assert text in done.stdout, done.stdout
    as_json = fordran("import", "cases", path, *options, "--json")
    assert as_json.returncode == 1
    assert json.loads(as_json.stdout)["refusals"] == [
        {
            "row": 3,
            "issues": {
                "currency": "unallowed value EUR: must be one of SEK",
                "debts": {"0": {"capital_to_claim": "'gratis' is no number."}},
            },
        }
    ]


@pytest.mark.parametrize(
    ("content", "sentence", "remark"),
    [
        (b"", "The first row should name the columns.", "nothing in it"),
        (b'{"a": 1}\n{"a": \n', "row 2: The line is no JSON", "broken off"),
        (b"PK\x03\x04 nonsense", "no Excel workbook", "a damaged workbook"),
        (b'a;b\n"1;2\n', "no CSV", "a quote that never ends"),
    ],
)
def test_a_file_that_cannot_be_read_is_exit_code_2(
    data: Path, tmp_path: Path, content: bytes, sentence: str, remark: str
) -> None:
    path = tmp_path / "c"
    path.write_bytes(content)
    done = fordran("import", "invoices", path, "--json", "--data", data)
    assert (done.returncode, done.stdout) == (2, ""), remark
    assert sentence in done.stderr, remark
    assert "Traceback" not in done.stderr


def test_whose_rows_are_is_asked_once_and_what_is_doubtful_is_counted(data: Path, at: Place, tmp_path: Path) -> None:
    ownerless = [{**invoice(at, f"W{n}")} for n in (1, 2)]
    for one in ownerless:
        del one["account"]
        one["customer"] = {**one["customer"], "email": "nobody-at-all"}
    path = json_lines(tmp_path / "w.jsonl", ownerless)
    done = fordran("import", "invoices", path, "--data", data)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip() == "No row of w.jsonl names its account: give --account ID."
    told = fordran("import", "invoices", path, "--account", at.account, "--json", "--data", data)
    shown = json.loads(told.stdout)
    assert (shown["registered"], shown["warnings"]) == (2, 2), told.stdout
    assert [doubt["row"] for doubt in shown["doubts"]] == [1, 2]


def test_no_file_is_exit_code_2(data: Path, tmp_path: Path) -> None:
    done = fordran("import", "cases", tmp_path / "none", "--data", data)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{tmp_path / 'none'} cannot be read: No such file or directory.\n"


def test_an_import_that_was_killed_goes_on_where_it_was(data: Path, at: Place, tmp_path: Path) -> None:
    before, wanted = _count(data, "invoices"), 6 * BATCH
    path = json_lines(tmp_path / "d.jsonl", [invoice(at, f"D{number}") for number in range(wanted)])
    command = [*FORDRAN, "import", "invoices", str(path), "--json", "--data", str(data)]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    children: list[int] = []
    while not (done := _count(data, "invoices") - before):
        assert process.poll() is None, process.communicate()
        children = _children(process.pid) or children
        time.sleep(0.01)
    process.kill()
    process.communicate()
    done = _count(data, "invoices") - before
    assert 0 < done < wanted
    assert done % BATCH == 0
    finished = fordran("import", "invoices", path, "--json", "--data", data)
    assert finished.returncode == 0, finished.stderr
    shown = json.loads(finished.stdout)
    assert (shown["registered"], shown["duplicates"]) == (wanted - done, done)
    assert _count(data, "invoices") - before == wanted
    assert children
    assert not [pid for pid in children if _lives(pid)]


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_ctrl_c_stops_an_import_between_batches(data: Path, at: Place, tmp_path: Path) -> None:
    before = _count(data, "cases")
    path = json_lines(tmp_path / "e.jsonl", [debt(at, f"E{number}") for number in range(4 * BATCH)])
    command = [*FORDRAN, "import", "cases", str(path), "--json", "--data", str(data)]
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while _count(data, "cases") == before:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=ENDS_WITHIN)
    assert process.returncode != 0
    assert "Traceback" not in errors, errors
    assert (_count(data, "cases") - before) % BATCH == 0
