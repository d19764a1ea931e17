"""Payments and creditings of cases go back to Fortnox as payments of the invoice: once each, whatever is lost on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, time, timedelta
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.accounting.send_entries import AccountingEntries, SendCounts
from fordran.actions.accounting.waits import CLAIMED_FOR
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DayServices, run_day
from fordran.formats.fortnox import ERRORS
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.worker.accounting import AccountingWorker
from tests.actions.fortnox.pulled import DAY, Pulled
from tests.actions.payouts.payout_desk import PayoutDesk

PAID = date(2026, 9, 2)
NEXT = date(2026, 9, 3)


@pytest.fixture
async def desk(pulled: Pulled, tmp_path: Path) -> PayoutDesk:
    """The invoices are taken, and entries go back from now on."""
    await pulled.pull()
    assert await pulled.send() == SendCounts()
    return PayoutDesk(pulled.office, tmp_path)


async def case_of(pulled: Pulled, number: str = "1001") -> str:
    found: str = (await pulled.cases())[number]["_id"]
    return found


async def agree(pulled: Pulled, number: str = "1001") -> None:
    """Fortnox has the case's capital left, and every payment there is booked."""
    case = (await pulled.cases())[number]
    assert pulled.hall.stand_in.invoices[number]["Balance"] == case["total_remaining_capital_amount"]
    assert all(one["Booked"] for one in pulled.hall.stand_in.payments.values())


async def test_a_payment_that_reached_us_lowers_the_balance_in_fortnox_by_the_capital_it_paid(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    await desk.paid(await case_of(pulled), 500050, PAID)
    assert await pulled.send(NEXT) == SendCounts(sent=1)
    (payment,) = pulled.hall.stand_in.payments.values()
    case = (await pulled.cases())["1001"]
    capital = round(12500 - case["total_remaining_capital_amount"], 2)
    # Interest is paid first, and is no part of the invoice.
    assert 0 < capital < 5000.50
    assert payment | {"Number": 0} == {
        "Number": 0,
        "InvoiceNumber": "1001",
        "Amount": capital,
        "PaymentDate": "2026-09-02",
        "ModeOfPaymentAccount": 1680,
        "Booked": True,
        "Currency": "SEK",
        "Source": "direct",
    }
    await agree(pulled)
    assert await pulled.send(NEXT) == SendCounts()


async def test_each_payment_goes_back_by_itself_also_two_that_are_the_same(pulled: Pulled, desk: PayoutDesk) -> None:
    case = await case_of(pulled)
    await desk.paid(case, 500000, PAID)
    await pulled.send(PAID)
    for _ in range(2):
        await desk.paid(case, 10000, PAID)
    assert await pulled.send(NEXT) == SendCounts(sent=2)
    assert [one["Amount"] for one in pulled.hall.stand_in.payments.values()][1:] == [100, 100]
    await agree(pulled)


async def test_a_payment_that_the_creditor_reported_is_not_sent_back(pulled: Pulled, desk: PayoutDesk) -> None:
    pulled.days.at(PAID)
    await pulled.office.pay(await case_of(pulled), 500, PAID)
    assert await pulled.send(NEXT) == SendCounts()
    assert pulled.hall.stand_in.payments == {}


async def test_a_crediting_goes_back_against_its_own_account(pulled: Pulled, desk: PayoutDesk) -> None:
    pulled.days.at(PAID)
    await pulled.office.credit(await case_of(pulled), 250.25)
    assert await pulled.send(NEXT) == SendCounts(sent=1)
    (payment,) = pulled.hall.stand_in.payments.values()
    assert (payment["Amount"], payment["ModeOfPaymentAccount"], payment["PaymentDate"]) == (250.25, 3790, "2026-09-02")
    await agree(pulled)


async def test_a_crediting_that_fortnox_has_already_is_not_sent(pulled: Pulled, desk: PayoutDesk) -> None:
    pulled.days.at(PAID)
    case = await case_of(pulled)
    await desk.paid(case, 500000, PAID)
    await pulled.office.credit(case, 250)
    pulled.hall.stand_in.invoices["1001"]["Balance"] -= 250
    # The crediting lowers the interest, too, so that a little more of the payment is capital.
    assert await pulled.send(NEXT) == SendCounts(sent=2, there_already=1)
    assert {one["ModeOfPaymentAccount"] for one in pulled.hall.stand_in.payments.values()} == {1680}
    await agree(pulled)


async def test_a_crediting_that_may_be_there_in_part_is_for_a_person(pulled: Pulled, desk: PayoutDesk) -> None:
    pulled.days.at(PAID)
    await pulled.office.credit(await case_of(pulled), 250)
    pulled.hall.stand_in.invoices["1001"]["Balance"] -= 100
    assert await pulled.send(NEXT) == SendCounts(refused=1)
    assert pulled.hall.stand_in.payments == {}
    (item,) = await pulled.items("accounting_refused")
    assert item["reason"].startswith("Fortnox cannot book the crediting of SEK 250.00 on ")
    assert item["case"] == await case_of(pulled)


async def test_what_was_booked_before_it_was_switched_on_is_left_to_the_creditor(
    pulled: Pulled, tmp_path: Path
) -> None:
    await pulled.pull()
    case, desk = await case_of(pulled), PayoutDesk(pulled.office, tmp_path)
    await desk.paid(case, 500000, DAY - timedelta(days=1))
    assert await pulled.send(PAID) == SendCounts()
    await desk.paid(case, 10000, NEXT)
    assert await pulled.send(NEXT) == SendCounts(sent=1)
    # Switched off and on again, the same holds.
    off = AccountingEntries({}, frozenset({pulled.office.creditor}))
    assert await off.send_all(pulled.days.transaction, pulled.days.at(NEXT)) == {}
    await desk.paid(case, 20000, NEXT)
    assert await pulled.send(NEXT + timedelta(days=1)) == SendCounts()
    assert [one["PaymentDate"] for one in pulled.hall.stand_in.payments.values()] == [NEXT.isoformat()]


async def test_a_payment_that_is_recalled_before_it_was_sent_is_withdrawn(pulled: Pulled, desk: PayoutDesk) -> None:
    case = await case_of(pulled)
    payment = await desk.paid(case, 500000, PAID)
    await desk.taken_back(case, payment, 500000, PAID)
    assert await pulled.send(NEXT) == SendCounts()
    assert [state for _, _, state in await pulled.states()] == ["withdrawn", "withdrawn"]
    assert await pulled.items("accounting_refused") == []


async def test_a_payment_that_is_recalled_afterwards_is_for_a_person_since_fortnox_takes_nothing_back(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    case = await case_of(pulled)
    payment = await desk.paid(case, 500000, PAID)
    await pulled.send(PAID)
    ((_, amount, _),) = await pulled.states()
    await desk.taken_back(case, payment, 500000, NEXT)
    assert await pulled.send(NEXT) == SendCounts()
    assert (await pulled.states())[1:] == [("payment", -amount, "taken_back")]
    (item,) = await pulled.items("accounting_refused")
    assert item["reason"].startswith("Of the payment for invoice 1001, SEK ")
    assert len(pulled.hall.stand_in.payments) == 1
    await pulled.send(NEXT)
    assert len(await pulled.items("accounting_refused")) == 1


# Refused ----------------------------------------------------------------------------------------------------------------------


async def test_more_than_is_left_is_not_sent(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.hall.stand_in.invoices["1001"]["Balance"] = 100
    assert await pulled.send(NEXT) == SendCounts(refused=1)
    (item,) = await pulled.items("accounting_refused")
    assert "less is left of the invoice there" in item["reason"]


async def test_an_invoice_that_is_cancelled_takes_no_payment(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.hall.stand_in.invoices["1001"]["Cancelled"] = True
    assert await pulled.send(NEXT) == SendCounts(refused=1)


async def test_what_was_refused_is_sent_again_on_request_while_its_item_is_open(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    case = await case_of(pulled)
    await desk.paid(case, 500000, PAID)
    pulled.hall.stand_in.invoices["1001"]["Cancelled"] = True
    await pulled.send(NEXT)
    pulled.hall.stand_in.invoices["1001"]["Cancelled"] = False
    assert await pulled.send(NEXT) == SendCounts()
    assert await pulled.send(NEXT, at_once=True, refused=True) == SendCounts(sent=1)
    assert await pulled.items("accounting_refused") == []
    await agree(pulled)
    # What a person has done by hand is not sent again.
    await desk.paid(case, 10000, NEXT)
    pulled.hall.stand_in.invoices["1001"]["Cancelled"] = True
    await pulled.send(NEXT)
    (item,) = await pulled.items("accounting_refused")
    tag = {"If-Match": item["_etag"]}
    answer = await pulled.office.client.patch(f"/work--items/{item['_id']}", json={"resolved": True}, headers=tag)
    assert answer.status_code == 200, answer.text
    assert await pulled.send(NEXT, at_once=True, refused=True) == SendCounts()


@pytest.mark.parametrize("code", ERRORS)
async def test_each_documented_error_waits_or_is_for_a_person_and_is_never_lost(
    pulled: Pulled, desk: PayoutDesk, code: int
) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.hall.stand_in.breaks["POST invoicepayments"] = [str(code), str(code)]
    counts = await pulled.send(NEXT)
    reason = ERRORS[code]
    if reason in ("bad_request", "not_there"):
        assert counts == SendCounts(refused=1)
        (item,) = await pulled.items("accounting_refused")
        assert f"({code})" in item["reason"]
        return
    # A token that is refused is replaced once within the same sending.
    assert (counts.later, counts.refused, counts.sent) == (1, 0, 0)
    assert len(await pulled.items("accounting_unreachable")) == (reason != "system_error")
    pulled.hall.stand_in.breaks.clear()
    assert await pulled.send(NEXT + timedelta(days=1)) == SendCounts(sent=1)
    assert await pulled.items("accounting_unreachable") == []
    await agree(pulled)


async def test_an_account_that_is_not_in_the_books_waits_for_the_operator(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.hall.stand_in.accounts.discard(1680)
    counts = await pulled.send(NEXT)
    assert (counts.later, counts.trouble) == (1, "no_account (2001304)")
    (item,) = await pulled.items("accounting_unreachable")
    assert item["reason"] == (
        "Nothing can be booked in Fortnox: the account is not in the chart of accounts (2001304)."
    )


async def test_nothing_is_written_to_another_company_s_fortnox(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.hall.stand_in.company["OrganizationNumber"] = "556036-0793"
    assert (await pulled.send(NEXT)).trouble == "other_company"
    assert pulled.hall.stand_in.payments == {}
    assert len(await pulled.items("accounting_unreachable")) == 1


# Away, killed, two at once ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["before", "after"])
@pytest.mark.parametrize("call", ["POST invoicepayments", "PUT invoicepayments/1/bookkeep", "GET invoicepayments/1"])
async def test_an_answer_that_is_lost_is_asked_for_before_anything_is_done_again(
    pulled: Pulled, desk: PayoutDesk, call: str, how: str
) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.hall.stand_in.breaks[call] = [how]
    assert await pulled.send(NEXT) == SendCounts(later=1)
    assert await pulled.send(NEXT) == SendCounts()
    assert await pulled.send(NEXT + timedelta(days=1)) == SendCounts(sent=1)
    assert len(pulled.hall.stand_in.payments) == 1
    await agree(pulled)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("after", range(1, 16))
async def test_one_who_is_killed_anywhere_has_booked_everything_once_in_the_end(
    pulled: Pulled, desk: PayoutDesk, after: int
) -> None:
    case = await case_of(pulled)
    await desk.paid(case, 500000, PAID)
    for _ in range(2):
        await desk.paid(case, 10000, PAID)
    begun = 0

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        nonlocal begun
        begun += 1
        async with pulled.days.transaction() as tx:
            # Nothing of the transaction is there, of what was called before it everything.
            if begun == after:
                raise Killed
            yield tx

    now = pulled.days.at(NEXT)

    async def send_thrice() -> None:
        for _ in range(3):
            await pulled.entries.send_all(begin, now)

    with pytest.raises(Killed):
        await send_thrice()
    later = now + 2 * CLAIMED_FOR
    pulled.days.patch.setattr(clock, "now", lambda: later)
    await pulled.entries.send_all(pulled.days.transaction, later)
    assert len(pulled.hall.stand_in.payments) == 3
    assert {state for _, _, state in await pulled.states()} == {"booked"}
    await agree(pulled)


async def test_one_that_is_being_sent_is_left_to_the_one_who_sends(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    now = pulled.days.at(NEXT)
    second: list[SendCounts] = []

    class Slow:
        """The stand-in's adapter, during whose call another process comes."""

        def __init__(self) -> None:
            self.system = pulled.entries.systems[pulled.office.creditor](pulled.days.transaction)
            self.name, self.check, self.find, self.book = (
                "Fortnox",
                self.system.check,
                self.system.find,
                self.system.book,
            )

        async def add(self, entry: object) -> str:
            second.append(await pulled.send(NEXT, at_once=True))
            return await self.system.add(entry)  # type: ignore[arg-type]

    slow = AccountingEntries({pulled.office.creditor: lambda _: Slow()})
    await slow.send_all(pulled.days.transaction, now)
    assert second == [SendCounts()]
    assert len(pulled.hall.stand_in.payments) == 1


async def test_one_who_is_held_up_for_long_leaves_it_to_the_next(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    now = pulled.days.at(NEXT)

    class HeldUp:
        def __init__(self) -> None:
            self.system = pulled.entries.systems[pulled.office.creditor](pulled.days.transaction)
            self.name, self.check, self.add, self.book = "Fortnox", self.system.check, self.system.add, self.system.book

        async def find(self, entry: object) -> None:
            passed.append(CLAIMED_FOR.total_seconds())

    passed = [0.0]
    held = AccountingEntries({pulled.office.creditor: lambda _: HeldUp()}, seconds=lambda: sum(passed))
    assert (await held.send_all(pulled.days.transaction, now))[pulled.office.creditor] == SendCounts(later=1)
    assert pulled.hall.stand_in.payments == {}


@pytest.mark.parametrize("tenant", ["500", "429"])
async def test_a_fortnox_that_is_away_for_a_day_loses_nothing_and_the_entries_say_why(
    pulled: Pulled, desk: PayoutDesk, tenant: str
) -> None:
    case = await case_of(pulled)
    for _ in range(2):
        await desk.paid(case, 500000, PAID)
    pulled.tenant = tenant
    tried = []
    start = pulled.days.at(NEXT, time(0))
    for minutes in range(0, 24 * 60, 5):
        now = start + timedelta(minutes=minutes)
        pulled.days.patch.setattr(clock, "now", lambda now=now: now)
        done = await pulled.entries.send_all(pulled.days.transaction, now)
        if done[pulled.office.creditor].later:
            tried.append(minutes)
        if len(tried) == 2:
            assert await pulled.items("accounting_unreachable") == []
    assert tried == [0, 5, 15, 35, 75, 155, 315, 635, 995, 1355]
    (item,) = await pulled.items("accounting_unreachable")
    assert item["reason"].startswith("Nothing can be booked in Fortnox: ")
    async with pulled.days.transaction() as tx:
        said = await tx.fetch("select trouble from accounting_entries where creditor_id = $1", pulled.office.creditor)
    assert all(tenant in row["trouble"] for row in said)
    pulled.tenant = "1234567"
    assert await pulled.send(NEXT + timedelta(days=1), time(23)) == SendCounts(sent=2)
    assert await pulled.items("accounting_unreachable") == []
    await agree(pulled)


async def test_a_trouble_with_one_entry_is_on_the_work_list_until_it_is_sent_and_holds_up_no_other(
    pulled: Pulled, desk: PayoutDesk
) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    await pulled.send(PAID)
    for number in ("1002", "1010"):
        await desk.paid(await case_of(pulled, number), 40000, PAID)
    pulled.hall.stand_in.breaks["GET invoices/1002"] = ["before"] * 3
    done = [await pulled.send(NEXT, at_once=True) for _ in range(3)]
    assert done == [SendCounts(sent=1, later=1), SendCounts(later=1), SendCounts(later=1)]
    assert len(await pulled.items("accounting_unreachable")) == 1
    assert await pulled.send(NEXT, at_once=True) == SendCounts(sent=1)
    assert await pulled.items("accounting_unreachable") == []
    await agree(pulled, "1002")


async def test_a_crediting_waits_for_the_payments_of_its_case(pulled: Pulled, desk: PayoutDesk) -> None:
    pulled.days.at(PAID)
    case = await case_of(pulled)
    await pulled.office.credit(case, 250)
    await desk.paid(case, 500000, PAID)
    pulled.hall.stand_in.breaks["PUT invoicepayments/1/bookkeep"] = ["before"]
    assert await pulled.send(NEXT) == SendCounts(later=1)
    assert [state for _, _, state in await pulled.states()] == ["waiting", "added"]
    assert await pulled.send(NEXT + timedelta(days=1)) == SendCounts(sent=2)
    await agree(pulled)


# Who sends --------------------------------------------------------------------------------------------------------------------


async def test_the_worker_sends(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    pulled.days.at(NEXT)
    worker = AccountingWorker(pulled.days.app.database, pulled.pulls(), pulled.entries)
    await worker.step()
    await agree(pulled)


async def test_a_day_that_is_run_ends_with_the_sending(pulled: Pulled, desk: PayoutDesk) -> None:
    await desk.paid(await case_of(pulled), 500000, PAID)
    now = pulled.days.at(NEXT)
    means = DayServices(pulled.kept.__setitem__, Operator(), outside=OutsideSystems(accounting=pulled.entries))
    await run_day(pulled.days.transaction, means, now, [])
    await agree(pulled)
