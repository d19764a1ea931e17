"""The worker looks people up beside its other work, and stops when it is told to."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date

from fordran.domain.spar.person import SparTrouble
from fordran.worker.job_log import JobLog
from fordran.worker.lookups import LookupWorker
from tests.actions.flow.days import MORNING, Days
from tests.actions.office import Office
from tests.actions.spar.register import Register
from tests.actions.spar.test_look_up import DEMANDED, ORDINARY, answer_about, opened


async def queued(office: Office, days: Days, number: str) -> tuple[str, str]:
    """A case whose demand waits for an answer, and its customer."""
    case, customer = await opened(office, days, number)
    await days.work(DEMANDED, only=("advance cases",))
    days.at(DEMANDED, MORNING)
    return case, customer


async def test_the_worker_asks_until_it_is_stopped(office: Office, days: Days) -> None:
    _, customer = await queued(office, days, ORDINARY)
    register, jobs, stop = Register(days), JobLog(), asyncio.Event()
    worker = LookupWorker(office.app.database, register.lookups, "", jobs)
    running = asyncio.create_task(worker.run(stop))
    for _ in range(200):
        await asyncio.sleep(0.02)
        if (await outcome(days, customer)) == "confirmed":
            break
    stop.set()
    await asyncio.wait_for(running, 5)
    assert await outcome(days, customer) == "confirmed"
    assert register.asked(ORDINARY) == 1


async def outcome(days: Days, customer: str) -> str | None:
    async with days.transaction() as tx:
        found: str | None = await tx.fetchval("select outcome from spar_answers where id = $1", customer)
    return found


async def test_two_workers_ask_once_and_one_that_was_killed_is_followed(office: Office, days: Days) -> None:
    _, customer = await queued(office, days, ORDINARY)
    register = Register(days)
    asked: list[str] = []

    async def slow(number: str, on: date) -> SparTrouble:
        asked.append(number)
        await asyncio.sleep(0.3)
        raise asyncio.CancelledError

    killed = LookupWorker(office.app.database, replace(register.lookups, ask=slow), "")
    other = LookupWorker(office.app.database, register.lookups, "")
    first = asyncio.create_task(killed._safely())
    await asyncio.sleep(0.1)
    await other._safely()
    assert (asked, register.asked(ORDINARY)) == ([ORDINARY], 0), "the other one has it"
    await asyncio.wait([first])
    assert first.cancelled()
    assert await outcome(days, customer) == "retrying"
    async with days.transaction() as tx:
        await tx.execute(
            "update spar_answers set claimed_until = claimed_until - interval '5 minutes' where id = $1", customer
        )
    await other._safely()
    assert (await outcome(days, customer), register.asked(ORDINARY)) == ("confirmed", 1)


async def test_a_corrected_number_makes_an_answer_about_the_old_one_void(office: Office, days: Days) -> None:
    _, customer = await queued(office, days, ORDINARY)
    register = Register(days)

    async def meanwhile(number: str, on: date) -> object:
        given = {"field": "id_number", "value": "19811228-9874", "reason": "Fel nummer"}
        await office.post(f"customers/{customer}/corrections", given, 200)
        return await register.lookups.ask(number, on)

    await LookupWorker(office.app.database, replace(register.lookups, ask=meanwhile), "")._safely()  # type: ignore[arg-type]
    shown = await office.get(f"customers/{customer}")
    assert "address_source" not in shown
    assert (await answer_about(days, customer))["answered_on"] is None
