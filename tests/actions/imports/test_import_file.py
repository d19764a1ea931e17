"""Importing files: the same as sending each registration by itself, nothing twice, and every refusal told."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from fordran import clock
from fordran.actions.imports.batch import register_batch
from fordran.actions.imports.documents import sheets
from fordran.actions.imports.import_file import begin_import, task_of
from fordran.actions.imports.issues import in_language
from fordran.actions.imports.kinds import CASES, INVOICES, KINDS
from fordran.actions.imports.prepare import prepare
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.commands import import_run
from fordran.commands.import_run import CannotBeRead, look_through
from fordran.domain.languages import ENGLISH
from fordran.formats.tables import BadTable, read_table
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import read
from fordran.shape.wire import parsed
from fordran.store.connections.database import Database
from fordran.store.reading.listing import Query, read_item, read_page
from fordran.store.reading.scope import ACCOUNT, CREDITOR, SYSTEM, Caller
from tests.actions.imports.importing import (
    Place,
    assert_same,
    count,
    debt,
    differences,
    drawn_invoices,
    invoice,
    json_lines,
    one_by_one,
    run,
    settled,
)
from tests.actions.waiting import until_it_waits

# The same as one by one --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_an_import_makes_what_registering_one_by_one_makes(
    fresh: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(import_run, "BATCH", 17)
    apart, together = await fresh(), await fresh()
    sent = drawn_invoices(await settled(apart), seed, 60)
    await one_by_one(apart, INVOICES, sent)
    imported = await run(together.url, json_lines(tmp_path / "f", drawn_invoices(await settled(together), seed, 60)))
    assert (imported.registered, imported.refused) == (60, {})
    await assert_same(apart, together)
    assert await differences(together) == []


async def test_debts_are_imported_as_registered_one_by_one(fresh: Any, tmp_path: Path) -> None:
    apart, together = await fresh(), await fresh()

    def debts(place: Place) -> list[dict[str, Any]]:
        second = {"debts": [debt(place, f"B{number}")["debts"][0] for number in range(3)]}
        return [debt(place, "A"), debt(place, "", **second), debt(place, "C", start_flow=False, labels=["x"])]

    await one_by_one(apart, CASES, debts(await settled(apart)))
    imported = await run(together.url, json_lines(tmp_path / "f", debts(await settled(together))), "cases")
    assert (imported.registered, imported.refused) == (3, {})
    await assert_same(apart, together)
    assert await differences(together) == []


async def test_a_customer_of_the_file_that_is_known_as_a_business_stays_one(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    known = {"name": "Firma", "customer_number": "K1"}
    await one_by_one(database, INVOICES, [invoice(at, "F0", customer=known | {"is_company": True})])
    sent = [invoice(at, "F1"), invoice(at, "F2", customer=known), invoice(at, "F3", customer=known)]
    imported = await run(database.url, json_lines(tmp_path / "f", sent))
    assert (imported.registered, imported.refused) == (3, {})
    async with database.connection() as connection:
        rows = await connection.fetch("select invoice_number, is_business from cases order by invoice_number")
    assert [tuple(row) for row in rows] == [("F0", True), ("F1", False), ("F2", True), ("F3", True)]
    assert await differences(database) == []


async def test_a_credit_invoice_in_the_file_credits_an_invoice_in_the_file(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    credit = invoice(at, "K1", invoice_type="credit_invoice", reference_number="F1")
    imported = await run(database.url, json_lines(tmp_path / "f", [invoice(at, "F1"), credit, invoice(at, "F2")]))
    assert (imported.registered, imported.refused) == (3, {})
    async with database.connection() as connection:
        rows = await connection.fetch("select invoice_number, close_reason from cases order by invoice_number")
    assert [tuple(row) for row in rows] == [("F1", "credited"), ("F2", None)]
    assert await differences(database) == []


# Formats -----------------------------------------------------------------------------------------------------------------------

_COLUMNS = (
    *("invoice_type", "invoice_number", "invoice_date", "invoice_due_date", "currency", "customer.name"),
    *("customer.id_number", "matrix.article_description", "matrix.total_price_excluding_vat"),
)
_ROWS = (
    ("invoice", "F1", "2026-03-03", "2026-04-02", "SEK", "Åsa Öberg", "811218-9876", "Arbete", "1 234,50"),
    ("invoice", "F1", "2026-03-03", "2026-04-02", "SEK", "Åsa Öberg", "811218-9876", "Resa", "0,50"),
    ("invoice", "F2", "2026-03-03", "2026-04-02", "SEK", "Bo; AB", "556016-0680", "Arbete", "10"),
)


def _csv(path: Path) -> Path:
    with path.open("w", encoding="cp1252", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows([_COLUMNS, *_ROWS])
    return path


def _excel(path: Path) -> Path:
    workbook = Workbook()
    assert workbook.active is not None
    for row in (_COLUMNS, *_ROWS):
        workbook.active.append(row)
    workbook.save(path)
    return path


def _lines(path: Path) -> Path:
    def document(number: str, name: str, id_number: str, *lines: tuple[str, float]) -> dict[str, Any]:
        shown = [{"article_description": text, "total_price_excluding_vat": price} for text, price in lines]
        plain = dict(zip(_COLUMNS[:5], _ROWS[0][:5], strict=True)) | {"invoice_number": number}
        return plain | {"customer": {"name": name, "id_number": id_number}, "matrix": shown}

    first = document("F1", "Åsa Öberg", "811218-9876", ("Arbete", 1234.5), ("Resa", 0.5))
    return json_lines(path, [first, document("F2", "Bo; AB", "556016-0680", ("Arbete", 10))])


@pytest.mark.parametrize(
    ("make", "rows_read"), [(_csv, 3), (_excel, 3), (_lines, 2)], ids=["csv", "excel", "json lines"]
)
async def test_the_three_formats_make_the_same_invoices(
    place: tuple[Database, Place], tmp_path: Path, make: Any, rows_read: int
) -> None:
    database, at = place
    imported = await run(database.url, make(tmp_path / "f"), account=at.account, creditor=at.creditors[0])
    assert (imported.rows_read, imported.registered, imported.refused) == (rows_read, 2, {})
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select i.invoice_number, c.name, i.total_amount_excluding_vat as net, jsonb_array_length(i.matrix) as lines
               from invoices i join customers c on c.account_id = i.account_id and c.id = i.customer_id order by 1"""
        )
    assert [tuple(row) for row in rows] == [("F1", "Åsa Öberg", 123500, 2), ("F2", "Bo; AB", 1000, 1)]


# Refusals ----------------------------------------------------------------------------------------------------------------------


async def test_refused_rows_are_told_with_every_reason_and_the_others_registered(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    sent = [
        invoice(at, "F1"),
        invoice(at, "F2", currency="EUR", account="f" * 24, customer={}, matrix=[]),
        invoice(at, "F3", creditor="f" * 24),
        invoice(at, "F4", matrix=[{"article_description": "x", "total_price_excluding_vat": -10}]),
        invoice(at, "F5", invoice_type="credit_invoice", reference_number="none"),
        invoice(at, "F1", your_reference="another invoice by that number"),
        invoice(at, "F1"),
        {"customer": {"name": "\ud800 \0"}},
        invoice(at, "F6", account=None, matrix=[None]),
        invoice(at, "F7"),
    ]
    imported = await run(database.url, json_lines(tmp_path / "f", sent))
    assert (imported.registered, imported.duplicates) == (2, 1)
    assert imported.refused.keys() == {2, 3, 4, 5, 6, 8, 9}
    assert imported.refused[2] == {
        "account": f"value '{'f' * 24}' must exist in resource 'accounts', field '_id'",
        "currency": "unallowed value EUR: must be one of SEK",
        "customer": {"name": "required field"},
        "matrix": "min length is 1",
    }
    assert imported.refused[3] == {"creditor": f"value '{'f' * 24}' must exist in resource 'creditors', field '_id'"}
    assert imported.refused[4] == {"matrix": "the invoice comes to less than 0: register it as a credit_invoice"}
    assert imported.refused[5]["reference_number"].startswith("value 'none' must exist")
    assert imported.refused[6] == {"invoice_number": "value 'F1' is not unique"}
    assert imported.refused[9]["account"] == "null value not allowed"
    async with database.transaction() as tx:
        item = await read_item(tx, FILE_IMPORT_REPORTS, SYSTEM, imported.report)
    assert item is not None
    report = parsed(item.document)
    assert [refusal["row"] for refusal in report["refusals"]] == [2, 3, 4, 5, 6, 8, 9]
    assert report["refusals"][1]["issues"] == imported.refused[3]
    counts = {name: report[name] for name in ("rows_read", "registered", "refused", "duplicates")}
    assert counts == {"rows_read": 10, "registered": 2, "refused": 7, "duplicates": 1}
    assert "finished" in report
    assert await differences(database) == []


async def test_a_file_that_cannot_be_read_to_its_end_registers_nothing(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    path = json_lines(tmp_path / "f", [invoice(at, "F1")])
    path.write_text(path.read_text() + "{broken off")
    with pytest.raises(BadTable, match="row 2"):
        await run(database.url, path)
    assert (await count(database, "invoices"), await count(database, "file_imports")) == (0, 0)


async def test_what_changed_between_preparing_and_registering_counts(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    path = json_lines(tmp_path / "f", [invoice(at, "F1"), invoice(at, "F2", creditor=at.creditors[1])])
    async with database.transaction() as tx:
        running = await begin_import(tx, "invoices", "f", b"." * 32, {}, [], 2, clock.now())
        with path.open("rb") as stream:
            task = await task_of(tx, running, list(sheets(read_table(stream), "matrix")), clock.now())
    batch = prepare(task)
    async with database.transaction() as tx:
        await tx.execute("update creditors set is_active = false where id = $1", at.creditors[0])
    async with database.transaction() as tx:
        outcome = await register_batch(tx, running, batch, clock.now())
    assert {row: in_language(issues, ENGLISH) for row, issues in outcome.refused.items()} == {
        1: {"creditor": "the creditor is not active: it takes no registrations"}
    }
    assert [row for row, _ in outcome.registered] == [2]


async def test_a_number_that_another_takes_at_the_same_moment_is_refused_and_the_rest_registered(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    path = json_lines(tmp_path / "f", [invoice(at, f"F{number}") for number in range(5)])
    other = read(InvoiceRegistrationInput, invoice(at, "F3", your_reference="other"))
    async with database.transaction() as tx:
        await register_invoice(tx, SYSTEM, other, clock.now())
        importing = asyncio.create_task(run(database.url, path))
        async with database.connection() as watcher:
            await until_it_waits(watcher, importing)
    imported = await importing
    assert (imported.registered, imported.refused) == (4, {4: {"invoice_number": "value 'F3' is not unique"}})
    assert await differences(database) == []


# Nothing twice -----------------------------------------------------------------------------------------------------------------


async def test_a_second_import_of_the_same_file_registers_nothing(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    path = json_lines(tmp_path / "f", [invoice(at, "F1"), invoice(at, "F2", currency="EUR")])
    first = await run(database.url, path)
    second = await run(database.url, path.rename(tmp_path / "by another name"))
    assert (second.registered, second.duplicates, second.report) == (0, 1, first.report)
    assert second.refused == first.refused != {}
    assert second.began_before is not None
    assert await count(database, "invoices") == 1
    async with database.connection() as connection:
        told = await connection.fetch("select data from events where type = 'file_import.finished' order by serial")
    counts = {"registered": 1, "refused": 1, "duplicates": 0}
    assert parsed(told[0]["data"]) == {"file_import_report": first.report} | counts
    assert len(told) == 2


async def test_a_row_that_was_refused_is_tried_again(place: tuple[Database, Place], tmp_path: Path) -> None:
    database, at = place
    async with database.transaction() as tx:
        await tx.execute("update creditors set is_active = false where id = $1", at.creditors[0])
    path = json_lines(tmp_path / "f", [invoice(at, "F1")])
    assert (await run(database.url, path)).refused.keys() == {1}
    async with database.transaction() as tx:
        await tx.execute("update creditors set is_active = true where id = $1", at.creditors[0])
    again = await run(database.url, path)
    assert (again.registered, again.refused) == (1, {})
    async with database.connection() as connection:
        row = await connection.fetchrow("select registered, refused, duplicates from file_imports")
    assert tuple(row) == (1, 0, 0)


async def test_a_corrected_file_registers_only_what_is_new(place: tuple[Database, Place], tmp_path: Path) -> None:
    database, at = place
    await run(
        database.url, json_lines(tmp_path / "f", [invoice(at, "F1"), invoice(at, "F2"), invoice(at, "F3", currency="")])
    )
    corrected = [invoice(at, "F1"), invoice(at, "F2", your_reference="changed"), invoice(at, "F3"), invoice(at, "F4")]
    imported = await run(database.url, json_lines(tmp_path / "g", corrected))
    assert (imported.registered, imported.duplicates) == (2, 1)
    assert imported.refused == {2: {"invoice_number": "value 'F2' is not unique"}}
    assert await count(database, "invoices") == 4


async def test_debts_that_are_known_are_duplicates_too(place: tuple[Database, Place], tmp_path: Path) -> None:
    database, at = place
    await run(database.url, json_lines(tmp_path / "f", [debt(at, "A")]), "cases")
    imported = await run(database.url, json_lines(tmp_path / "g", [debt(at, "A"), debt(at, "B")]), "cases")
    assert (imported.registered, imported.duplicates, imported.refused) == (1, 1, {})


async def test_the_same_file_for_another_creditor_is_another_import(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    path = _csv(tmp_path / "f")
    for creditor in at.creditors:
        imported = await run(database.url, path, account=at.account, creditor=creditor)
        assert imported.registered == 2
    assert await count(database, "file_imports") == 2


async def test_two_at_once_of_the_same_file_is_one_too_many(place: tuple[Database, Place], tmp_path: Path) -> None:
    database, at = place
    path = json_lines(tmp_path / "f", [invoice(at, "F1")])
    first = await run(database.url, path)
    async with database.connection() as holder:
        await holder.execute("select pg_advisory_lock(hashtextextended($1, 2))", first.report)
        with pytest.raises(import_run.RunsAlready):
            await run(database.url, path)


# The report --------------------------------------------------------------------------------------------------------------------


async def test_a_registration_says_which_row_of_which_file_it_came_with(
    place: tuple[Database, Place], tmp_path: Path
) -> None:
    database, at = place
    imported = await run(database.url, json_lines(tmp_path / "mars.jsonl", [invoice(at, "F1"), invoice(at, "F2")]))
    async with database.connection() as connection:
        rows = await connection.fetch(
            "select document -> 'file_import_report' as report from invoice_registrations order by id"
        )
    assert [parsed(row["report"]) for row in rows] == [
        {"report": imported.report, "filename": "mars.jsonl", "row": row} for row in (1, 2)
    ]


@pytest.mark.parametrize(
    ("creditors", "seen_by", "remark"),
    [
        ((0, 0), {"account", "creditor"}, "all of it one creditor's"),
        ((0, 1), {"account"}, "of two creditors of one account"),
    ],
)
async def test_whose_all_of_a_file_is_sees_its_report(
    place: tuple[Database, Place], tmp_path: Path, creditors: tuple[int, ...], seen_by: set[str], remark: str
) -> None:
    database, at = place
    sent = [invoice(at, f"F{number}", creditor=at.creditors[which]) for number, which in enumerate(creditors)]
    imported = await run(database.url, json_lines(tmp_path / "f", sent))
    callers = {
        "account": Caller("", "", ACCOUNT, account=at.account),
        "creditor": Caller("", "", CREDITOR, account=at.account, creditors=(at.creditors[0],)),
        "another account": Caller("", "", ACCOUNT, account="f" * 24),
    }
    found = set()
    async with database.transaction() as tx:
        for name, caller in callers.items():
            page = await read_page(tx, FILE_IMPORT_REPORTS, caller, Query())
            if [item["_id"] for item in page.items] == [imported.report]:
                found.add(name)
            assert page.total == len(page.items), remark
    assert found == seen_by, remark


def test_every_kind_has_its_name() -> None:
    assert {name: kind.name for name, kind in KINDS.items()} == {"invoices": "invoices", "cases": "cases"}


def test_a_file_that_takes_too_long_to_read_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "slow.csv"
    path.write_text("invoice_number\n1\n", encoding="utf-8")
    monkeypatch.setattr(import_run, "MOST_SECONDS", -1.0)
    with pytest.raises(CannotBeRead, match="split it"):
        look_through(path, "invoices", {})


async def test_the_documented_cases_of_another_collector_are_imported(fresh: Any, tmp_path: Path) -> None:
    """A second row with the same old reference is refused with the reason, and the others are registered."""
    database = await fresh()
    place = await settled(database)
    page = (Path(__file__).parents[3] / "docs" / "moving.md").read_text(encoding="utf-8")
    example = next(block for block in page.split("```")[1::2] if block.startswith("\nfirst_action;")).strip()
    again = example.splitlines()[1].replace("5001", "5003")
    file = tmp_path / "moved.csv"
    file.write_text(f"{example}\n{again}\n", encoding="utf-8")
    owner = {"account": place.account, "creditor": place.creditors[0]}
    imported = await run(database.url, file, "cases", **owner)
    assert (imported.registered, [*imported.refused]) == (2, [4])
    assert "old_payment_reference" in str(imported.refused)
    async with database.connection() as connection:
        stored = await connection.fetch("select particulars from cases order by invoice_number")
    letters = [parsed(row["particulars"]).get("earlier_letters", []) for row in stored]
    assert [[(one["kind"], one["date"], one["amount"]) for one in of] for of in letters] == [
        [("reminder", "2024-10-15", 126_000), ("debt_collection", "2024-11-10", 145_050)],
        [],
    ]
    assert await differences(database) == []
