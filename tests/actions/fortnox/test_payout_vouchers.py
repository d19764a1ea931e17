"""Each payout goes back to Fortnox as one voucher that balances to the öre: once each, also when the bank rejects it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounting.send_entries import SendCounts
from fordran.actions.accounting.waits import CLAIMED_FOR
from fordran.actions.transfers.reopen_payouts import reopen_all
from fordran.formats.pain002_making import make_pain002
from fordran.store.connections.database import Connection
from tests.actions.bank_hall import BankHall
from tests.actions.fortnox.pulled import DAY, Pulled
from tests.actions.payouts.payout_desk import PayoutDesk

PAID, LATER = date(2026, 9, 2), date(2026, 10, 5)
TERMS = '{"commission_share_percent": 50, "commission_excluded_vat": false, "payout_frequency": "daily"}'


@pytest.fixture
async def desk(pulled: Pulled, tmp_path: Path) -> PayoutDesk:
    """The invoices are taken, entries go back from now on, and nobody else has anything left to be paid."""
    async with pulled.days.transaction() as tx:
        await tx.execute(f"update creditors set case_config = '{TERMS}' where id = $1", pulled.office.creditor)
    await pulled.pull()
    await pulled.send()
    desk = PayoutDesk(pulled.office, tmp_path)
    while await desk.export(DAY):
        pass
    return desk


async def export(pulled: Pulled, desk: PayoutDesk, day: date = LATER) -> str:
    """Pay out all that can be paid; the order."""
    pulled.days.at(day)
    await desk.prepare(day)
    done = await desk.export(day)
    assert done is not None
    return done.order


def booked(pulled: Pulled, since: int = 0) -> Counter[int]:
    """Öre by account of all vouchers, debit positive."""
    found: Counter[int] = Counter()
    for voucher in pulled.hall.stand_in.vouchers[since:]:
        rows = voucher["VoucherRows"]
        assert sum(round(row["Debit"] * 100) - round(row["Credit"] * 100) for row in rows) == 0
        for row in rows:
            found[row["Account"]] += round(row["Debit"] * 100) - round(row["Credit"] * 100)
    return Counter({account: amount for account, amount in found.items() if amount})


async def case_of(pulled: Pulled, number: str) -> str:
    found: str = (await pulled.cases())[number]["_id"]
    return found


async def paid_out(desk: PayoutDesk) -> dict[str, int]:
    """Öre of payouts by their category."""
    return {one["finance_category"]: round(one["total_amount"] * 100) for one in await desk.payouts()}


async def test_capital_interest_and_commission_are_a_voucher_each_and_leave_the_clearing_account_empty(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    case = await case_of(pulled, "1001")
    await desk.charge(case, "debt_collection", 180_00, PAID)
    await desk.paid(case, 12_000_33, PAID)
    await pulled.send(PAID)
    (payment,) = pulled.hall.stand_in.payments.values()
    await export(pulled, desk)
    assert await pulled.send(LATER) == SendCounts(sent=3)
    total = await paid_out(desk)
    capital = round(payment["Amount"] * 100)
    commission, vat = 90_00, 22_50
    assert total == {
        "capital": capital,
        "interest": 12_000_33 - 180_00 - capital,
        "creditor_commission": commission + vat,
    }
    assert booked(pulled) == {
        1930: sum(total.values()),
        1680: -capital,
        8313: -total["interest"],
        3921: -commission,
        2611: -vat,
    }
    voucher = next(one for one in pulled.hall.stand_in.vouchers if one["VoucherRows"][1]["Account"] == 1680)
    reference = (await desk.payout())["payout_reference"]
    assert voucher["Description"].startswith(f"Utbetalning från inkasso, {reference} (")
    assert (voucher["VoucherSeries"], voucher["TransactionDate"]) == ("A", LATER.isoformat())
    assert voucher["VoucherRows"][0]["TransactionInformation"] == reference
    # What the payment put on the clearing account, the voucher takes from it.
    assert payment["ModeOfPaymentAccount"] == 1680
    assert await pulled.send(LATER, at_once=True) == SendCounts()


async def test_capital_of_another_case_goes_against_the_receivables(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await desk.debt(500), 500_00, PAID)
    await export(pulled, desk)
    assert await pulled.send(LATER) == SendCounts(sent=1)
    assert booked(pulled) == {1930: 500_00, 1510: -500_00}


async def test_vat_of_the_operator_s_invoice_that_capital_pays_is_a_debt_to_a_supplier_less(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    case = await desk.debt(500)
    payment = await desk.paid(case, 500_00, PAID)
    await pulled.send(PAID)
    async with pulled.days.transaction() as tx:
        # As the netting of an invoice leaves it (net_invoices.py).
        await tx.execute(
            """insert into payout_specifications (account_id, id, created, updated, creditor_id, case_id, booking_id, payment_id,
                   settles, settled_type, bank_date, booking_date, article, finance_category, amount, vat_amount, invoice_number,
                   paid_invoice_id)
               select account_id, $2, created, updated, creditor_id, case_id, booking_id, payment_id, settles, settled_type,
                      bank_date, booking_date, 'cost', finance_category, -4507, 0, invoice_number, $2
               from payout_specifications where payment_id = $1""",
            payment,
            "f" * 24,
        )
    await export(pulled, desk)
    assert await pulled.send(LATER) == SendCounts(sent=1)
    assert booked(pulled) == {1930: 454_93, 1510: -500_00, 2440: 45_07}


async def test_a_payout_that_was_paid_before_it_was_switched_on_is_left_to_the_creditor(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    await desk.paid(await desk.debt(500), 500_00, PAID)
    order = await export(pulled, desk)
    async with pulled.days.transaction() as tx:
        await tx.execute(
            "update accounting_states set writes_since = $2 where id = $1",
            pulled.office.creditor,
            pulled.days.at(LATER.replace(day=6)),
        )
    assert await pulled.send(LATER.replace(day=6)) == SendCounts()
    await rejected(pulled, desk, order, LATER.replace(day=7))
    assert await pulled.send(LATER.replace(day=7)) == SendCounts()
    assert pulled.hall.stand_in.vouchers == []


async def rejected(pulled: Pulled, desk: PayoutDesk, order: str, day: date) -> None:
    """The bank rejects an order."""
    pulled.days.at(day)
    await BankHall(desk.database, desk.office).bring(make_pain002(order, "RJCT", reason="AC01"))
    await reopen_all(desk.database, clock.now())


async def test_a_payout_that_the_bank_rejects_is_taken_back_by_a_voucher_and_booked_again_with_the_next_order(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    await desk.paid(await case_of(pulled, "1001"), 5_000_00, PAID)
    order = await export(pulled, desk)
    # A payment, and the payouts of capital and interest.
    assert (await pulled.send(LATER)).sent == 3
    once = booked(pulled)
    await rejected(pulled, desk, order, LATER)
    assert (await pulled.send(LATER)).sent == 2
    assert booked(pulled) == {}
    assert pulled.hall.stand_in.vouchers[2]["Description"].startswith("Återförd utbetalning från inkasso, ")
    await open_again(pulled, desk)
    assert (await pulled.send(LATER.replace(day=12))).sent == 2
    assert booked(pulled) == once


async def open_again(pulled: Pulled, desk: PayoutDesk) -> None:
    """The creditor has another account, and the next order pays."""
    async with pulled.days.transaction() as tx:
        await tx.execute(
            """update creditors set payout_details = '{"sek": {"bankgiro": "5555-5551"}}' where id = $1""",
            pulled.office.creditor,
        )
    await export(pulled, desk, LATER.replace(day=12))


async def test_what_is_paid_and_rejected_before_it_was_sent_is_not_sent_at_all(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    await desk.paid(await desk.debt(500), 500_00, PAID)
    await rejected(pulled, desk, await export(pulled, desk), LATER)
    assert await pulled.send(LATER) == SendCounts()
    assert pulled.hall.stand_in.vouchers == []


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_voucher_whose_answer_is_lost_is_looked_for_before_it_is_booked_again(
    pulled: Pulled, desk: PayoutDesk, how: str
) -> None:
    await desk.paid(await desk.debt(500), 500_00, PAID)
    await export(pulled, desk)
    pulled.hall.stand_in.breaks["POST vouchers"] = [how]
    assert await pulled.send(LATER) == SendCounts(later=1)
    assert await pulled.send(LATER.replace(day=6)) == SendCounts(sent=1)
    assert booked(pulled) == {1930: 500_00, 1510: -500_00}


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("after", range(1, 8))
async def test_one_who_is_killed_anywhere_has_booked_each_payout_once_in_the_end(
    pulled: Pulled, desk: PayoutDesk, after: int
) -> None:
    await desk.paid(await case_of(pulled, "1001"), 5_000_00, PAID)
    await pulled.send(PAID)
    await export(pulled, desk)
    begun = 0

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        nonlocal begun
        begun += 1
        async with pulled.days.transaction() as tx:
            if begun == after:
                raise Killed
            yield tx

    now = pulled.days.at(LATER)
    with pytest.raises(Killed):
        await pulled.entries.send_all(begin, now)
    await pulled.entries.send_all(pulled.days.transaction, now + 2 * CLAIMED_FOR)
    total = await paid_out(desk)
    assert len(pulled.hall.stand_in.vouchers) == 2
    assert booked(pulled) == {1930: sum(total.values()), 1680: -total["capital"], 8313: -total["interest"]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"accounts": {1510}}, "the account is not in the chart of accounts (2001304)"),
        ({"breaks": {"POST vouchers": ["2000588"]}}, "it is not accepted (2000588). Book it there."),
        ({"breaks": {"POST vouchers": ["2001103"]}}, "the company has no licence for it (2001103)"),
    ],
)
async def test_a_voucher_that_fortnox_does_not_take_is_on_the_work_list(
    pulled: Pulled, desk: PayoutDesk, change: dict[str, Any], said: str
) -> None:
    await desk.paid(await desk.debt(500), 500_00, PAID)
    await export(pulled, desk)
    for name, value in change.items():
        setattr(pulled.hall.stand_in, name, value)
    await pulled.send(LATER)
    items = await pulled.items("accounting_refused") + await pulled.items("accounting_unreachable")
    assert [said in one["reason"] for one in items] == [True]
    assert pulled.hall.stand_in.vouchers == []
