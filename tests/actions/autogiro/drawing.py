"""Cases that are paid by Autogiro, and the files to Bankgirot."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran import clock
from fordran.actions.autogiro.send_orders import file_content, files_to_write, gather_orders, note_written
from tests.actions.autogiro.test_mandates import PAYEE, advice, ask, noted_of, sent
from tests.actions.flow.days import FLOW, Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.actions.work.test_change_customer import registered

WORK = (*FLOW, "look after debits by Autogiro")
Debit = dict[str, Any]


async def active(office: Office, case: str) -> Body:
    """A mandate of a case that Bankgirot has entered."""
    mandate = await ask(office, case)
    await sent(office)
    await noted_of(office, advice((mandate["payer_number"], "04", "32")))
    return mandate


async def planned_case(office: Office, days: Days, number: int, first: str = "2026-09-30") -> tuple[str, Body]:
    """A case with a plan of three instalments and an active mandate, and the mandate."""
    days.at(date(2026, 9, 1))
    case, _ = await registered(office, customer=person(number))
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": first})
    return case, await active(office, case)


async def debits(office: Office, case: str) -> list[Debit]:
    async with office.app.database.transaction() as tx:
        rows = await tx.fetch("select * from autogiro_debits where case_id = $1 order by day, id", case)
    return [dict(row) for row in rows]


async def states(office: Office, case: str) -> list[str]:
    return [debit["state"] for debit in await debits(office, case)]


async def export(office: Office, mandate: Body) -> list[str]:
    """The lines about a mandate's payer in the file that is written now: other tests' cases have theirs."""
    return [line for line in await sent(office) if f"{mandate['payer_number']:0>16}" in line]


async def unwritten(office: Office) -> list[bytes]:
    """The contents of the files as a run makes them that ends before it has written any."""
    async with office.app.database.transaction() as tx:
        await gather_orders(tx, clock.now())
    async with office.app.database.transaction() as tx:
        return [await file_content(tx, file["id"], file["day"], PAYEE) for file in await files_to_write(tx)]


async def write_all(office: Office) -> None:
    async with office.app.database.transaction() as tx:
        for file in await files_to_write(tx):
            await note_written(tx, file["id"], clock.now())


def debit_line(mandate: Body, debit: Debit) -> str:
    """The debit as the layout has it."""
    payer = f"{mandate['payer_number']:0>16}"
    return f"82{debit['day']:%Y%m%d}0    {payer}{debit['amount']:012}{9912346:010}{debit['reference']:16}{'':11}"


def cancel_line(mandate: Body, debit: Debit) -> str:
    """The cancellation of the debit as the layout has it."""
    payer, day = f"{mandate['payer_number']:0>16}", f"{debit['day']:%Y%m%d}"
    return f"25{9912346:010}{payer}{day}{debit['amount']:012}82{'':8}{debit['reference']:16}{'':6}"
