"""Reports for people who look after suspense, objections and closed periods."""

from __future__ import annotations

import io
from datetime import date, timedelta
from pathlib import Path

import pytest

from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import sent_file
from fordran.actions.books.close_period import Books, close_period
from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.reports.disputes import disputes
from fordran.actions.reports.periods import periods
from fordran.actions.reports.suspense import SuspenseAge, suspense, suspense_age
from fordran.api.app import Api
from fordran.domain.books.journal import SUSPENSE
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.operator import Operator
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk

MONDAY = date(2026, 3, 2)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path)


@pytest.mark.parametrize(
    ("days", "age"),
    [
        (0, "0_7"),
        (7, "0_7"),
        (8, "8_30"),
        (30, "8_30"),
        (31, "31_90"),
        (90, "31_90"),
        (91, "over_90"),
        (366, "over_365"),
    ],
)
def test_the_age_of_money_that_waits(days: int, age: SuspenseAge) -> None:
    assert suspense_age(MONDAY, MONDAY + timedelta(days=days)) == age


async def test_suspense_is_listed_while_it_waits_and_sums_to_the_ledger(desk: PayoutDesk) -> None:
    case = await desk.debt(500)
    file = camt054(deposit(paid(500_00, "ingen referens"), day=MONDAY), deposit(paid(70_00, "okänd"), day=MONDAY))
    tuesday = MONDAY + timedelta(days=1)
    await import_bank_file(desk.database, sent_file(io.BytesIO(file), "file"), Operator().bankgiro, noon(tuesday))
    (payment,) = [one for one in await BankHall(desk.database, desk.office).waiting() if one["amount"] == 500]
    await desk.office.post(f"unmatched--payments/{payment['_id']}/match", {"case": case})

    async def listed(at: date) -> list[tuple[object, ...]]:
        async with desk.database.transaction() as tx:
            report = await suspense(tx, at)
            ledger = await tx.fetchval(
                f"select coalesce(-sum(amount), 0)::bigint from ({POSTINGS}) p where booked_on <= $1 and ledger_account = $2",
                at,
                SUSPENSE,
            )
        assert report.total("waiting") == ledger
        return [(row[0], row[1], row[4]) for row in report.rows]

    assert await listed(MONDAY) == [], "its file came the day after"
    assert await listed(tuesday) == [("0_7", MONDAY, 500_00), ("0_7", MONDAY, 70_00)]
    assert await listed(date(2040, 1, 1)) == [("over_365", MONDAY, 70_00)], "the other one has found its case"


async def test_objections_are_counted_by_kind_and_outcome(desk: PayoutDesk) -> None:
    first, second = await desk.debt(500), await desk.debt(300)
    for case, kind in ((first, "substance"), (second, "unclear")):
        await desk.office.post(f"cases/{case}/disputes", {"reason": "Fel vara", "kind": kind})
    answer = {"outcome": "accepted", "answer": "Vi krediterar."}
    await desk.office.post(f"cases/{first}/dispute-answers", answer)
    async with desk.database.transaction() as tx:
        report = await disputes(tx, date(2020, 1, 1), date(2100, 1, 1), desk.office.creditor)
    assert [row[3:] for row in report.rows] == [
        ("substance", "accepted", 1, 500_00),
        ("unclear", None, 1, 0),
    ]


async def test_closed_periods_show_their_hashes(desk: PayoutDesk) -> None:
    await desk.paid(await desk.debt(100), 100_00, MONDAY)
    async with desk.database.transaction() as tx:
        closed = await close_period(
            tx, Books(Operator(), LedgerNumbers(), "off"), MONDAY.replace(day=1), None, noon(date(2026, 4, 1))
        )
        report = await periods(tx, date(2026, 1, 1), date(2026, 12, 31))
        earlier = await periods(tx, date(2025, 1, 1), date(2025, 12, 31))
    assert report.rows == [("2026-03", date(2026, 4, 1), None, None, closed["vouchers"], closed["file_hash"])]
    assert earlier.rows == []
