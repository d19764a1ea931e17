"""A registration in the very moment in which its customer is erased: no case is opened on somebody who is erased."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fordran import clock
from fordran.actions.privacy.erase_person import RetentionTerms, TooEarly, erase_person
from fordran.actions.proof.erasures import check_erasures
from fordran.actions.registrations.register_case import register_case
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.shape.fields import read
from fordran.store.reading.scope import SYSTEM
from tests.actions.privacy.remembered import CUSTOMER, NUMBER, Desk
from tests.actions.privacy.test_privacy import FIRST_STAGE, app, database_url, desk, settings  # noqa: F401  (fixtures)
from tests.actions.waiting import until_it_waits


def debt_of(desk: Desk) -> dict[str, Any]:  # noqa: F811
    body: dict[str, Any] = desk.office.case_body(desk.office.debt(500), customer=CUSTOMER)
    return body


async def test_a_registration_that_comes_while_its_customer_is_erased_makes_a_customer_of_its_own(desk: Desk) -> None:  # noqa: F811
    (closed, _) = await desk.remembered()
    desk.days.at(FIRST_STAGE)
    async with desk.days.transaction() as tx:
        await erase_person(tx, NUMBER, RetentionTerms(), clock.now())
        registering = asyncio.create_task(desk.office.post("case--registrations", debt_of(desk)))
        await until_it_waits(tx, registering)
    opened = await desk.office.case((await registering)["_cases"][0])
    assert opened["customer"] != (await desk.office.case(closed))["customer"]
    assert opened["customer_name"] == CUSTOMER["name"]
    async with desk.days.transaction() as tx:
        assert [found async for found in check_erasures(tx, lambda *_: None)] == []
        erased = """select count(*) from customers c
            join cases k on k.account_id = c.account_id and k.customer_id = c.id where c.erasure is not null"""
        assert await tx.fetchval(f"{erased} and k.erasure is null") == 0


async def test_whoever_erases_while_a_case_is_registered_waits_and_finds_that_it_is_too_early(desk: Desk) -> None:  # noqa: F811
    await desk.remembered()
    desk.days.at(FIRST_STAGE)

    async def erase() -> None:
        async with desk.days.transaction() as tx:
            await erase_person(tx, NUMBER, RetentionTerms(), clock.now())

    async with desk.days.transaction() as tx:
        made = await register_case(tx, SYSTEM, read(CaseRegistrationInput, debt_of(desk)), clock.now())
        erasing = asyncio.create_task(erase())
        await until_it_waits(tx, erasing)
    with pytest.raises(TooEarly) as early:
        await erasing
    assert [reason.case for reason in early.value.reasons] == made["_cases"]
