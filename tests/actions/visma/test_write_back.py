"""Payments, creditings and payouts go to Visma as vouchers that balance: once each, whatever is lost on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import pytest

from fordran.actions.accounting.send_entries import SendCounts
from fordran.actions.accounting.waits import CLAIMED_FOR
from fordran.store.connections.database import Connection
from tests.actions.payouts.payout_desk import PayoutDesk
from tests.actions.visma.consenting import Consenting

PAID, NEXT, LATER = date(2026, 9, 2), date(2026, 9, 3), date(2026, 10, 5)


@pytest.fixture
async def desk(consenting: Consenting, tmp_path: Path) -> PayoutDesk:
    """The invoices are taken, and entries go back from now on."""
    await consenting.pull()
    assert await consenting.send() == SendCounts()
    return PayoutDesk(consenting.office, tmp_path)


async def test_from_an_overdue_invoice_to_the_statement_and_the_voucher_of_the_payout(
    consenting: Consenting, desk: PayoutDesk
) -> None:
    case = await consenting.case()
    await desk.paid(case, 5_000_50, PAID)
    assert await consenting.send(NEXT) == SendCounts(sent=1)
    statement = (await consenting.cases())["2001"]
    capital = round(12500 - statement["total_remaining_capital_amount"], 2)
    # Interest is paid first, and is no part of the invoice.
    assert 0 < capital < 5000.50
    assert consenting.booked() == [
        ("2026-09-02", "Betalning till inkasso, faktura 2001", {1680: capital, 1510: -capital})
    ]
    shown = consenting.hall.stand_in.vouchers[0]
    assert {row["TransactionText"] for row in shown["Rows"]} == {"2001"}
    # The rest of the invoice is Visma's own affair: the reconciliation says what is to be matched there.
    here = round(statement["total_remaining_capital_amount"] * 100)
    assert (await consenting.differences())["2001"] == ("to_settle", 12500_00, here)
    consenting.hall.stand_in.of(2001)["RemainingAmount"] = statement["total_remaining_capital_amount"]
    assert "2001" not in await consenting.differences()
    # The payout empties the account that the payment was put on.
    consenting.days.at(LATER)
    await desk.prepare(LATER)
    assert await desk.export(LATER) is not None
    sent = await consenting.send(LATER)
    assert (sent.refused, sent.later) == (0, 0)
    payouts = [rows for _, text, rows in consenting.booked() if text.startswith("Utbetalning från inkasso, ")]
    assert [rows for rows in payouts if 1680 in rows] == [{1930: capital, 1680: -capital}]
    assert await consenting.send(LATER, at_once=True) == SendCounts()


async def test_two_payments_that_are_the_same_are_two_vouchers(consenting: Consenting, desk: PayoutDesk) -> None:
    case = await consenting.case()
    await desk.paid(case, 5_000_00, PAID)
    await consenting.send(PAID)
    for _ in range(2):
        await desk.paid(case, 100_00, PAID)
    assert await consenting.send(NEXT) == SendCounts(sent=2)
    assert [rows[1680] for _, _, rows in consenting.booked()][1:] == [100, 100]


async def test_a_crediting_has_a_voucher_against_its_own_account(consenting: Consenting, desk: PayoutDesk) -> None:
    consenting.days.at(PAID)
    await consenting.office.credit(await consenting.case(), 250.25)
    assert await consenting.send(NEXT) == SendCounts(sent=1)
    assert consenting.booked() == [("2026-09-02", "Kreditering, faktura 2001", {3790: 250.25, 1510: -250.25})]


@pytest.mark.parametrize(
    ("there", "counts"),
    [
        ("nothing is matched, nothing credited", SendCounts(sent=1)),
        ("the payment is matched, nothing credited", SendCounts(refused=1)),
        ("the payment is matched, and it is credited", SendCounts(there_already=1)),
    ],
)
async def test_a_crediting_after_a_payment_is_booked_where_it_is_sure_that_visma_has_none(
    consenting: Consenting, desk: PayoutDesk, there: str, counts: SendCounts
) -> None:
    case = await consenting.case()
    await desk.paid(case, 5_000_00, PAID)
    await consenting.send(PAID)
    consenting.days.at(NEXT)
    before = (await consenting.cases())["2001"]["total_remaining_capital_amount"]
    await consenting.office.credit(case, 250)
    after = (await consenting.cases())["2001"]["total_remaining_capital_amount"]
    rest = {"nothing is": 12500.0, "the payment is matched, nothing": before}
    found = next((value for start, value in rest.items() if there.startswith(start)), after)
    consenting.hall.stand_in.of(2001)["RemainingAmount"] = found
    sent = await consenting.send(NEXT)
    # The crediting lowers the interest, too, so that a little more of the payment is capital: an entry of its own.
    more = sent.sent - counts.sent
    assert (more in (0, 1), sent.refused, sent.there_already) == (True, counts.refused, counts.there_already)


async def test_more_than_the_invoice_has_left_is_for_a_person(consenting: Consenting, desk: PayoutDesk) -> None:
    await desk.paid(await consenting.case(), 5_000_00, PAID)
    consenting.hall.stand_in.of(2001)["RemainingAmount"] = 10
    assert await consenting.send(NEXT) == SendCounts(refused=1)
    (item,) = await consenting.items("accounting_refused")
    assert item["reason"].startswith("Visma eAccounting cannot book the payment of SEK ")
    assert "2001" in item["reason"]
    consenting.hall.stand_in.of(2001)["RemainingAmount"] = 12500
    assert await consenting.send(NEXT, refused=True, at_once=True) == SendCounts(sent=1)
    assert await consenting.items("accounting_refused") == []


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_voucher_whose_answer_is_lost_is_looked_for_before_it_is_booked_again(
    consenting: Consenting, desk: PayoutDesk, how: str
) -> None:
    await desk.paid(await consenting.case(), 5_000_00, PAID)
    consenting.hall.stand_in.breaks["POST vouchers"] = [how]
    assert await consenting.send(NEXT) == SendCounts(later=1)
    assert await consenting.send(NEXT.replace(day=4)) == SendCounts(sent=1)
    assert len(consenting.booked()) == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"accounts": {1510}}, "the account is not in the chart of accounts (3002)"),
        ({"breaks": {"POST vouchers": ["4026"]}}, "it is not accepted (4026). Book it there."),
        ({"breaks": {"POST vouchers": ["4003"]}}, "the company has no licence for it (4003)"),
    ],
)
async def test_a_voucher_that_visma_does_not_take_is_on_the_work_list(
    consenting: Consenting, desk: PayoutDesk, change: dict[str, object], said: str
) -> None:
    await desk.paid(await consenting.case(), 5_000_00, PAID)
    for name, value in change.items():
        setattr(consenting.hall.stand_in, name, value)
    await consenting.send(NEXT)
    (item,) = await consenting.items("accounting_refused") + await consenting.items("accounting_unreachable")
    assert said in item["reason"]
    assert consenting.booked() == []


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("after", range(2, 9))
async def test_one_who_is_killed_anywhere_has_booked_each_payment_once_in_the_end(
    consenting: Consenting, desk: PayoutDesk, after: int
) -> None:
    await desk.paid(await consenting.case(), 5_000_00, PAID)
    begun = 0

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        nonlocal begun
        begun += 1
        async with consenting.days.transaction() as tx:
            if begun == after:
                raise Killed
            yield tx

    now = consenting.days.at(NEXT)
    with pytest.raises(Killed):
        await consenting.entries.send_all(begin, now)
    # One that is killed between Visma's answer and its own note loses the consent, and no voucher.
    await consenting.consent()
    await consenting.entries.send_all(consenting.days.transaction, now + 2 * CLAIMED_FOR)
    assert len(consenting.booked()) == 1


async def test_an_invoice_of_another_system_is_for_a_person(consenting: Consenting, desk: PayoutDesk) -> None:
    async with consenting.days.transaction() as tx:
        await tx.execute(
            "update fortnox_invoices set document_number = '1001', invoice_number = null where case_id = $1",
            await consenting.case(),
        )
    await desk.paid(await consenting.case(), 5_000_00, PAID)
    assert await consenting.send(NEXT) == SendCounts(refused=1)
    assert consenting.booked() == []
