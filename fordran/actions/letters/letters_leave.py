"""Letters that leave: once a channel has taken them, their cases record it; a person handles those that came back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict

from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, book_and_save, lock_flowing, save
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.letter_left import forget_demands, note_left
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.put_aside import resolve_failures
from fordran.domain.claims.facts import LetterLeft
from fordran.domain.kinds.channels import DeliveryKind, Distribution
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.message import ListValue, Message
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import LetterRow


class _Leaving(TypedDict):
    """The query for a delivery of letters."""

    account_id: str
    creditor_id: str
    envelope_id: str | None
    kind: DeliveryKind
    channel: Distribution
    attempts: int


OF_DELIVERY = "(l.kind = 'enforcement') = ({kind} = 'application')"
"""Whether letter `l` of an envelope goes to the authority, as an application does, or to the customer."""

_LEAVE = f"""
update letters l set status = $3, sent = $4, revision = revision + 1, updated = $4
where account_id = $1 and envelope_id = $2 and status = 'made' and {OF_DELIVERY.format(kind="$5::text")}
returning id, case_id, kind, dated, pay_by, amount, details
"""


async def letters_left(tx: Connection, row: _Leaving, status: Literal["sent", "shown"], now: datetime) -> None:
    """Let the letters of a delivery have left, by its channel. Those that had before have now left by this one too."""
    letters = await fetch_rows(tx, LetterRow, _LEAVE, row["account_id"], row["envelope_id"], status, now, row["kind"])
    await _note_envelope(tx, row, status, now)
    for letter in letters:
        await _note_left(tx, row, letter, now)
    if not letters:
        await _tell_again(tx, row, now)
    await resolve_failures(
        tx, row["account_id"], [letter["case_id"] for letter in letters], f"envelope {row['envelope_id']}", now
    )


async def _note_envelope(tx: Connection, row: _Leaving, status: str, now: datetime) -> None:
    """The envelope has left once nothing in it waits. Its channel is the customer's."""
    await tx.execute(
        """update envelopes e set sent = $4, trouble = null, attempts = e.attempts + 1,
               channel = case when $5::text = 'letters' then $6 else e.channel end,
               status = case when exists (select 1 from letters l where l.account_id = $1 and l.envelope_id = $2
                                          and l.status in ('queued', 'made')) then e.status else $3 end
           where e.account_id = $1 and e.id = $2""",
        row["account_id"],
        row["envelope_id"],
        status,
        now,
        row["kind"],
        row["channel"],
    )


_SENT = f"""
select id, case_id, kind, dated from letters l where account_id = $1 and envelope_id = $2 and status in ('sent', 'shown')
    and {OF_DELIVERY.format(kind="$3::text")} order by id
"""


async def _sent_letters(tx: Connection, row: _Leaving) -> list[LetterRow]:
    return await fetch_rows(tx, LetterRow, _SENT, row["account_id"], row["envelope_id"], row["kind"])


async def _tell_again(tx: Connection, row: _Leaving, now: datetime) -> None:
    """A returned letter has left once more, by another channel."""
    events = [
        DomainEvent(
            "letter.sent",
            row["account_id"],
            row["creditor_id"],
            letter["case_id"],
            {"letter": letter["id"], "kind": letter["kind"], "channel": row["channel"]},
        )
        for letter in await _sent_letters(tx, row)
    ]
    await note_events(tx, events, now)


@dataclass(frozen=True)
class _Case:
    account: str
    creditor: str
    id: str | None
    partner: str | None


async def letters_came_back(tx: Connection, row: _Leaving, reason: str, now: datetime) -> None:
    """Letters that had left have come back: they go another way, and a person sees whether their time is enough."""
    partner = await tx.fetchval("select partner_id from accounts where id = $1", row["account_id"])
    for letter in await _sent_letters(tx, row):
        case = _Case(row["account_id"], row["creditor_id"], letter["case_id"], partner)
        message = Message(
            "work.letter_came_back",
            letter=ListValue("letter_kind", letter["kind"], "in_reason"),
            channel=ListValue("channel", row["channel"], "in_reason"),
            reason=reason,
        )
        await put_on_work_list(tx, case, "letter_failed", message, now, letter["id"])
        if letter["case_id"] is not None:
            await forget_demands(tx, row["account_id"], [letter["case_id"]], letter["dated"], now)


async def _note_left(tx: Connection, row: _Leaving, letter: LetterRow, now: datetime) -> None:
    """Let the case of a letter know that it has left."""
    flowing = await lock_flowing(tx, letter["case_id"], row["creditor_id"], row["account_id"], now)
    assert flowing is not None
    note_left(flowing, letter["kind"], letter["dated"], letter["pay_by"])
    await _book_left(tx, flowing, letter, now)
    # A letter that has left does not make another waiting letter wrong.
    await tx.execute(
        """update letters set details = details || ('{"case_revision": ' || $3::integer || '}')::jsonb
           where account_id = $1 and case_id = $2 and status = 'made'
             and (details ->> 'case_revision')::integer = $3 - 1""",
        flowing.case.account,
        flowing.case.id,
        flowing.row["revision"],
    )
    data = {"letter": letter["id"], "kind": letter["kind"], "channel": row["channel"]}
    await note_events(tx, [flowing.case.event("letter.sent", data)], now)


async def _book_left(tx: Connection, flowing: FlowingCase, letter: LetterRow, now: datetime) -> None:
    """Store the case; a letter that asks for all that is owed is a fact of it, for what it asks settles the case."""
    if not LETTER_KINDS[letter["kind"]].settles or letter["pay_by"] is None:
        await save(tx, [flowing], now)
        return
    details = parsed(letter["details"])
    knew, disputed = tuple(details.get("knew", ())), details.get("disputed")
    fact = LetterLeft(letter["id"], letter["dated"], letter["pay_by"], letter["amount"], knew, disputed)
    await book_and_save(tx, flowing, [StoredFact(fact, flowing.case.business_now, SYSTEM)], now)
