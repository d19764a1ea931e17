"""Watch client funds: a creditor whose part is not enough is on the work list until it is, and an alert follows from it."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.work_list import CreditorSubject, put_on_work_list, resolve_creditors_work
from fordran.actions.reports.client_funds import short_creditors
from fordran.domain.message import Message
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day


async def watch_client_funds(tx: Connection, now: datetime) -> int:
    """Put creditors with a shortfall on the work list, and take the others off it; the number of changes."""
    short = await short_creditors(tx, await business_day(tx, now))
    listed = await tx.fetch(
        """select account_id, creditor_id from work_items
           where kind = 'client_funds_short' and case_id is null and resolved is null"""
    )
    known = {row["creditor_id"] for row in listed}
    covered = [row for row in listed if row["creditor_id"] not in short]
    for row in covered:
        await resolve_creditors_work(tx, row["account_id"], row["creditor_id"], ["client_funds_short"], now)
    new = await tx.fetch(
        """select d.id, d.account_id, a.partner_id from creditors d join accounts a on a.id = d.account_id
           where d.id = any($1::text[])""",
        sorted(short.keys() - known),
    )
    for row in new:
        subject = CreditorSubject(row["account_id"], row["id"], row["partner_id"])
        await put_on_work_list(tx, subject, "client_funds_short", Message("work.client_funds_short"), now)
    return len(covered) + len(new)
