"""Reports on debits: each status has its effect, money is booked once with the bank's sum, and a refund takes it back."""

from __future__ import annotations

from datetime import date

import pytest

from fordran import clock
from fordran.actions.bank.settle_payments import settle_all
from fordran.domain.bank.autogiro import CANCELLATIONS, PAYMENT_STATUSES, REFUND_REASONS, REJECTIONS
from fordran.domain.books.journal import CLIENT_FUNDS, SUSPENSE
from fordran.formats.making import DemoTransaction, Deposit
from tests.actions.autogiro.drawing import WORK, Debit, debits, export, planned_case, states
from tests.actions.autogiro.test_mandates import noted_of
from tests.actions.bank_hall import BankHall, camt053
from tests.actions.flow.days import Days
from tests.actions.office import Body, Office

DAY = date(2026, 9, 30)
OPENING = f"01AUTOGIRO{'':14}20260930{'':12}{{content:20}}4711170009912346"


def record(mandate: Body, debit: Debit, status: str, **changes: object) -> str:
    """A debit as the payment specification has it."""
    seen = debit | changes
    payer = f"{seen.get('payer', mandate['payer_number']):0>16}"
    return f"82202609300    {payer}{seen['amount']:012}0009912346{seen['reference']:16}{'':10}{status}"


def refund(mandate: Body, debit: Debit, reason: str) -> str:
    payer = f"{mandate['payer_number']:0>16}"
    return f"7720260930{'':5}{payer}{debit['amount']:012}0009912346{debit['reference']:16}20261005{reason}"


def specification(*lines: str, serial: int = 1, refunds: tuple[str, ...] = ()) -> bytes:
    """A payment specification with a deposit, and maybe refunds; a line's amount counts where it is approved."""
    paid = [line for line in lines if line.endswith("0")]
    written = [OPENING.format(content="BET. SPEC & STOPP TK")]
    if lines:
        written += [section("15", paid, "20260930", serial), *lines]
    if refunds:
        written += [section("17", refunds, "20261005", serial + 1), *refunds]
    deposits, returned = (1 if lines else 0), (1 if refunds else 0)
    counts = f"{deposits:06}{len(lines):012}{0:018}{returned:06}{len(refunds):012}"
    return "\r\n".join([*written, f"09202610059900{counts}"]).encode("latin-1")


def section(code: str, lines: list[str] | tuple[str, ...], day: str, serial: int) -> str:
    amount = sum(int(line[31:43]) for line in lines)
    return f"{code}{55555552:035}{day}{serial:05}{amount:018}   {len(lines):08}"


def rejected(mandate: Body, debit: Debit, comment: str) -> bytes:
    payer = f"{mandate['payer_number']:0>16}"
    line = f"82{debit['day']:%Y%m%d}0   {payer}{debit['amount']:012}{debit['reference']:16}{comment}"
    end = f"09202609309900{0:018}{1:06}{debit['amount']:012}"
    return "\r\n".join([OPENING.format(content="AVVISADE BET UPPDR"), line, end]).encode("latin-1")


def cancelled(mandate: Body, debit: Debit, comment: str) -> bytes:
    payer = f"{mandate['payer_number']:0>16}"
    line = f"25{debit['day']:%Y%m%d}{payer}82{debit['amount']:012}REFERENS{0:08}{debit['reference']:16}{comment}"
    end = f"09202609309900{'':14}{0:012}{0:06}{1:06}{'':4}{debit['amount']:012}{'':12}"
    return "\r\n".join([OPENING.format(content="MAKULERING/ÄNDRING"), line, end]).encode("latin-1")


async def sent_debit(office: Office, days: Days, number: int) -> tuple[str, Body, Debit]:
    """A case whose first instalment has left, on the day on which Bankgirot answers."""
    case, mandate = await planned_case(office, days, number)
    await days.work(date(2026, 9, 2), only=WORK)
    days.at(date(2026, 9, 16))
    assert len(await export(office, mandate)) == 1
    days.at(DAY)
    return case, mandate, (await debits(office, case))[0]


async def brought(office: Office, report: bytes) -> None:
    """Take a report in, and book its money."""
    await noted_of(office, report)
    await settle_all(office.app.database, clock.now())


async def last_letter(office: Office, case: str) -> str:
    async with office.app.database.transaction() as tx:
        text = await tx.fetchval(
            "select details ->> 'text' from letters where case_id = $1 and kind = 'free' order by id desc limit 1", case
        )
    return str(text).replace("\u00a0", " ")


async def items(office: Office, case: str, kind: str) -> int:
    found = await office.get("work--items", where=f'{{"case": "{case}", "kind": "{kind}"}}')
    return len(found["_items"])


PAYMENTS = {
    "0": ("paid", "paid", "30 november 2026"),
    "1": ("unpaid", "no_funds", "Vi försöker inte igen."),
    "2": ("unpaid", "account_closed", "Kontot kan inte användas för autogiro."),
    "9": ("sent", "tried_again", "Banken försöker igen"),
}


@pytest.mark.parametrize(("number", "status"), [(970 + int(status), status) for status in PAYMENTS])
async def test_each_status_has_its_effect(office: Office, days: Days, number: int, status: str) -> None:
    assert set(PAYMENTS) == set(PAYMENT_STATUSES)
    case, mandate, debit = await sent_debit(office, days, number)
    owed = (await office.statement(case, at=DAY))["total_remaining_transaction_amount"]
    await brought(office, specification(record(mandate, debit, status)))
    state, reason, told = PAYMENTS[status]
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == (state, reason)
    assert told in await last_letter(office, case)
    left = (await office.statement(case, at=DAY))["total_remaining_transaction_amount"]
    paid = debit["amount"] if status == "0" else 0
    assert round((owed - left) * 100) == paid
    assert (await office.case(case))["amount_on_its_way"] == (debit["amount"] / 100 if status == "9" else 0)
    assert not await office.differences()


@pytest.mark.parametrize(("number", "comment"), list(enumerate(REJECTIONS, 1000)))
async def test_each_rejection_ends_the_debit_and_is_on_the_work_list(
    office: Office, days: Days, number: int, comment: str
) -> None:
    case, mandate, debit = await sent_debit(office, days, number)
    await brought(office, rejected(mandate, debit, comment))
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == ("unpaid", REJECTIONS[comment].reason)
    assert await items(office, case, "autogiro_failed") == 1


AFTER_CANCELLATION = {"12": "withdrawn"}


@pytest.mark.parametrize(("number", "comment"), list(enumerate(CANCELLATIONS, 1020)))
async def test_each_answer_to_a_cancellation_has_its_effect(
    office: Office, days: Days, number: int, comment: str
) -> None:
    case, mandate, _ = await sent_debit(office, days, number)
    days.at(date(2026, 9, 17))
    await office.post(f"cases/{case}/disputes", {"reason": "Varan kom aldrig."})
    await days.work(date(2026, 9, 18), only=WORK)
    await export(office, mandate)
    first, *_ = await debits(office, case)
    assert first["state"] == "cancel_sent"
    await brought(office, cancelled(mandate, first, comment))
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == (
        AFTER_CANCELLATION.get(comment, "sent"),
        CANCELLATIONS[comment].reason,
    )


@pytest.mark.parametrize(("number", "reason"), list(enumerate(REFUND_REASONS, 1040)))
async def test_a_refund_takes_the_payment_back(office: Office, days: Days, number: int, reason: str) -> None:
    case, mandate, debit = await sent_debit(office, days, number)
    before = (await office.statement(case, at="2026-10-05"))["total_remaining_transaction_amount"]
    await brought(office, specification(record(mandate, debit, "0")))
    days.at(date(2026, 10, 5))
    await brought(office, specification(refunds=(refund(mandate, debit, reason),)))
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == ("refunded", REFUND_REASONS[reason].reason)
    assert (await office.statement(case, at="2026-10-05"))["total_remaining_transaction_amount"] == before
    assert not await office.differences()


async def test_a_replayed_file_does_nothing(office: Office, days: Days) -> None:
    case, mandate, debit = await sent_debit(office, days, 980)
    report = specification(record(mandate, debit, "0"))
    await brought(office, report)
    after = await office.statement(case, at=DAY)
    await brought(office, report)
    await brought(office, report + b"\r\n")
    assert await office.statement(case, at=DAY) == after
    assert (await states(office, case))[0] == "paid"
    assert not await office.differences()


@pytest.mark.parametrize("sum_first", [True, False])
async def test_the_banks_sum_is_the_same_money(office: Office, days: Days, sum_first: bool) -> None:
    hall = BankHall(office.app.database, office)
    number = 981 if sum_first else 983
    pairs = [await sent_debit(office, days, number), await sent_debit(office, days, number + 1)]
    lines = [record(mandate, debit, "0") for _, mandate, debit in pairs]
    total = sum(debit["amount"] for *_, debit in pairs)
    report = specification(*lines, serial=number)
    statement = camt053(Deposit("5555552", DAY, number, (DemoTransaction(total),), itemised=False))
    before = await hall.balances()
    if sum_first:
        assert await hall.bring(statement) == {"transactions": 1, "suspense": 1}
        await brought(office, report)
    else:
        await brought(office, report)
        assert await hall.bring(statement) == {"transactions": 1, "duplicates": 1}
    after = await hall.balances()
    assert after[CLIENT_FUNDS] - before.get(CLIENT_FUNDS, 0) == total
    assert after.get(SUSPENSE, 0) == before.get(SUSPENSE, 0)
    await hall.reconciled()
    assert not await office.differences()


async def test_what_fits_no_debit_is_on_the_work_list_and_its_money_is_kept(office: Office, days: Days) -> None:
    case, mandate, debit = await sent_debit(office, days, 985)
    owed = (await office.statement(case, at=DAY))["total_remaining_transaction_amount"]
    await brought(office, specification(record(mandate, debit, "0", reference="SOMETHING ELSE"), serial=7))
    assert (await states(office, case))[0] == "sent"
    assert await items(office, case, "autogiro_unmatched") == 1
    left = (await office.statement(case, at=DAY))["total_remaining_transaction_amount"]
    assert round((owed - left) * 100) == debit["amount"], "the payer number names the case"


async def test_money_of_a_payer_who_is_not_ours_waits(office: Office, days: Days) -> None:
    hall = BankHall(office.app.database, office)
    _, mandate, debit = await sent_debit(office, days, 986)
    waiting = len(await hall.waiting())
    noted = await noted_of(office, specification(record(mandate, debit, "0", payer="4242"), serial=8))
    assert [one.line for one in noted.strange] == [3]
    assert len(await hall.waiting()) == waiting + 1
    assert not await office.differences()


async def test_a_debit_without_an_answer_is_on_the_work_list(office: Office, days: Days) -> None:
    case, _, debit = await sent_debit(office, days, 987)
    await days.work(date(2026, 10, 7), only=WORK)
    assert (await states(office, case))[0] == "sent"
    await days.work(date(2026, 10, 8), only=WORK)
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == ("unpaid", "not_answered")
    assert await items(office, case, "autogiro_failed") == 1
    assert debit["until_day"] == date(2026, 10, 7)
