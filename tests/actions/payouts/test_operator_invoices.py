"""Operator invoices: one a creditor and month, in one series, netted against capital, booked and proved."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.books.close_period import Books, close_period, next_to_close
from fordran.actions.books.export_sie import export_sie
from fordran.actions.books.ledger import vouchers
from fordran.actions.payouts.issue_invoices import issue_invoices
from fordran.actions.proof.operator_invoices import check_operator_invoices
from fordran.actions.reports.operator_vat import operator_vat
from fordran.api.app import Api
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.domain.payouts.operator_invoice import last_day_of
from fordran.formats.sie import read_sie
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk
from tests.formats.e_invoices import official_rules
from tests.pdf import page_texts

DECEMBER, JANUARY, FEBRUARY = date(2026, 12, 7), date(2027, 1, 11), date(2027, 2, 1)
NEW_YEAR = date(2027, 1, 1)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path)


async def issue(desk: PayoutDesk, day: date) -> int | None:
    async with desk.database.transaction() as tx:
        put = MediaFolder(desk.folder / "media").put
        return await issue_invoices(tx, put, Operator(), desk.office.account, noon(day))


async def invoices(desk: PayoutDesk) -> list[dict[str, Any]]:
    page = await desk.office.get("operator--invoices", where=f'{{"creditor": "{desk.office.creditor}"}}', sort="number")
    return list(page["_items"])


async def kept(desk: PayoutDesk, day: date, ore: int = 180_00, article: str = "debt_collection") -> tuple[str, str]:
    """A fee of ours that was paid in full with its debt of 500 kronor: its case and payment."""
    case = await desk.debt(500)
    await desk.charge(case, article, ore, day)
    return case, await desk.paid(case, 500_00 + ore, day)


async def wrong(desk: PayoutDesk) -> list[str]:
    async with desk.database.transaction() as tx:
        return await desk.wrong() + [str(found) async for found in check_operator_invoices(tx, lambda *_: None)]


async def moved(desk: PayoutDesk, before: Counter[int], *accounts: int) -> list[int]:
    """By how much the balances of these accounts have changed."""
    balances = await desk.balances()
    return [balances[account] - before[account] for account in accounts]


def in_december(day: int) -> date:
    return date(2026, 12, day)


async def test_a_months_kept_fees_are_one_invoice_with_vat_on_top(desk: PayoutDesk) -> None:
    before = await desk.balances()
    await kept(desk, DECEMBER)
    await kept(desk, in_december(31), 60_00, "reminder")
    assert await issue(desk, in_december(31)) == 0, "the month has not ended"
    assert await issue(desk, NEW_YEAR) == 1
    (invoice,) = await invoices(desk)
    assert invoice["lines"] == [
        {"article": "debt_collection", "count": 1, "amount": 180},
        {"article": "reminder", "count": 1, "amount": 60},
    ]
    shown = ("net_amount", "vat_percent", "vat_amount", "total_amount", "kept_amount", "amount_to_pay", "status")
    assert [invoice[name] for name in shown] == [240, 25, 60, 300, 240, 60, "open"]
    assert invoice["invoice_date"] == invoice["period_end_date"] == "Thu, 31 Dec 2026 00:00:00 GMT"
    assert (invoice["reverse_charge"], invoice["fee_vat"], invoice["settle_fees"]) == (False, "on_top", "net")
    assert await moved(desk, before, 1510, 2611, 3010, 3590) == [60_00, -60_00, -240_00, 0]
    assert await issue(desk, NEW_YEAR) == 0, "nothing is billed twice"
    assert await wrong(desk) == []


async def test_the_documents_say_what_the_law_asks_for(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, vat_no="SE556016068001")
    await kept(desk, DECEMBER)
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    media = MediaFolder(desk.folder / "media")
    text = page_texts(media.get(invoice["document"]["id"]))[0]
    operator = Operator()
    for shown in (
        *("Faktura", str(invoice["number"]), operator.name, operator.registered_office, "SE555555555501"),
        *("2026-12-01 – 2026-12-31", "180,00", "Moms 25 %", "45,00", "225,00", "Betala inte fakturan"),
    ):
        assert shown in text, shown
    ubl = media.get(invoice["ubl"]["id"])
    assert b'<cbc:PayableAmount currencyID="SEK">45.00</cbc:PayableAmount>' in ubl
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(ubl) == []


async def test_the_vat_is_netted_against_capital(desk: PayoutDesk) -> None:
    before = await desk.balances()
    await kept(desk, in_december(30))
    await issue(desk, NEW_YEAR)
    await desk.prepare(NEW_YEAR)
    (invoice,) = await invoices(desk)
    assert (invoice["status"], invoice["settled_amount"]) == ("settled", 45)
    (line,) = await desk.specifications(article="cost")
    assert (line["amount"], line["finance_category"], line["operator_invoice"]) == (-45, "capital", invoice["_id"])
    assert line["reference_number"] == str(invoice["number"])
    payout = await desk.payout()
    assert payout["total_amount"] == 455
    assert payout["summary"]["cost"] == {"count": 1, "amount": -45, "vat_amount": 0, "total_amount": -45}
    assert await moved(desk, before, 1510, 2420, 2429) == [0, -455_00, -225_00]
    await desk.prepare(FEBRUARY)
    await desk.export(FEBRUARY)
    assert await moved(desk, before, 1510, 2420, 2429, 1930) == [0, 0, 0, 225_00]
    assert await wrong(desk) == []


async def test_nothing_is_netted_against_the_money_of_others(desk: PayoutDesk) -> None:
    case = await desk.debt(500)
    await desk.charge(case, "debt_collection", 180_00, DECEMBER)
    await desk.paid(case, 180_00 + 20_00, DECEMBER)
    await issue(desk, NEW_YEAR)
    await desk.prepare(NEW_YEAR)
    (invoice,) = await invoices(desk)
    assert (invoice["status"], invoice["settled_amount"]) == ("open", 20)
    await desk.paid(case, 480_00, JANUARY)
    await desk.prepare(JANUARY + timedelta(days=1))
    (invoice,) = await invoices(desk)
    assert (invoice["status"], invoice["settled_amount"]) == ("settled", 45)
    assert await wrong(desk) == []


async def test_a_recalled_payment_is_a_negative_line_and_a_credit_note(desk: PayoutDesk) -> None:
    before = await desk.balances()
    case, payment = await kept(desk, DECEMBER)
    await issue(desk, NEW_YEAR)
    await desk.taken_back(case, payment, 680_00, JANUARY)
    assert await issue(desk, FEBRUARY) == 1
    first, credit = await invoices(desk)
    assert credit["lines"] == [
        {"article": "debt_collection", "count": 1, "amount": -180, "credits": [str(first["number"])]}
    ]
    assert (credit["total_amount"], credit["amount_to_pay"]) == (-225, -45)
    media = MediaFolder(desk.folder / "media")
    text = page_texts(media.get(credit["document"]["id"]))[0]
    assert "Kreditfaktura" in text
    assert f"avser faktura {first['number']}" in text
    ubl = media.get(credit["ubl"]["id"])
    assert b"<CreditNote" in ubl
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(ubl) == []
    await desk.prepare(FEBRUARY)
    assert {one["status"] for one in await invoices(desk)} == {"settled"}, "they are set off against each other"
    assert await moved(desk, before, 1510, 2611, 3010, 3590) == [0, 0, 0, 0]
    assert await wrong(desk) == []


@pytest.mark.parametrize(
    ("creditor", "expected", "account", "text"),
    [
        ({"case_config": {"fee_vat": "included"}}, (144, 36, 180, 0), 3010, "Moms 25 %"),
        (
            {"case_config": {"vat_area": "germany"}, "vat_no": "DE136695976"},
            (180, 0, 180, 0),
            3308,
            "Omvänd betalningsskyldighet",
        ),
        ({"case_config": {"vat_area": "norway"}}, (180, 0, 180, 0), 3305, "utanför EU"),
        ({"case_config": {"settle_fees": "invoice"}}, (180, 45, 225, 45), 3010, "senast den 2027-01-30"),
    ],
)
async def test_how_a_creditor_is_billed(
    app: Api, tmp_path: Path, creditor: dict[str, Any], expected: tuple[int, ...], account: int, text: str
) -> None:
    desk = await open_desk(app, tmp_path, **creditor)
    before = await desk.balances()
    await kept(desk, DECEMBER)
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    shown = ("net_amount", "vat_amount", "total_amount", "amount_to_pay")
    assert tuple(invoice[name] for name in shown) == expected
    assert await moved(desk, before, account, 2611) == [-expected[0] * 100, -expected[1] * 100]
    media = MediaFolder(desk.folder / "media")
    assert text in " ".join(page_texts(media.get(invoice["document"]["id"]))[0].split())
    if "ubl" in invoice and official_rules.ARE_HERE:
        assert official_rules.broken_rules(media.get(invoice["ubl"]["id"])) == []
    await desk.prepare(NEW_YEAR)
    is_billed = invoice["settle_fees"] == "invoice"
    assert (await invoices(desk))[0]["status"] == ("open" if is_billed else "settled")
    assert await wrong(desk) == []


async def test_a_person_notes_what_a_creditor_paid(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"settle_fees": "invoice"})
    before = await desk.balances()
    await kept(desk, DECEMBER)
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    # The service's own day is the real one, which may be before that of the test.
    paid = {"amount": 20, "date": "2026-11-18"}
    path = f"/operator--invoices/{invoice['_id']}/paid"
    answer = await desk.office.client.post(path, json=paid)
    assert answer.status_code == 201, answer.text
    assert (answer.json()["settled_amount"], answer.json()["status"]) == (20, "open")
    assert (await desk.office.client.post(path, json=paid | {"amount": 25.01})).status_code == 409
    assert (await desk.office.client.post(path, json=paid | {"date": "2999-01-01"})).status_code == 422
    answer = await desk.office.client.post(path, json=paid | {"amount": 25})
    assert answer.json()["status"] == "settled"
    assert await moved(desk, before, 1510, 1930) == [0, 45_00]
    assert await wrong(desk) == []


async def test_only_what_is_kept_is_billed(app: Api, tmp_path: Path) -> None:
    """Not the creditor's share, and not the authority's fee, which is an outlay that comes back."""
    desk = await open_desk(app, tmp_path, case_config={"commission_share_percent": 40})
    case = await desk.debt(500)
    await desk.charge(case, "enforcement", 300_00, DECEMBER)
    await desk.charge(case, "enforcement", 380_00, DECEMBER)
    await desk.paid(case, 1180_00, DECEMBER)
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    assert (invoice["net_amount"], invoice["vat_amount"]) == (228, 57), "60 % of 380"
    assert await wrong(desk) == []


async def test_fees_from_before_the_first_month_are_not_billed_nor_credited(desk: PayoutDesk) -> None:
    november = date(2026, 11, 20)
    case, payment = await kept(desk, november)
    await kept(desk, DECEMBER)
    await desk.taken_back(case, payment, 680_00, in_december(8))
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    assert invoice["net_amount"] == 180
    assert await wrong(desk) == []


async def test_an_installation_that_was_upgraded_begins_with_the_month_after(desk: PayoutDesk) -> None:
    async with desk.database.transaction() as tx:
        await tx.execute("update installation set operator_invoices_since = $1", in_december(20))
    try:
        await kept(desk, in_december(21))
        await kept(desk, JANUARY)
        assert await issue(desk, FEBRUARY) == 1
        (invoice,) = await invoices(desk)
        assert invoice["period_start_date"] == "Fri, 01 Jan 2027 00:00:00 GMT"
        assert await wrong(desk) == []
    finally:
        async with desk.database.transaction() as tx:
            await tx.execute("update installation set operator_invoices_since = null")


async def test_numbers_have_no_gap_over_creditors_and_months(app: Api, tmp_path: Path) -> None:
    desks = [await open_desk(app, tmp_path / str(number)) for number in range(2)]
    for month in (DECEMBER, JANUARY):
        for desk in desks:
            await kept(desk, month)
    for desk in desks:
        await issue(desk, FEBRUARY)
    async with desks[0].database.connection() as connection:
        rows = await connection.fetch("select number from operator_invoices order by number")
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))


async def test_the_vat_report_is_what_the_export_has_on_its_accounts(app: Api, tmp_path: Path) -> None:
    for config in ({}, {"fee_vat": "included"}, {"commission_share_percent": 50, "commission_excluded_vat": False}):
        desk = await open_desk(app, tmp_path, case_config=config)
        case, payment = await kept(desk, DECEMBER)
        await kept(desk, JANUARY)
        await issue(desk, NEW_YEAR)
        await desk.taken_back(case, payment, 680_00, JANUARY)
        await issue(desk, FEBRUARY)
        await desk.prepare(FEBRUARY)
        await desk.export(FEBRUARY)
    numbers = LedgerNumbers({"output_vat": 2610})
    async with desk.database.transaction() as tx:
        for first, last in ((date(2026, 12, 1), date(2026, 12, 31)), (NEW_YEAR, date(2027, 2, 28))):
            report = await operator_vat(tx, first, last)
            exported, _ = await export_sie(tx, Operator(), numbers, first, last, last)
            balances: Counter[str] = Counter()
            for voucher in read_sie(exported).vouchers:
                for row in voucher.rows:
                    balances[row.ledger_account] += row.amount
            assert (report.total("output_vat"), report.total("input_vat")) == (-balances["2610"], balances["2641"])
            assert report.total("vat_to_pay") == -balances["2610"] - balances["2641"] != 0


async def test_an_invoice_of_a_closed_month_is_booked_on_the_first_open_day(app: Api, tmp_path: Path) -> None:
    """A month that was closed before its invoices were issued."""
    desk = await open_desk(app, tmp_path)
    await kept(desk, date(2027, 3, 8))
    async with desk.database.transaction() as tx:
        first = await next_to_close(tx)
        assert first is not None
        books = Books(Operator(), LedgerNumbers(), "off")
        while first <= date(2027, 3, 1):
            await close_period(tx, books, first, None, noon(date(2027, 4, 1)))
            first = last_day_of(first) + timedelta(days=1)
    await issue(desk, date(2027, 4, 2))
    async with desk.database.transaction() as tx:
        march = await operator_vat(tx, date(2027, 3, 1), date(2027, 3, 31))
        april = await operator_vat(tx, date(2027, 4, 1), date(2027, 4, 30))
        assert march.rows == []
        assert april.total("output_vat") == 45_00
        made = [
            voucher for voucher in await vouchers(tx, date(2027, 4, 1), date(2027, 4, 30)) if voucher.kind == "invoiced"
        ]
    assert [(voucher.day, voucher.own_day) for voucher in made] == [(date(2027, 4, 1), date(2027, 3, 31))]
    assert await wrong(desk) == []
