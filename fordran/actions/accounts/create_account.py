"""Create an account, with its first creditor and the access groups of both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran.actions.accounts.create_creditor import add_creditor, add_group
from fordran.actions.accounts.number_marks import add_doubts, as_warnings, creditor_doubts, doubts
from fordran.actions.note_event import DomainEvent, note_events
from fordran.resources.accounts import ACCOUNTS, AccountInput
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert, tally
from fordran.store.rows.schema_rows import InstallationRow


@dataclass(frozen=True)
class CreatedAccount:
    id: str
    creditor: str


async def create_account(tx: Connection, caller: Caller, given: AccountInput, now: datetime) -> CreatedAccount:
    """A new account of the caller's partner, or of the operator's own."""
    creditor = given.initial_creditor_data
    found = doubts(given.organization_no)
    if given.number_validation == "refuse":
        issues: Issues = {}
        add_doubts(issues, found)
        add_doubts(issues, creditor_doubts(creditor), ("initial_creditor_data",))
        if issues:
            raise Refused(issues)
    templates = await fetch_the_row(
        tx,
        InstallationRow,
        """select coalesce(p.agreement_template, i.agreement_template) as agreement_template,
                  coalesce(p.access_group_template, i.access_group_template) as access_group_template
           from installation i left join partners p on p.id = $1::text""",
        caller.partner,
    )
    id_ = new_id()
    columns: dict[str, Any] = dict(templates) | wire(given) | {"warnings": as_warnings(found) or None}
    del columns["initial_creditor_data"]
    await insert(tx, "accounts", {"id": id_, "created": now, "updated": now, "partner_id": caller.partner} | columns)
    await add_group(tx, "account_admin", "Account administrators", now, account=id_)
    await tally(tx, ACCOUNTS, partner=caller.partner, account=id_)
    await note_events(tx, [DomainEvent("account.created", id_)], now)
    first = await add_creditor(tx, id_, caller.partner, columns["agreement_address"], creditor, now)
    return CreatedAccount(id_, first)
