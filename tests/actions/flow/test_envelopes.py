"""What a customer gets from a creditor on a day comes in one envelope, however many workers there are."""

from __future__ import annotations

import asyncio
import json
from datetime import date

import pytest

import fordran.actions.flow.advance_cases as module
from fordran.actions.flow.advance_cases import advance_cases
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person, register_debts
from tests.actions.office import Body, Office
from tests.api.bodies import creditor_data

STEP_DAY = date(2026, 9, 2)


async def letters(office: Office) -> list[Body]:
    where = json.dumps({"account": office.account})
    found: list[Body] = (await office.get("letters", where=where, sort="_id", max_results="100"))["_items"]
    return found


async def test_debts_of_one_customer_and_creditor_are_one_letter_in_one_envelope(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    cases = await register_debts(office, people=1, each=12, invoiced="2026-07-16")
    await days.work(STEP_DAY)
    found = await letters(office)
    assert {letter["case"] for letter in found} == set(cases)
    assert {letter["status"] for letter in found} == {"shown"}
    assert len({letter["envelope"] for letter in found}) == 1
    assert len({letter["sha256"] for letter in found}) == 1, "one document of twelve claims"
    assert sorted(letter["fee"] for letter in found) == [0] * 11 + [180], "one letter, one fee"


async def test_another_creditor_of_the_account_writes_by_itself(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    other = await office.post("creditors", creditor_data() | {"account": office.account})
    for creditor in (office.creditor, other["_id"]):
        body = office.case_body(office.debt(1000, invoice_date="2026-07-16"), creditor=creditor, customer=person(1))
        await office.post("case--registrations", body)
    await days.work(STEP_DAY)
    found = await letters(office)
    assert len({letter["customer"] for letter in found}) == 1
    assert len({letter["envelope"] for letter in found}) == len({letter["creditor"] for letter in found}) == 2


async def test_workers_side_by_side_take_each_step_once_and_share_no_customer(office: Office, days: Days) -> None:
    """Four of them at once, over 24 customers with three debts each."""
    days.at(date(2026, 9, 1))
    cases = await register_debts(office, people=24, each=3, invoiced="2026-07-16")
    now = days.at(STEP_DAY)

    async def worker() -> int:
        taken = 0
        for _ in range(8):
            async with days.transaction() as tx:
                taken += await advance_cases(tx, now)
            await asyncio.sleep(0)
        return taken

    assert sum(await asyncio.gather(*(worker() for _ in range(4)))) == len(cases)
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select e.customer_id, count(distinct e.id) as envelopes, count(*) as letters from letters l
               join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
               where l.account_id = $1 group by e.customer_id""",
            office.account,
        )
        steps = await tx.fetch("select case_id, count(*) from steps where account_id = $1 group by 1", office.account)
    assert [(row["envelopes"], row["letters"]) for row in rows] == [(1, 3)] * 24
    assert {row["case_id"]: row["count"] for row in steps} == dict.fromkeys(cases, 1)
    await days.work(STEP_DAY, EVENING)
    assert {letter["status"] for letter in await letters(office)} == {"shown"}


async def test_two_transactions_at_once_have_no_customer_in_common(
    office: Office, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.at(date(2026, 9, 1))
    cases = await register_debts(office, people=10, each=2, invoiced="2026-07-16")
    now = days.at(STEP_DAY)
    monkeypatch.setattr(module, "MOST_CUSTOMERS", 5)
    async with days.transaction() as one, days.transaction() as other:
        assert await advance_cases(one, now) == 10
        assert await advance_cases(other, now) == 10
    async with days.transaction() as tx:
        assert await advance_cases(tx, now) == 0
        assert await tx.fetchval("select count(*) from steps where account_id = $1", office.account) == len(cases)
