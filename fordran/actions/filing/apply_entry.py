"""Apply an entry of the receiver's feed by the verb that a person would use, once. What cannot be applied waits for a person."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, Literal, TypeAlias

import structlog

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.filing.note_receipt import MESSAGE, note_receipt
from fordran.actions.filing.show_trouble import show_not_noted
from fordran.actions.refusals import Conflict
from fordran.domain.message import Message
from fordran.formats.enforcement import AuthorityReply, FeedEntry, Receipt
from fordran.resources.case_acts import ReplyInput
from fordran.shape.fields import Refused, read
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import EnforcementMessageRow, EnforcementRow
from fordran.store.upkeep.installation import business_day

log = structlog.get_logger("fordran.enforcement")

Applied: TypeAlias = Literal["applied", "refused", "known", "later", "stray"]
"""The outcome of an entry: it is applied, waits for a person, was here before, waits for its day, or is about nothing of ours."""

_OF_KEY = "select account_id, enforcement_id from enforcement_messages where message_key = $1"
_OF_APPLICATION = """
select account_id, enforcement_id from enforcement_messages where enforcement_id = $1 and kind = 'application'
  and status in ('handed_over', 'accepted') order by id desc limit 1
"""
_ENTER = """
insert into enforcement_entries (account_id, id, created, updated, creditor_id, case_id, enforcement_id, entry, is_applied)
values ($1, $2, $3, $3, $4, $5, $6, $7, true) on conflict (account_id, entry) do nothing returning id
"""


async def apply_entry(tx: Connection, entry: FeedEntry, now: datetime) -> Applied:
    """Apply an entry, in a transaction of its own."""
    found = await _subject(tx, entry)
    if found is None:
        return "stray"
    today = await business_day(tx, now)
    day = _day(entry)
    if day is not None and today < day <= today + timedelta(days=1):
        # The receiver's clock is ahead of ours.
        return "later"
    first = parsed(found["case_ids"])[0]
    values = (found["creditor_id"], first, found["id"], entry.entry)
    id_ = await tx.fetchval(_ENTER, found["account_id"], new_id(), now, *values)
    if id_ is None:
        return "known"
    reason = await _refusal(tx, entry, found, first, now)
    if reason is None:
        return "applied"
    await tx.execute(
        "update enforcement_entries set is_applied = false where account_id = $1 and id = $2", found["account_id"], id_
    )
    about: Mapping[str, Any] = {
        "account_id": found["account_id"],
        "creditor_id": found["creditor_id"],
        "case_id": first,
        "enforcement_id": found["id"],
    }
    await show_not_noted(tx, about, entry.entry, reason, now)
    return "refused"


async def _subject(tx: Connection, entry: FeedEntry) -> EnforcementRow | None:
    """The application that an entry is about."""
    key, application = ("", "") if isinstance(entry, AuthorityReply) else (entry.message, "")
    if not isinstance(entry, Receipt):
        application = entry.application
    found = await tx.fetchrow(_OF_KEY, key) if key else await tx.fetchrow(_OF_APPLICATION, application)
    if found is None:
        return None
    return await fetch_row(
        tx,
        EnforcementRow,
        "select account_id, id, creditor_id, case_ids from enforcements where account_id = $1 and id = $2",
        found["account_id"],
        found["enforcement_id"],
    )


def _day(entry: FeedEntry) -> date | None:
    if isinstance(entry, Receipt):
        return entry.day
    return date.fromisoformat(entry.given["date"]) if isinstance(entry, AuthorityReply) else None


async def _refusal(tx: Connection, entry: FeedEntry, row: EnforcementRow, first: str, now: datetime) -> Message | None:
    """Apply an entry; why it cannot be."""
    try:
        async with part(tx):
            if isinstance(entry, Receipt):
                await _apply_receipt(tx, entry, row, now)
            elif isinstance(entry, AuthorityReply):
                await _apply_reply(tx, entry, row, first, now)
            else:
                return Message("work.enforcement_unreadable")
    except SavepointRolledBack as undone:
        cause = undone.__cause__
        if isinstance(cause, Conflict):
            return cause.message
        if isinstance(cause, Refused):
            return Message("work.enforcement_reply_refused", fields=", ".join(sorted(cause.issues)))
        log.exception("entry of the enforcement authority's feed cannot be applied", entry=entry.entry)
        return Message("work.enforcement_failed")
    return None


async def _apply_receipt(tx: Connection, entry: Receipt, row: EnforcementRow, now: datetime) -> None:
    # Cases are locked before rows that are about them, as everywhere.
    for id_ in sorted(parsed(row["case_ids"])):
        await lock_flowing(tx, id_, row["creditor_id"], row["account_id"], now)
    message = await fetch_row(
        tx,
        EnforcementMessageRow,
        f"select {MESSAGE} from enforcement_messages m where m.account_id = $1 and m.message_key = $2 for update",
        row["account_id"],
        entry.message,
    )
    assert message is not None
    await note_receipt(tx, message, entry, now)


async def _apply_reply(tx: Connection, entry: AuthorityReply, row: EnforcementRow, first: str, now: datetime) -> None:
    latest = await tx.fetchval(
        """select id from enforcements where account_id = $1 and case_ids @> jsonb_build_array($2::text)
           order by id desc limit 1""",
        row["account_id"],
        first,
    )
    if latest != row["id"]:
        raise Conflict("error.not_latest_application")
    flowing = await lock_flowing(tx, first, row["creditor_id"], row["account_id"], now)
    if flowing is None:
        raise Conflict("error.no_application")
    await note_reply(tx, flowing, read(ReplyInput, dict(entry.given)), now)
