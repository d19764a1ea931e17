"""`fordran payouts`, `sie` and `trace`, as a person runs them; and an export that is killed for real."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from lxml import etree

from fordran import clock
from fordran.api.app import create_app
from fordran.formats.sie import read_sie
from fordran.settings import Settings
from fordran.store.embedded import server as embedded
from tests.actions.bank_hall import bgmax, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.commands.running import ENDS_WITHIN, FORDRAN, environment, fordran
from tests.prepared import copy_data

NAMES = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"}
TODAY = clock.stockholm_date(clock.now())


@pytest.fixture(scope="module")
def data(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A sandbox's data folder, whose PostgreSQL runs all the while."""
    folder = copy_data(prepared, tmp_path_factory.mktemp("payouts") / "data")
    with embedded.server(folder, fast=True):
        made = fordran("clock", "show", "--data", folder, extra={"FORDRAN_SANDBOX": "true"})
        assert made.returncode == 0, made.stderr
        yield folder


def earn(data: Path, cases: int) -> list[str]:
    """Cases of which half was paid the day before yesterday, of a creditor that is paid every day; their OCR numbers."""

    async def work() -> list[str]:
        with embedded.server(data) as url:
            app = create_app(replace(Settings(), database_url=url, data=data))
            try:
                desk: PayoutDesk = await open_desk(app, data, case_config={"payout_frequency": "daily"})
                async with aclosing(desk.office.client):
                    made = [await desk.debt(200) for _ in range(cases)]
                    for case in made:
                        await desk.paid(case, 100_00, TODAY - timedelta(days=2))
                    return [(await desk.office.case(case))["ocr_number"] for case in made]
            finally:
                await app.database.close()

    return asyncio.run(work())


def run(data: Path, *arguments: object) -> dict[str, object]:
    """What a command that has to succeed prints as JSON."""
    done = fordran(*arguments, "--json", "--data", data)
    assert done.returncode == 0, done.stderr
    printed: dict[str, object] = json.loads(done.stdout)
    return printed


def ids(file: Path) -> list[str]:
    return [element.text or "" for element in etree.parse(file).iterfind(".//p:EndToEndId", NAMES)]


def test_payouts_are_prepared_and_exported_once_and_the_books_close(data: Path, tmp_path: Path) -> None:
    (number, *_) = earn(data, 3)
    assert run(data, "payouts", "prepare") == {"gathered": 3, "payouts": 1, "ready": 1}
    assert run(data, "payouts", "invoice") == {"accounts": 0}, "no month with kept fees has ended"
    done = run(data, "payouts", "export", "--output", tmp_path / "order.xml")
    assert (done["payouts"], done["transfers"], done["amount"]) == (1, 1, 300)
    assert Path(str(done["file"])) == tmp_path / "order.xml"
    assert len(ids(tmp_path / "order.xml")) == 1
    again = run(data, "payouts", "export", "--output", tmp_path / "again.xml")
    assert (again["file"], again["payouts"], (tmp_path / "again.xml").exists()) == (None, 0, False)

    traced = run(data, "trace", number)
    (payment,) = traced["cases"][0]["payments"]  # type: ignore[index]
    assert payment["settled"][0]["specifications"][0]["payout"] == ids(tmp_path / "order.xml")[0]
    assert number in fordran("trace", number, "--data", data).stdout

    file = tmp_path / "books.si"
    days = ["--from", TODAY - timedelta(days=5), "--to", TODAY]
    vouchers = run(data, "sie", "export", *days, "--output", file)["vouchers"]
    assert len(read_sie(file.read_bytes()).vouchers) == vouchers
    (*_, last) = run(data, "report", "reconciliation")  # type: ignore[misc]
    assert (last["client_funds"], last["difference"], last["documents_differ_by"]) == (0, 0, 0)


def test_without_a_name_the_order_goes_to_the_data_folder(data: Path) -> None:
    earn(data, 1)
    run(data, "payouts", "prepare")
    file = Path(str(run(data, "payouts", "export")["file"]))
    assert file.parent == data / "payouts"
    assert len(ids(file)) == 1


def test_what_leads_nowhere_is_said(data: Path) -> None:
    done = fordran("trace", "1234567897", "--data", data)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no case, payout or bank transaction by '1234567897'.\n"


def test_a_day_that_is_none_is_refused(data: Path, tmp_path: Path) -> None:
    done = fordran("sie", "export", "--from", "2026-02-30", "--to", TODAY, "--output", tmp_path / "x", "--data", data)
    assert (done.returncode, done.stderr) == (2, "'2026-02-30' is no day: write it as 2026-03-03.\n")
    assert not (tmp_path / "x").exists()


def test_an_export_that_is_killed_pays_nothing_twice(data: Path, tmp_path: Path) -> None:
    """Killed again and again, a little later each time, until one gets through."""
    for _ in range(4):
        earn(data, 1)
    expected = run(data, "payouts", "prepare")["ready"]
    files = []
    for attempt in range(16):
        file = tmp_path / f"order-{attempt}.xml"
        files.append(file)
        command = [*FORDRAN, "payouts", "export", "--output", str(file), "--data", str(data)]
        process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.4 + attempt * 0.2)
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate(timeout=ENDS_WITHIN)
        assert process.returncode in (0, -signal.SIGKILL), errors
        if process.returncode == 0:
            break
    run(data, "payouts", "export", "--output", tmp_path / "last.xml")
    paid = [id_ for file in [*files, tmp_path / "last.xml"] if file.exists() for id_ in ids(file)]
    assert len(paid) == len(set(paid)) == expected


def test_a_month_is_closed_and_its_export_stays(data: Path, tmp_path: Path) -> None:
    earn(data, 1)
    month = (TODAY - timedelta(days=2)).replace(day=1)
    refused = fordran("books", "close", "2099-01", "--data", data)
    assert (refused.returncode, refused.stderr) == (2, "The period 2099-01 is not over. It can be closed once it is.\n")
    wrong = fordran("books", "close", "2026-13", "--data", data)
    assert (wrong.returncode, wrong.stderr) == (2, "'2026-13' is not a month: write it as 2026-11.\n")
    run(data, "clock", "advance", "--days", 31)
    done = run(data, "books", "close", f"{month:%Y-%m}")
    assert done["status"] == "closed"
    files = []
    for name in ("one.si", "two.si"):
        last = (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        run(data, "sie", "export", "--from", month, "--to", last, "--output", tmp_path / name)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    assert hashlib.sha256(files[0]).hexdigest() == done["sha256"]
    (shown,) = run(data, "books", "show")["periods"]  # type: ignore[misc]
    assert shown == done
    again = fordran("books", "close", f"{month:%Y-%m}", "--data", data)
    assert (again.returncode, again.stderr) == (2, f"The period {month:%Y-%m} is closed.\n")


def test_a_bank_file_of_the_own_account_says_what_it_did_not_match(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_bytes(bgmax(deposit(paid(45_00, "999999"), day=TODAY, receiver="5555560")))
    done = fordran("payouts", "invoices-paid", file, "--json", "--data", data)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["paid"], said["known"], said["others"], said["unmatched"]) == (0, 0, 0, 1)
    assert said["payments"] == [{"date": TODAY.isoformat(), "amount": 45, "references": ["999999"]}]
    file.write_bytes(b"no bank file")
    refused = fordran("payouts", "invoices-paid", file, "--data", data)
    assert refused.returncode == 2
    assert "BgMax" in refused.stderr
