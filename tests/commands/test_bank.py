"""`fordran bank import`: what it prints, what it refuses, and that it can be killed at any point."""

import asyncio
import json
import os
import random
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.api.app import create_app
from fordran.commands.installation import in_transaction, opened
from fordran.domain.books.journal import CLIENT_FUNDS
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from fordran.settings import Settings
from tests.actions.office import open_office
from tests.commands.running import FORDRAN, environment, fordran

BANKGIRO = Operator().bankgiro.replace("-", "")
CASES = 600


@pytest.fixture(scope="module")
def settings(data: Path) -> Iterator[Settings]:
    with opened(replace(Settings(), data=data, sandbox=True, rate_limit_per_second=0)) as ready:
        yield ready


@pytest.fixture(scope="module")
def ocr_numbers(settings: Settings) -> list[str]:
    """Of cases of 1 000 kr each."""

    async def register() -> list[str]:
        app = create_app(settings)
        office = await open_office(app)
        numbers: list[str] = []
        for _ in range(4):
            body = office.case_body(*(office.debt(1000) for _ in range(CASES // 4)))
            numbers += (await office.post("case--registrations", body))["_ocr_numbers_ocr"]
        await office.client.aclose()
        await app.database.close()
        return numbers

    return asyncio.run(register())


def write(path: Path, serial: int, *receipts: DemoTransaction) -> Path:
    file = make_bgmax(
        [Deposit(BANKGIRO, date(2026, 4, 10), serial, receipts)], created=datetime(2026, 4, 10, tzinfo=UTC)
    )
    path.write_bytes(file)
    return path


def bank_import(data: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    return fordran("bank", "import", *files, "--data", data, "--json")


def test_it_prints_what_became_of_each_file(settings: Settings, ocr_numbers: list[str], tmp_path: Path) -> None:
    good = write(
        tmp_path / "good.txt",
        1,
        DemoTransaction(100, ocr_numbers[0], serial="1"),
        DemoTransaction(200, "7", serial="2"),
    )
    bad = tmp_path / "bad.txt"
    bad.write_bytes(good.read_bytes().replace(b"000000300SEK", b"000000301SEK"))
    done = bank_import(settings.data, good, bad, good)
    assert done.returncode == 2
    said = json.loads(done.stdout)
    assert {name: said[name] for name in ("matched", "suspense", "duplicates", "refused")} == {
        "matched": 1,
        "suspense": 1,
        "duplicates": 2,
        "refused": 1,
    }
    assert [file["transactions"] for file in said["files"]] == [2, 0, 2]
    assert said["files"][1]["refused"].startswith("line 5: The deposit is 301")
    assert f"{bad} was refused: line 5" in done.stderr
    assert bank_import(settings.data, good).returncode == 0


def test_a_file_that_is_not_there_is_said_so(settings: Settings, tmp_path: Path) -> None:
    done = bank_import(settings.data, tmp_path / "nowhere.txt")
    assert done.returncode == 2
    # The path is long, and the box around the sentence breaks it.
    assert "nowhere.txt" in "".join(done.stderr.replace("│", "").split())


def number(settings: Settings, statement: str) -> int:
    found: Any = in_transaction(settings, lambda tx: tx.fetchval(statement))
    return int(found)


STORED = "select count(*) from bank_transactions where booking_date = '2026-04-10' and entry like '%|0000{serial}'"
SETTLED = "select count(*) from bank_payments where is_booked"
FUNDS = f"""select coalesce(sum(amount), 0) from (
    select unnest(ledger_accounts) as account, unnest(amounts) as amount from bookings
    union all select unnest(ledger_accounts), unnest(amounts) from bank_bookings) lines where account = {CLIENT_FUNDS}"""


@pytest.mark.parametrize(
    ("serial", "moment", "remark"),
    [
        (2, lambda stored, _: True, "at once"),
        (3, lambda stored, _: stored > 0, "when it is stored"),
        (4, lambda _, settled: settled > 0, "when the first cases are settled"),
        (5, lambda _, settled: settled > CASES // 2, "when half of them are"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_killed_at_any_point_it_is_finished_by_running_it_again(
    settings: Settings,
    ocr_numbers: list[str],
    tmp_path: Path,
    serial: int,
    moment: Callable[[int, int], bool],
    remark: str,
) -> None:
    receipts = [DemoTransaction(1_000 + serial, ocr, serial=f"{index}") for index, ocr in enumerate(ocr_numbers)]
    random.Random(serial).shuffle(receipts)
    file = write(tmp_path / "day.txt", serial, *receipts, DemoTransaction(5, "7", serial="9999"))
    settled, funds = number(settings, SETTLED), number(settings, FUNDS)
    running = subprocess.Popen(
        [*FORDRAN, "bank", "import", str(file), "--data", str(settings.data)],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    given_up = clock.monotonic() + 30
    while running.poll() is None and clock.monotonic() < given_up:
        if moment(number(settings, STORED.format(serial=serial)), number(settings, SETTLED) - settled):
            break
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert number(settings, STORED.format(serial=serial)) in (0, CASES + 1), "all of it or nothing"
    again = bank_import(settings.data, file)
    assert again.returncode == 0, again.stderr
    assert number(settings, STORED.format(serial=serial)) == CASES + 1
    assert number(settings, SETTLED) == settled + CASES, remark
    assert number(settings, FUNDS) == funds + CASES * (1_000 + serial) + 5
    assert number(settings, "select count(*) from bank_files where status <> 'settled'") == 0


def test_whatever_was_killed_the_books_are_in_order(settings: Settings) -> None:
    done = fordran("verify", "--data", settings.data)
    assert done.returncode == 0, done.stdout
