"""Register overdue debts for collection: a case for each, which is made in new_cases.py."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.registrations.customer_data import customer_data
from fordran.actions.registrations.customers import match_or_make
from fordran.actions.registrations.look_up import customer_in, draw_serials, look_up
from fordran.actions.registrations.new_cases import debt_descriptions, new_cases
from fordran.actions.violations import SentValue, not_unique, refusing
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.tables import insert_rows


async def register_case(
    tx: Connection, caller: Caller, given: CaseRegistrationInput, now: datetime, report: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    """Register what a creditor's system sent. `report` is the file import that it came with, if any."""
    data = customer_data(given.customer, now, clock.stockholm_date(now))
    row = await look_up(tx, caller, given.account, given.creditor, data)
    descriptions = debt_descriptions(given, row)
    await _refuse_known_numbers(tx, given)
    found = customer_in(row)
    customer, made = await match_or_make(tx, given.account, row["partner_id"], given.creditor, data, found, now)
    serials = [row["serial"], *await draw_serials(tx, len(given.debts) - 1)]
    new = new_cases(given, descriptions, row, serials, customer, data.is_business_of(found), now, report)
    with refusing({"invoice_number": _numbers(given)}):
        await insert_rows(tx, [*made, *new.rows])
    return new.answer


def _numbers(given: CaseRegistrationInput) -> list[SentValue]:
    return [(("debts", index, "invoice_number"), debt.invoice_number) for index, debt in enumerate(given.debts)]


async def _refuse_known_numbers(tx: Connection, given: CaseRegistrationInput) -> None:
    """Report every number that is taken, all at once; the database refuses those that are taken meanwhile."""
    rows = await tx.fetch(
        """select invoice_number from cases where account_id = $1 and creditor_id = $2 and invoice_number = any($3::text[])
           union
           select invoice_number from invoices where account_id = $1 and creditor_id = $2 and invoice_number = any($3::text[])""",
        given.account,
        given.creditor,
        [debt.invoice_number for debt in given.debts],
    )
    taken = {row["invoice_number"] for row in rows}
    clashes = [(path, number) for path, number in _numbers(given) if number in taken]
    if clashes:
        raise not_unique(clashes)
