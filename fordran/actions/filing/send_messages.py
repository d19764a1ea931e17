"""Hand messages about applications over to the receiver, each under its own key until it is answered.

Nothing is sent within a transaction. From its claim on, the application that a message carries is not made again: the receiver
may have it. A process that is killed in between hands the same message over again, which the receiver knows by its key.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran.actions.filing.note_receipt import MESSAGE, refuse_message
from fordran.actions.filing.receiver import (
    CLAIMED_FOR,
    LONGEST_WAIT,
    PATIENT_TRIES,
    AuthorityReceiver,
    HandOverResult,
    wait_after,
)
from fordran.actions.filing.show_trouble import hide_unsent, show_unsent
from fordran.actions.stored_files import MediaAway, NoSuchFile
from fordran.formats.enforcement import AuthorityMessage, MessageKind
from fordran.shape.wire import parsed
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import EnforcementMessageRow, EnforcementRow
from fordran.store.upkeep.installation import business_now

AT_ONCE = 20

# Of an application's messages the first that is not answered goes first.
_DUE = f"""
select {MESSAGE} from enforcement_messages m
where m.status in ('queued', 'handed_over') and m.next_attempt <= $1
  and (m.claimed_until is null or m.claimed_until <= $1) and {of_one_account("m")}
  and not exists (select 1 from enforcement_messages x where x.account_id = m.account_id
                  and x.enforcement_id = m.enforcement_id and x.status in ('queued', 'handed_over') and x.id < m.id)
order by m.next_attempt, m.id limit {AT_ONCE} for update of m skip locked
"""


_CLAIM = """
update enforcement_messages set claimed_until = $3, status = 'handed_over', envelope_id = coalesce(envelope_id, $4),
    facts = coalesce(facts, $5), revision = revision + 1
where account_id = $1 and id = $2
"""
_CORRECTED = f"""
select m.account_id, m.id, m.enforcement_id from enforcement_messages m
where m.status = 'refused' and m.kind = 'application' and {of_one_account("m")} and not exists (
    select 1 from work_items w where w.account_id = m.account_id and w.subject = m.enforcement_id
    and w.kind = 'enforcement_refused' and w.resolved is null)
order by m.id limit {AT_ONCE} for update of m skip locked
"""
# A letter whose `case_revision` is none of its case is outdated: it is made again, and its application sent again.
_OUTDATE = """
update letters l set details = l.details || '{"case_revision": -1}' from enforcements e
where l.account_id = $1 and e.account_id = $1 and e.id = $2 and e.status = 'to_sign' and e.case_ids ? l.case_id
  and l.kind = 'enforcement' and l.status = 'made'
"""


@dataclass(frozen=True)
class _ToSend:
    row: EnforcementMessageRow
    file: str | None = None
    """The application as data."""
    envelope: str | None = None
    facts: Any = None


async def send_some(begin: Begin, receiver: AuthorityReceiver, now: datetime, *, alone: bool = True) -> int:
    """Hand over some of what is due; how much. One who is not `alone` leaves the days to a mover of the clock."""
    async with begin() as tx:
        if not alone and not await may_do_business(tx):
            return 0
        await _replace_corrected(tx, now)
    async with begin() as tx:
        then = await business_now(tx, now)
        rows = await fetch_locked(tx, EnforcementMessageRow, _DUE, then)
        claimed = [one for row in rows if (one := await _claimed(tx, row, then, now)) is not None]
        for one in claimed:
            until = then + CLAIMED_FOR
            await tx.execute(_CLAIM, one.row["account_id"], one.row["id"], until, one.envelope, one.facts)
    for one in claimed:
        result = await _handed_over(receiver, one)
        async with begin() as tx:
            await _note(tx, one.row, result, then, now)
    return len(rows)


async def _replace_corrected(tx: Connection, now: datetime) -> None:
    """Let applications be made again whose faults a person has called corrected."""
    for row in await fetch_locked(tx, EnforcementMessageRow, _CORRECTED):
        await _change(tx, row, now, status="replaced")
        await tx.execute(_OUTDATE, row["account_id"], row["enforcement_id"])


async def _claimed(tx: Connection, row: EnforcementMessageRow, then: datetime, now: datetime) -> _ToSend | None:
    """A message that may be handed over; None for one that is put off, or is not to go as it is."""
    if row["kind"] != "application" or row["status"] == "handed_over":
        return _ToSend(row, row["subject"] if row["kind"] == "application" else None)
    found = await fetch_row(tx, EnforcementRow, _APPLICATION, row["account_id"], row["enforcement_id"])
    if found is None or found["status"] != "prepared":
        await _change(tx, row, now, status="cancelled", next_attempt=None)
    elif await tx.fetchval(_IS_PROTECTED, row["account_id"], found["customer_id"]):
        await _change(tx, row, now, status="cancelled", next_attempt=None)
        await tx.execute(_TO_PAPER, row["account_id"], row["enforcement_id"], now)
    elif await tx.fetchval(_FREE_ENVELOPE, row["account_id"], found["letter_id"]) is None:
        await _change(tx, row, now, next_attempt=then + wait_after(1))
    else:
        cases = parsed(found["case_ids"])
        made = await tx.fetchrow(_MADE, row["account_id"], cases, found["letter_id"])
        assert made is not None
        if made["count"] == len(cases):
            return _ToSend(row, row["subject"], made["envelope_id"], made["facts"])
        # Something has happened to a case since: the application is made again, and this message is cancelled.
        await _change(tx, row, now, next_attempt=then + wait_after(1))
    return None


_APPLICATION = """
select id, status, case_ids, customer_id, letter_id from enforcements where account_id = $1 and id = $2
"""
# Locked, so that it is not made again meanwhile.
_FREE_ENVELOPE = """
select e.id from envelopes e
where e.account_id = $1 and e.id = (select envelope_id from letters where account_id = $1 and id = $2)
for update skip locked
"""
_IS_PROTECTED = "select is_protected from customers where account_id = $1 and id = $2"
_TO_PAPER = """
update enforcements set status = 'to_sign', channel = 'paper', revision = revision + 1, updated = $3
where account_id = $1 and id = $2 and status = 'prepared'
"""
# How many of its letters say what is owed now, the envelope that holds them, and the facts that they know of.
_MADE = """
select count(*) filter (where l.status = 'made' and (l.details ->> 'case_revision')::integer = k.revision) as count,
       max(l.envelope_id) as envelope_id,
       (select coalesce(jsonb_agg(f ->> 'id'), '[]') from cases c cross join jsonb_array_elements(c.facts) f
        where c.account_id = $1 and c.id = any($2::text[])
          and f ->> 'kind' in ('payment', 'credit', 'waiver', 'closing')) as facts
from cases k join letters l on l.account_id = k.account_id and l.case_id = k.id and l.kind = 'enforcement'
where k.account_id = $1 and k.id = any($2::text[])
  and l.envelope_id = (select envelope_id from letters where account_id = $1 and id = $3)
"""


async def _change(tx: Connection, row: EnforcementMessageRow, now: datetime, **changes: Any) -> None:
    await change(tx, "enforcement_messages", {"account_id": row["account_id"], "id": row["id"]}, changes, now)


async def _handed_over(receiver: AuthorityReceiver, one: _ToSend) -> HandOverResult:
    """Hand a message over, with the application's file where it is one."""
    row = one.row
    content: dict[str, Any] = parsed(row["content"])
    if one.file is not None:
        try:
            content = json.loads(await asyncio.to_thread(receiver.get, one.file))
        except (MediaAway, NoSuchFile, ValueError):
            return HandOverResult("later", "the file of the application cannot be read")
    kind: MessageKind = row["kind"]  # type: ignore[assignment]
    message = AuthorityMessage(
        row["message_key"], kind, row["enforcement_id"], receiver.agent_code, row["made_on"], content
    )
    return await receiver.send(message)


async def _note(
    tx: Connection, row: EnforcementMessageRow, result: HandOverResult, then: datetime, now: datetime
) -> None:
    """Note what became of a message. One that was answered meanwhile stays as it is."""
    found = await fetch_row(
        tx,
        EnforcementMessageRow,
        f"select {MESSAGE} from enforcement_messages m where m.account_id = $1 and m.id = $2 for update",
        row["account_id"],
        row["id"],
    )
    if found is None or found["status"] != "handed_over":
        return
    if result.status == "refused":
        await refuse_message(tx, found, "message_refused", result.errors, now)
        return
    tries = found["tries"] + 1
    if result.status == "taken":
        # Without a receipt by then it is handed over again, under the same key.
        again = then + LONGEST_WAIT
        await _change(tx, found, now, taken=then, next_attempt=again, claimed_until=None, tries=tries, reason=None)
    else:
        # What was surely not taken may be made again meanwhile; what may have been is only sent again as it was.
        is_back = result.status == "later" and row["status"] == "queued"
        changes: dict[str, Any] = {"status": "queued", "facts": None, "envelope_id": None} if is_back else {}
        again = then + max(wait_after(tries), result.wait or wait_after(1))
        await _change(
            tx, found, now, tries=tries, next_attempt=again, claimed_until=None, reason=result.reason, **changes
        )
    if tries >= PATIENT_TRIES and (result.status != "taken" or found["taken"] is not None):
        await show_unsent(tx, found, result.reason or "no receipt", now)
    elif result.status == "taken":
        await hide_unsent(tx, found, now)
