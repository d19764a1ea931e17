"""`fordran report`, as a person runs it: every report in every form, and what is refused."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from openpyxl import load_workbook

from fordran import clock
from fordran.api.app import create_app
from fordran.settings import Settings
from fordran.store.embedded import server as embedded
from tests.actions.payouts.payout_desk import open_desk
from tests.commands.running import ROOT, environment, fordran
from tests.pdf import page_texts
from tests.prepared import copy_data

TODAY = clock.stockholm_date(clock.now())
PAID_ON = TODAY - timedelta(days=2)
MONTH = ("--from", PAID_ON.replace(day=1), "--to", TODAY)


@pytest.fixture(scope="module")
def installed(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A sandbox's data folder with a creditor of some cases, and the creditor's id."""
    folder = copy_data(prepared, tmp_path_factory.mktemp("reports") / "data")
    with embedded.server(folder, fast=True):
        made = fordran("clock", "show", "--data", folder, extra={"FORDRAN_SANDBOX": "true"})
        assert made.returncode == 0, made.stderr
        yield folder, asyncio.run(_trade(folder))


async def _trade(data: Path) -> str:
    """Three cases: one half paid, one paid with its fee and overpaid, one given up; and an invoice of today."""
    with embedded.server(data) as url:
        app = create_app(replace(Settings(), database_url=url, data=data))
        try:
            desk = await open_desk(
                app,
                data,
                case_config={
                    "commission_share_percent": 50,
                    "commission_excluded_vat": False,
                    "payout_frequency": "daily",
                },
            )
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
            # What was still lent, as to whoever writes down who read what, is closed when it comes back: before the loop ends.
            async with asyncio.timeout(30):
                while app.database.in_use:  # noqa: ASYNC110  (nothing tells of it)
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.1)


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


# To start the program takes longer than a report: most are asked for in one process, each as the program's main does it.
SCRIPT = """
import contextlib, io, json, sys
from fordran.commands.app import app
done = []
for arguments in json.load(sys.stdin):
    out, error = io.TextIOWrapper(io.BytesIO(), "utf-8", newline=""), ""
    with contextlib.redirect_stdout(out):
        try:
            app(arguments, standalone_mode=False)
        except Exception as trouble:
            if not type(trouble).__module__.startswith("fordran."):
                raise
            error = str(trouble)
    out.flush()
    done.append([out.buffer.getvalue().decode(), error])
json.dump(done, sys.stdout)
"""


def asked(installed: tuple[Path, str], *commands: tuple[object, ...]) -> list[tuple[str, str]]:
    """What each report prints, and the sentence with which it is refused."""
    data, creditor = installed
    lines = []
    for report, *more in commands:
        of = ["--creditor", creditor, *MONTH] if report == "statement" and "--creditor" not in more else []
        lines.append([str(word) for word in ("report", report, *of, *more, "--data", data)])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(lines),
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(printed, refused) for printed, refused in json.loads(done.stdout)]


def rows(installed: tuple[Path, str], *reports: tuple[object, ...]) -> list[list[dict[str, Any]]]:
    """The rows of reports that have to be given."""
    done = asked(installed, *((*report, "--json") for report in reports))
    assert [refused for _, refused in done] == [""] * len(reports)
    return [json.loads(printed) for printed, _ in done]


def test_a_report_has_the_same_rows_in_json_csv_and_excel_and_can_be_printed(
    installed: tuple[Path, str], tmp_path: Path
) -> None:
    found = rows(installed, *((report,) for report in REPORTS))
    files = [
        (report, "--output", tmp_path / f"{report}.{form}") for report in REPORTS for form in ("csv", "xlsx", "pdf")
    ]
    assert asked(installed, *files) == [("", "")] * len(files)
    for report, documents in zip(REPORTS, found, strict=True):
        assert documents, report
        text = (tmp_path / f"{report}.csv").read_bytes().decode("utf-8-sig")
        assert len(list(csv.DictReader(io.StringIO(text), delimiter=";"))) == len(documents), report
        assert load_workbook(tmp_path / f"{report}.xlsx").worksheets[0].max_row == len(documents) + 1, report
        assert page_texts((tmp_path / f"{report}.pdf").read_bytes()), report
    statement = page_texts((tmp_path / "statement.pdf").read_bytes())[0]
    for said in ("Redovisning", "Fordringar under indrivning", "Exempelinkasso AB", "112,50", "Avskrivet"):
        assert said in statement, said


def test_reports_say_what_happened(installed: tuple[Path, str]) -> None:
    (open_claims,), (fee,), (overpaid,), (given_up,), (taxed,), before = rows(
        installed,
        ("ageing",),
        ("fees",),
        ("owed-to-debtors",),
        ("write-offs",),
        ("vat",),
        ("ageing", "--at", TODAY - timedelta(days=1)),
    )
    assert (open_claims["cases"], open_claims["not_due"], open_claims["remaining"]) == (2, 100, 200)
    assert (fee["fee"], fee["fee_income"], fee["commission"], fee["commission_vat"]) == (
        "debt_collection",
        180,
        90,
        22.5,
    )
    assert fee["fee_income_after_commission"] == 90
    assert (overpaid["owed_for"], overpaid["owed"], overpaid["last_booked_on"]) == ("overpayment", 20, str(PAID_ON))
    assert (given_up["write_off_reason"], given_up["capital"]) == ("cancelled", 200)
    assert (taxed["invoiced"], taxed["vat_percent"], taxed["vat_base"]) == ("invoices", 0, 100)
    assert before == [], "yesterday does not know of what was registered today"


def test_a_table_is_in_swedish_and_can_be_in_english(installed: tuple[Path, str]) -> None:
    (swedish, _), (english, _) = asked(installed, ("ageing",), ("ageing", "--language", "en"))
    for said in ("Åldersfördelade fordringar", "31–60 dagar", "200,00"):
        assert said in swedish, said
    assert "31–60 days" in english


def test_csv_on_standard_output_is_the_file(installed: tuple[Path, str], tmp_path: Path) -> None:
    file = tmp_path / "file.csv"
    _, (printed, _) = asked(installed, ("ageing", "--output", file), ("ageing", "--format", "csv"))
    assert printed.encode() == file.read_bytes()


def test_reports_come_as_pictures(installed: tuple[Path, str], tmp_path: Path) -> None:
    shapes = {"recovery": "rect", "cohorts": "polyline"}
    asked(installed, *((report, "--output", tmp_path / f"{report}.svg") for report in shapes))
    for report, shape in shapes.items():
        root = etree.parse(tmp_path / f"{report}.svg").getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.findall(f"{{http://www.w3.org/2000/svg}}{shape}")


REFUSALS: dict[tuple[str, ...], str] = {
    ("ageing", "--at", "2026-02-30"): "'2026-02-30' is no day: write it as 2026-03-03.",
    ("ageing", "--at", "2999-01-01"): f"It is {TODAY}: nobody knows yet what will be known on 2999-01-01.",
    ("fees", "--from", "2026-02-02", "--to", "2026-02-01"): (
        "The period ends on 2026-02-01, before it begins on 2026-02-02."
    ),
    ("fees", "--creditor", "nobody"): "There is no creditor 'nobody'.",
    ("statement", "--creditor", "nobody"): "There is no creditor 'nobody'.",
    ("fees", "--format", "xlsx"): "A report in xlsx needs a file: --output FILE.xlsx.",
    ("fees", "--output", "fees.doc"): (
        "A report cannot be written as 'fees.doc': end the name in .json, .csv, .xlsx, .pdf, .svg, .txt."
    ),
    ("vat", "--format", "svg"): "There is no picture of vat.",
}


def test_what_cannot_be_reported_is_refused_in_a_sentence(installed: tuple[Path, str]) -> None:
    assert asked(installed, *REFUSALS) == [("", said) for said in REFUSALS.values()]
    assert not (ROOT / "fees.doc").exists()
    done = fordran("report", "fees", "--creditor", "nobody", "--data", installed[0])
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "There is no creditor 'nobody'.\n")
