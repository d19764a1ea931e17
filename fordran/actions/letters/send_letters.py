"""Send letters: an envelope that is made leaves by its channel, or is shown by a sandbox, which sends nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, TypedDict

import orjson

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, lock_flowing, look_ahead, save
from fordran.actions.letters.letter_left import note_left
from fordran.actions.letters.retry_letters import MOST_ATTEMPTS, give_up, postpone, put_off
from fordran.actions.letters.take_back_letters import OUTDATED
from fordran.actions.note_event import note_events
from fordran.actions.put_aside import take_up_cases
from fordran.documents.letters.enforcement import AUTHORITY
from fordran.domain.claims.facts import LetterLeft
from fordran.domain.flow.letters import SETTLING, Channel, LetterKind
from fordran.domain.languages import Language
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.savepoints import Undone, part
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.upkeep.installation import business_day, read_installation


@dataclass(frozen=True)
class Enclosed:
    """A document in an envelope."""

    media: str
    filename: str


@dataclass(frozen=True)
class Parcel:
    """What is handed to a channel. The same id means the same parcel, however often it is handed over."""

    id: str
    channel: Channel
    receiver: str
    customer_name: str
    creditor_name: str
    language: Language
    documents: tuple[Enclosed, ...]


class NotDelivered(Exception):
    """The channel could not take the parcel; it is tried again later."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Deliver = Callable[[Parcel], Awaitable[None]]


class _EnvelopeRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    channel: Channel
    receiver: str
    attempts: int
    customer_name: str
    creditor_name: str


_MADE = f"""
select e.account_id, e.id, e.creditor_id, e.channel, e.receiver, e.attempts, s.name as customer_name,
       d.name as creditor_name
from envelopes e
join creditors d on d.account_id = e.account_id and d.id = e.creditor_id
join customer_details s on s.account_id = e.account_id and s.customer_id = e.customer_id and s.creditor_id = e.creditor_id
where e.status = 'made' and e.next_attempt <= $1 and {of_one_account("e")} and not {OUTDATED.format(today="$2")}
order by e.next_attempt, e.id limit 1
for update of e skip locked
"""


async def send_letters(tx: Connection, deliver: Deliver, now: datetime) -> int:
    """Let one envelope leave; 1, or 0 when none waits. Handing over is repeated until it is known to have worked."""
    rows = await fetch_locked(tx, _EnvelopeRow, _MADE, now, await business_day(tx, now))
    if not rows:
        return 0
    row = rows[0]
    try:
        async with part(tx):
            await _let_leave(tx, deliver, row, now)
    except Undone as undone:
        await put_off(tx, row["account_id"], row["id"], f"cannot leave: {undone}", now)
    return 1


async def _let_leave(tx: Connection, deliver: Deliver, row: _EnvelopeRow, now: datetime) -> None:
    if (await read_installation(tx)).sandbox:
        await _left(tx, row, "shown", now)
        return
    try:
        for parcel in await _parcels(tx, row):
            await deliver(parcel)
    except NotDelivered as trouble:
        await _tried(tx, row, trouble.reason, now)
    else:
        await _left(tx, row, "sent", now)


class _DocumentRow(TypedDict):
    id: str
    filename: str
    language: Language
    is_application: bool


async def _parcels(tx: Connection, row: _EnvelopeRow) -> list[Parcel]:
    """What is handed over: the authority's applications by themselves, and then what the customer gets."""
    documents = await fetch_rows(
        tx,
        _DocumentRow,
        """select m.id, m.filename, min(l.language) as language, bool_or(l.kind = 'enforcement') as is_application
           from letters l
           join media_files m on m.account_id = l.account_id and m.id in (l.media_id, l.details ->> 'application')
           where l.account_id = $1 and l.envelope_id = $2 and l.status = 'made' group by m.id, m.filename order by m.id""",
        row["account_id"],
        row["id"],
    )
    applications = [document for document in documents if document["is_application"]]
    others = [document for document in documents if not document["is_application"]]
    return [_parcel(row, enclosed) for enclosed in (applications, others) if enclosed]


def _parcel(row: _EnvelopeRow, enclosed: Sequence[_DocumentRow]) -> Parcel:
    is_application = enclosed[0]["is_application"]
    return Parcel(
        id=f"{row['id']}-{AUTHORITY.name.lower()}" if is_application else row["id"],
        channel="print" if is_application else row["channel"],
        receiver=AUTHORITY.name if is_application else row["receiver"],
        customer_name=row["customer_name"],
        creditor_name=row["creditor_name"],
        language=enclosed[0]["language"],
        documents=tuple(Enclosed(document["id"], document["filename"]) for document in enclosed),
    )


class _LeavingRow(TypedDict):
    id: str
    case_id: str
    kind: LetterKind
    dated: date
    pay_by: date | None
    amount: int
    details: orjson.Fragment


async def _left(tx: Connection, row: _EnvelopeRow, status: Literal["sent", "shown"], now: datetime) -> None:
    await tx.execute(
        """update envelopes set status = $3, sent = $4, attempts = attempts + 1, trouble = null
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        status,
        now,
    )
    letters = await fetch_rows(
        tx,
        _LeavingRow,
        """update letters set status = $3, sent = $4, revision = revision + 1, updated = $4
           where account_id = $1 and envelope_id = $2 and status = 'made' returning id, case_id, kind, dated, pay_by,
               amount, details""",
        row["account_id"],
        row["id"],
        status,
        now,
    )
    for letter in letters:
        await _note_left(tx, row, letter, now)
    if row["attempts"]:
        await take_up_cases(
            tx, row["account_id"], [letter["case_id"] for letter in letters], f"envelope {row['id']}", now
        )


async def _note_left(tx: Connection, row: _EnvelopeRow, letter: _LeavingRow, now: datetime) -> None:
    """Let the case of a letter know that it has left."""
    flowing = await lock_flowing(tx, letter["case_id"], row["creditor_id"], row["account_id"], now)
    assert flowing is not None
    note_left(flowing, letter["kind"], letter["dated"], letter["pay_by"])
    await _book_left(tx, flowing, letter, now)
    # That one letter has left makes no other that is about to leave wrong.
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


async def _book_left(tx: Connection, flowing: FlowingCase, letter: _LeavingRow, now: datetime) -> None:
    """Store the case; a letter that asks for all that is owed is a fact of it, for what it asks settles the case."""
    if letter["kind"] not in SETTLING or letter["pay_by"] is None:
        await save(tx, [flowing], now)
        return
    knew = parsed(letter["details"]).get("knew", ())
    fact = LetterLeft(letter["id"], letter["dated"], letter["pay_by"], letter["amount"], tuple(knew))
    stored = StoredFact(fact, flowing.case.business_now, SYSTEM)
    flowing.change = change_of(flowing.case, [stored], now)
    look_ahead(flowing)
    await write_changes(tx, [flowing.change], now)
    flowing.change = None


async def _tried(tx: Connection, row: _EnvelopeRow, trouble: str, now: datetime) -> None:
    """Try again later, each time after twice as long; after the last time it is a person's to see to."""
    attempts = row["attempts"] + 1
    if attempts >= MOST_ATTEMPTS:
        await give_up(tx, row["account_id"], row["id"], f"not delivered: {trouble}", now)
    else:
        await postpone(tx, row["account_id"], row["id"], trouble, now + timedelta(minutes=2**attempts))
