"""Stop a letter that has not left: it costs nothing, nothing follows on it, and a person handles its case."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.letter_not_left import note_not_left
from fordran.actions.letters.take_back_letters import make_again
from fordran.actions.note_event import note_events
from fordran.actions.outbox.queue_letters import withdraw
from fordran.actions.refusals import Conflict
from fordran.domain.kinds.letter_kinds import STEP_LETTERS, LetterStatus
from fordran.domain.message import ListValue, Message
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.documents import Document
from fordran.store.rows.schema_rows import EnvelopeRow, LetterRow

_LEAVING = "error.letter_is_leaving"
_REFUSALS: dict[LetterStatus, str] = {
    "sent": "error.letter_has_left",
    "shown": "error.letter_has_left_sandbox",
    "failed": "error.letter_not_delivered",
    "stopped": "error.letter_stopped_already",
}


# Making letters locks the case and then the envelope, as this code does. Sending locks the envelope and then wants the
# case. So this code does not wait for a locked envelope.
_ENVELOPE = """
select e.account_id, e.id, e.creditor_id, e.customer_id, e.day, e.status from envelopes e
where e.account_id = $1 and e.id = (select envelope_id from letters where account_id = $1 and id = $2)
for update skip locked
"""


_AT_RECEIVER = """
select exists (select 1 from enforcement_messages where account_id = $1 and envelope_id = $2 and status = 'handed_over')
"""
_STOP = """
update letters set status = 'stopped', revision = revision + 1, updated = $4
where account_id = $1 and id = $2 and envelope_id = $3 and status in ('queued', 'made') returning kind, details
"""


async def stop_letter(tx: Connection, letter: Document, now: datetime) -> None:
    """Stop a letter, which is given as it was read; refused where it has left."""
    account, id_ = letter["account"], letter["_id"]
    flowing = await lock_flowing(tx, letter["case"], letter["creditor"], account, now)
    assert flowing is not None
    envelope = await fetch_row(tx, EnvelopeRow, _ENVELOPE, account, id_)
    if envelope is None:
        raise Conflict(_LEAVING)
    if await tx.fetchval(_AT_RECEIVER, account, envelope["id"]):
        raise Conflict("error.application_goes_by_file")
    stopped = await fetch_row(tx, LetterRow, _STOP, account, id_, envelope["id"], now)
    if stopped is None:
        status = await tx.fetchval("select status from letters where account_id = $1 and id = $2", account, id_)
        raise Conflict(_REFUSALS.get(status, _LEAVING))
    kind = stopped["kind"]
    if not await _repack(tx, envelope):
        raise Conflict(_LEAVING)
    if kind in STEP_LETTERS:
        await put_on_work_list(
            tx,
            flowing.case,
            "letter_stopped",
            Message(
                "work.of_letter",
                letter=ListValue("letter_kind", kind, "in_reason"),
                reason=Message("law.stopped_by_hand"),
            ),
            now,
            id_,
        )
    await note_events(tx, [flowing.case.event("letter.stopped", {"letter": id_, "kind": kind})], now)
    await note_not_left(tx, flowing, kind, parsed(stopped["details"])["fees"], now, passes=False)


async def _repack(tx: Connection, envelope: EnvelopeRow) -> bool:
    """Send the rest of the envelope without the letter; a document that held both is made again.

    False where it has begun to leave.
    """
    account, id_ = envelope["account_id"], envelope["id"]
    goes_on = await tx.fetchval(
        """select exists (select 1 from letters where account_id = $1 and envelope_id = $2
                          and status in ('queued', 'made'))""",
        account,
        id_,
    )
    if envelope["status"] == "made" and goes_on:
        return await make_again(
            tx, account, id_, creditor=envelope["creditor_id"], customer=envelope["customer_id"], day=envelope["day"]
        )
    if not goes_on:
        await tx.execute("update envelopes set status = 'empty' where account_id = $1 and id = $2", account, id_)
        return await withdraw(tx, account, id_)
    return True
