"""`fordran report`, as a person runs it: every report in every form, and what is refused."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from openpyxl import load_workbook
from pypdf import PdfReader

from fordran import clock
from fordran.api.app import create_app
from fordran.settings import Settings
from fordran.store.embedded import server as embedded
from tests.actions.payouts.payout_desk import open_desk
from tests.commands.running import fordran

TODAY = clock.stockholm_date(clock.now())
PAID_ON = TODAY - timedelta(days=2)
MONTH = ("--from", PAID_ON.replace(day=1), "--to", TODAY)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A sandbox's data folder with a creditor of some cases, and the creditor's id."""
    folder = tmp_path_factory.mktemp("reports") / "data"
    with embedded.server(folder, fast=True):
        made = fordran("clock", "show", "--data", folder, extra={"FORDRAN_SANDBOX": "true"})
        assert made.returncode == 0, made.stderr
        yield folder, asyncio.run(_trade(folder))


async def _trade(data: Path) -> str:
    """Three cases: one half paid, one paid with its fee and overpaid, one given up; and an invoice of today."""
    with embedded.server(data) as url:
        app = create_app(replace(Settings(), database_url=url, data=data))
        try:
            desk = await open_desk(app, data, case_config={"commission_share_percent": 50, "payout_frequency": "daily"})
            async with aclosing(desk.office.client):
                half, over, lost = [await desk.debt(200) for _ in range(3)]
                await desk.paid(half, 100_00, PAID_ON)
                await desk.charge(over, "debt_collection", 180_00, PAID_ON)
                await desk.paid(over, 400_00, PAID_ON)
                await desk.office.cancel(lost)
                days = {"invoice_date": str(TODAY), "invoice_due_date": str(TODAY + timedelta(days=30))}
                await desk.office.register_invoice(100, **days)
                return desk.office.creditor
        finally:
            await app.database.close()


REPORTS = (
    "reconciliation",
    "ageing",
    "recovery",
    "cohorts",
    "fees",
    "vat",
    "write-offs",
    "statement",
    "owed-to-debtors",
)


def asked(installed: tuple[Path, str], report: str, *more: object) -> Any:
    data, creditor = installed
    of = ["--creditor", creditor, *MONTH] if report == "statement" else []
    return fordran("report", report, *of, *more, "--data", data)


def rows(installed: tuple[Path, str], report: str, *more: object) -> list[dict[str, Any]]:
    done = asked(installed, report, *more, "--json")
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("place", range(len(REPORTS)), ids=REPORTS)
def test_a_report_has_the_same_rows_in_json_and_in_a_file(
    installed: tuple[Path, str], place: int, tmp_path: Path
) -> None:
    """CSV, Excel and PDF in turn; what is in them is tested where they are made."""
    report, file = REPORTS[place], tmp_path / f"file.{('csv', 'xlsx', 'pdf')[place % 3]}"
    documents = rows(installed, report)
    assert documents
    done = asked(installed, report, "--output", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    if file.suffix == ".csv":
        text = file.read_bytes().decode("utf-8-sig")
        assert len(list(csv.DictReader(io.StringIO(text), delimiter=";"))) == len(documents)
    elif file.suffix == ".xlsx":
        assert load_workbook(file).worksheets[0].max_row == len(documents) + 1
    else:
        assert PdfReader(file).pages


def test_reports_say_what_happened(installed: tuple[Path, str]) -> None:
    (open_claims,) = rows(installed, "ageing")
    assert (open_claims["cases"], open_claims["not_due"], open_claims["remaining"]) == (2, 100, 200)
    (fee,) = rows(installed, "fees")
    assert (fee["fee"], fee["fee_income"], fee["commission"], fee["commission_vat"]) == (
        "debt_collection",
        180,
        90,
        22.5,
    )
    assert fee["fee_income_after_commission"] == 90
    (overpaid,) = rows(installed, "owed-to-debtors")
    assert (overpaid["owed_for"], overpaid["owed"], overpaid["last_booked_on"]) == ("overpayment", 20, str(PAID_ON))
    (given_up,) = rows(installed, "write-offs")
    assert (given_up["write_off_reason"], given_up["capital"]) == ("cancelled", 200)
    (taxed,) = rows(installed, "vat")
    assert (taxed["invoiced"], taxed["vat_percent"], taxed["vat_base"]) == ("invoices", 0, 100)


def test_ageing_of_yesterday_does_not_know_of_today(installed: tuple[Path, str]) -> None:
    assert rows(installed, "ageing", "--at", TODAY - timedelta(days=1)) == []


def test_a_table_is_in_swedish_and_can_be_in_english(installed: tuple[Path, str]) -> None:
    said = asked(installed, "ageing").stdout
    assert "Åldersfördelade fordringar" in said
    assert "31–60 dagar" in said
    assert "200,00" in said
    assert "31–60 days" in asked(installed, "ageing", "--language", "en").stdout


def test_csv_on_standard_output_is_the_file(installed: tuple[Path, str], tmp_path: Path) -> None:
    asked(installed, "ageing", "--output", tmp_path / "file.csv")
    printed = asked(installed, "ageing", "--format", "csv").stdout
    assert printed.replace("\r\n", "\n") == (tmp_path / "file.csv").read_text().replace("\r\n", "\n")


@pytest.mark.parametrize("report", ["recovery", "cohorts"])
def test_reports_come_as_pictures(installed: tuple[Path, str], report: str, tmp_path: Path) -> None:
    done = asked(installed, report, "--output", tmp_path / "plot.svg")
    assert done.returncode == 0, done.stderr
    root = etree.parse(tmp_path / "plot.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    shape = "rect" if report == "recovery" else "polyline"
    assert root.findall(f"{{http://www.w3.org/2000/svg}}{shape}")


def test_the_statement_is_a_paper_to_the_creditor(installed: tuple[Path, str], tmp_path: Path) -> None:
    assert asked(installed, "statement", "--output", tmp_path / "statement.pdf").returncode == 0
    text = PdfReader(tmp_path / "statement.pdf").pages[0].extract_text()
    for said in ("Redovisning", "Fordringar under indrivning", "Exempelinkasso AB", "112,50", "Avskrivet"):
        assert said in text, said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ageing", "--at", "2026-02-30"), "'2026-02-30' is no day: write it as 2026-03-03."),
        (("ageing", "--at", "2999-01-01"), f"It is {TODAY}: nobody knows yet what will be known on 2999-01-01."),
        (("fees", "--from", "2026-02-02", "--to", "2026-02-01"),
         "The period ends on 2026-02-01, before it begins on 2026-02-02."),
        (("fees", "--creditor", "nobody"), "There is no creditor 'nobody'."),
        (("statement", "--creditor", "nobody"), "There is no creditor 'nobody'."),
        (("fees", "--format", "xlsx"), "A report in xlsx needs a file: --output FILE.xlsx."),
        (("fees", "--output", "fees.doc"),
         "A report cannot be written as 'fees.doc': end the name in .json, .csv, .xlsx, .pdf, .svg, .txt."),
        (("vat", "--format", "svg"), "There is no picture of vat."),
    ],
)  # fmt: skip
def test_what_cannot_be_reported_is_refused_in_a_sentence(
    installed: tuple[Path, str], arguments: tuple[str, ...], said: str
) -> None:
    done = fordran("report", *arguments, "--data", installed[0])
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said + "\n")
    assert not Path("fees.doc").exists()
