"""Change an account."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.accounts.number_marks import add_doubts, as_warnings, doubts
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.refusals import EtagDiffers
from fordran.resources.accounts import AccountData
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change


async def change_account(
    tx: Connection, caller: Caller, id_: str, etag: str, given: AccountData, now: datetime
) -> None:
    """Let the account be as `given`, which is the whole document after the change."""
    found = doubts(given.organization_no)
    if given.number_validation == "refuse":
        issues: Issues = {}
        add_doubts(issues, found)
        if issues:
            raise Refused(issues)
    columns = wire(given) | {"warnings": as_warnings(found) or None}
    before = await tx.fetchval("select name from accounts where id = $1", id_)
    if not await change(tx, "accounts", {"id": id_}, columns, now, etag):
        raise EtagDiffers
    if before != given.name:
        await touch_groups(tx, now, account=id_)
    await note_events(tx, [DomainEvent("account.changed", id_)], now)


async def touch_groups(tx: Connection, now: datetime, *, account: str, creditor: str | None = None) -> None:
    """The name of an account or a creditor is shown with its groups and their users: those documents have changed too."""
    groups = await tx.fetch(
        """update access_groups set revision = revision + 1, updated = greatest(updated, $3)
           where account_id = $1 and ($2::text is null or creditor_id = $2) returning id""",
        account,
        creditor,
        now,
    )
    await tx.execute(
        """update users set revision = revision + 1, updated = greatest(updated, $2)
           where id in (select user_id from user_groups where access_group_id = any($1::text[]))""",
        [row["id"] for row in groups],
        now,
    )
