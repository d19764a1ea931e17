"""A row changed by hand, so that something lawful no longer was: `verify` names the row, though its hash fits."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fordran.api.app import Api
from tests.actions.enforcements.test_replies import application, sent
from tests.actions.flow.conftest import app, days, office, quiet, settings  # noqa: F401  (fixtures)
from tests.actions.flow.days import Days
from tests.actions.flow.test_claim_terms import TERMS, registered
from tests.actions.office import Office, open_office


async def plant(days: Days, statement: str, *values: Any) -> None:  # noqa: F811
    async with days.transaction() as tx:
        await tx.execute(statement, *values)


async def named(office: Office, id_: str) -> list[tuple[str, str]]:  # noqa: F811
    """The tables and values of the differences of a row."""
    return [(one.table, one.what) for one in await office.differences() if one.id == id_]


async def test_a_fee_without_its_letter(office: Office, days: Days) -> None:  # noqa: F811
    days.at(date(2026, 9, 1))
    case = await office.register_debt(1000, invoice_date="2026-07-16")
    await days.live(date(2026, 9, 3))
    assert await office.differences() == []
    forget = """update letters set details = jsonb_set(details, '{fees}', '[]') where case_id = $1"""
    async with days.transaction() as tx:
        kept = await tx.fetchval("select details from letters where case_id = $1", case)
    await plant(days, forget, case)
    assert ("cases", "ground of a fee") in await named(office, case)
    await plant(days, "update letters set details = $2 where case_id = $1", case, kept)
    assert await office.differences() == []


async def test_costs_without_an_application_that_was_sent(office: Office, days: Days) -> None:  # noqa: F811
    case = await sent(office, days)
    assert await office.differences() == []
    mine = (await application(office, case))["_id"]
    await plant(days, "update enforcements set case_ids = '[]' where id = $1", mine)
    assert ("cases", "ground of a fee") in await named(office, case)
    await plant(days, "update enforcements set case_ids = jsonb_build_array($2::text) where id = $1", mine, case)
    assert await office.differences() == []


async def test_an_application_while_an_objection_held(office: Office, days: Days) -> None:  # noqa: F811
    case = await sent(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Varan kom aldrig."})
    assert await office.differences() == []
    mine = (await application(office, case))["_id"]
    back = "update case_disputes set disputed_on = disputed_on + $2::integer where case_id = $1"
    await plant(days, back, case, -60)
    assert ("enforcements", "sent") in await named(office, mine)
    await plant(days, back, case, 60)
    assert await office.differences() == []


async def test_a_payment_without_its_notice(office: Office, days: Days) -> None:  # noqa: F811
    case = await sent(office, days)
    await office.pay(case, 1000, "2026-09-30")
    await days.work(date(2026, 10, 1))
    await days.work(date(2026, 10, 2))
    later = await sent(office, days)
    assert later
    mine = (await application(office, case))["_id"]
    await plant(days, "update enforcements set answered_facts = '[]' where id = $1", mine)
    days.at(date(2026, 10, 20))
    await office.pay(await office.register_debt(100), 1, "2026-10-20")
    assert ("enforcements", "notices") in await named(office, mine)


async def test_a_reminder_fee_that_nobody_attests(app: Api, days: Days) -> None:  # noqa: F811
    office = await open_office(app, reminder_fee_terms=TERMS)  # noqa: F811
    case = await registered(office, days)
    await days.live(date(2026, 10, 22))
    async with days.transaction() as tx:
        letter = await tx.fetchval("select id from letters where case_id = $1 and kind = 'reminder'", case)
    assert await named(office, letter) == []
    await plant(days, "update creditors set reminder_fee_terms = null where id = $1", office.creditor)
    assert ("letters", "reminder fee") in await named(office, letter)


async def test_interest_before_its_lawful_day(office: Office, days: Days) -> None:  # noqa: F811
    days.at(date(2026, 9, 1))
    case = await office.register_debt(1000, invoice_date="2026-07-16")
    assert await named(office, case) == []
    await plant(days, "update cases set interest_days = interest_days - 20 where id = $1", case)
    assert ("cases", "interest_days") in await named(office, case)


FIRST_DAY = ("cases", "first day of interest")


@pytest.mark.parametrize(
    ("debt", "planted"),
    [
        ({}, {"left": "2026-07-18"}),
        ({"due_date_basis": "agreed_days"}, {"left": "2026-07-17"}),
        ({"due_date_basis": "agreed_days"}, {"due_date_basis": "invoice_only", "left": "2026-07-18"}),
        ({}, {"interest_notice": False}),
    ],
    ids=["left later", "left later than the agreed days", "no agreement", "no notice of interest"],
)
async def test_interest_that_the_journal_has_too_early(
    office: Office,  # noqa: F811
    days: Days,  # noqa: F811
    debt: dict[str, Any],
    planted: dict[str, Any],
) -> None:
    days.at(date(2026, 9, 1))
    body = office.debt(1000, invoice_date="2026-07-16", invoice_due_days_after_invoice_date=30, **debt)
    case = (await office.post("case--registrations", office.case_body(body)))["_cases"][0]
    await days.live(date(2026, 9, 3))
    assert await named(office, case) == []
    async with days.transaction() as tx:
        kept = await tx.fetchval("select particulars from cases where id = $1", case)
    await plant(days, "update cases set particulars = particulars || $2 where id = $1", case, planted)
    assert FIRST_DAY in await named(office, case)
    await plant(days, "update cases set particulars = $2 where id = $1", case, kept)
    assert await named(office, case) == []
    await plant(days, "update cases set invoice_due_days = invoice_due_days + 1 where id = $1", case)
    assert FIRST_DAY in await named(office, case)
    await plant(days, "update cases set invoice_due_days = invoice_due_days - 1 where id = $1", case)
