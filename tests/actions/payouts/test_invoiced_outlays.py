"""Outlays on operator invoices: a creditor pays what the authority took where no debtor owes it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fordran.actions.cases.case_facts import SYSTEM, FeeReversed, ReversedPayment, StoredFact
from fordran.actions.enforcements.open_outlays import outlays
from fordran.api.app import Api
from fordran.domain.books.journal import OUTLAYS
from fordran.domain.claims.facts import Fee
from fordran.outside.media import MediaFolder
from fordran.store.rows.ids import new_id
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.actions.payouts.test_operator_invoices import (
    DECEMBER,
    FEBRUARY,
    JANUARY,
    NEW_YEAR,
    in_december,
    invoices,
    issue,
    kept,
    moved,
    wrong,
)
from tests.formats.e_invoices import official_rules
from tests.pdf import page_texts


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path)


async def applied(desk: PayoutDesk, day: date) -> tuple[str, str]:
    """A case of 500 kronor with an application, which costs 300 and 380 kronor; and the authority's fee."""
    case, fee = await desk.debt(500), new_id()
    authoritys = Fee(fee, day, "enforcement", 300_00, outlay=300_00)
    await desk._book(case, day, lambda known: StoredFact(authoritys, known, SYSTEM))
    await desk.charge(case, "enforcement", 380_00, day)
    return case, fee


async def reversed_on(desk: PayoutDesk, case: str, fee: str, day: date) -> None:
    """The authority's fee is not owed any more."""
    await desk._book(case, day, lambda known: FeeReversed(new_id(), fee, day, known, SYSTEM))


async def still_open(desk: PayoutDesk, at: date) -> int:
    async with desk.database.transaction() as tx:
        report = await outlays(tx, at, desk.office.creditor)
    return report.total("outlays_open")


async def test_what_the_debtor_owes_is_not_billed(desk: PayoutDesk) -> None:
    before = await desk.balances()
    await applied(desk, DECEMBER)
    assert await issue(desk, NEW_YEAR) == 0
    assert await moved(desk, before, OUTLAYS, 1510, 1930) == [300_00, 0, -300_00]
    assert await still_open(desk, NEW_YEAR) == 300_00


async def test_what_no_debtor_owes_is_billed_without_vat_and_netted(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, vat_no="SE556016068001")
    before = await desk.balances()
    await kept(desk, DECEMBER)
    case, fee = await applied(desk, DECEMBER)
    await reversed_on(desk, case, fee, in_december(20))
    assert await issue(desk, NEW_YEAR) == 1
    (invoice,) = await invoices(desk)
    shown = ("net_amount", "vat_amount", "total_amount", "kept_amount", "outlay_amount", "amount_to_pay", "status")
    assert [invoice[name] for name in shown] == [180, 45, 225, 180, 300, 345, "open"]
    assert invoice["outlays"] == [
        {"case": case, "outlay": fee, "date": "Mon, 07 Dec 2026 00:00:00 GMT", "amount": 300},
    ]
    assert await moved(desk, before, OUTLAYS, 1510, 2611, 3010, 3590) == [0, 345_00, -45_00, -180_00, 0]
    assert await still_open(desk, NEW_YEAR) == 0
    media = MediaFolder(desk.folder / "media")
    text = page_texts(media.get(invoice["document"]["id"]))[0]
    for said in ("Faktura", "Utlägg: Kronofogdens avgifter, utan moms", "300,00", "345,00"):
        assert said in text, said
    ubl = media.get(invoice["ubl"]["id"])
    assert b'<cbc:PayableAmount currencyID="SEK">345.00</cbc:PayableAmount>' in ubl
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(ubl) == []
    await desk.prepare(NEW_YEAR)
    (settled,) = await invoices(desk)
    assert (settled["status"], settled["settled_amount"]) == ("settled", 345)
    assert (await desk.payout())["total_amount"] == 155
    assert await issue(desk, FEBRUARY) == 0, "nothing is billed twice"
    assert await wrong(desk) == []


async def test_an_invoice_may_be_of_outlays_alone(desk: PayoutDesk) -> None:
    case, fee = await applied(desk, DECEMBER)
    await reversed_on(desk, case, fee, in_december(20))
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    assert (invoice["lines"], invoice["total_amount"], invoice["amount_to_pay"]) == ([], 0, 300)
    await desk.office.post(f"operator--invoices/{invoice['_id']}/paid", {"amount": 300, "date": "2026-11-18"})
    (paid,) = await invoices(desk)
    assert paid["status"] == "settled"
    assert await wrong(desk) == []


async def test_what_the_creditor_was_paid_for_it_owes_until_the_debtor_owes_it_again(desk: PayoutDesk) -> None:
    before = await desk.balances()
    case, _ = await applied(desk, DECEMBER)
    payment = await desk.paid(case, 1180_00, in_december(20), reached_us=False)
    await issue(desk, NEW_YEAR)
    await desk._book(case, JANUARY, lambda known: ReversedPayment(new_id(), payment, JANUARY, known, SYSTEM))
    assert await issue(desk, FEBRUARY) == 1
    first, credit = await invoices(desk)
    assert (first["outlay_amount"], credit["outlay_amount"], credit["amount_to_pay"]) == (300, -300, -300)
    assert await moved(desk, before, OUTLAYS, 1510) == [300_00, 0]
    assert await still_open(desk, FEBRUARY) == 300_00
    assert await wrong(desk) == []
