"""Send letters: an envelope that is made leaves by its channel, or is shown by a sandbox, which sends nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from fordran.actions.cases.move_case import lock_flowing, save
from fordran.actions.letters.letter_left import note_left
from fordran.actions.letters.retry_letters import MOST_ATTEMPTS, give_up, postpone
from fordran.actions.note_event import note_events
from fordran.documents.enforcement import AUTHORITY
from fordran.domain.languages import Language
from fordran.domain.letters import Channel
from fordran.store.database import Connection
from fordran.store.installation import business_day, read_installation


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


Deliver = Callable[[Parcel], Awaitable[None]]


# Whether an envelope says what no longer holds: it was made on an earlier day, or something has happened to a case since.
_OUTDATED = """
exists (select from letters l join cases k on k.account_id = l.account_id and k.id = l.case_id
        where l.account_id = e.account_id and l.envelope_id = e.id and l.status = 'made'
          and (l.dated < {today} or (l.details ->> 'case_revision')::integer <> k.revision))
"""


async def send_letters(tx: Connection, deliver: Deliver, now: datetime) -> int:
    """Let one envelope leave; 1, or 0 when none waits. Handing over is repeated until it is known to have worked."""
    row = await tx.fetchrow(
        f"""select e.account_id, e.id, e.creditor_id, e.channel, e.receiver, e.attempts, c.name as customer_name,
                  d.name as creditor_name
           from envelopes e
           join creditors d on d.account_id = e.account_id and d.id = e.creditor_id
           join customers c on c.account_id = e.account_id and c.id = e.customer_id
           where e.status = 'made' and e.next_attempt <= $1 and not {_OUTDATED.format(today="$2")}
           order by e.next_attempt, e.id limit 1
           for update of e skip locked""",
        now,
        await business_day(tx, now),
    )
    if row is None:
        return 0
    if (await read_installation(tx)).sandbox:
        await _left(tx, row, "shown", now)
        return 1
    try:
        for parcel in await _parcels(tx, row):
            await deliver(parcel)
    except NotDelivered as trouble:
        await _tried(tx, row, str(trouble), now)
    else:
        await _left(tx, row, "sent", now)
    return 1


async def take_back_letters(tx: Connection, now: datetime) -> int:
    """Take back an envelope that has not left and says what no longer holds; 1, or 0 where there is none.

    Its letters are made anew: the time that they give is counted from the day on which they leave, and what they say is
    checked as the case is then.
    """
    row = await tx.fetchrow(
        f"""select e.account_id, e.id, e.creditor_id, e.customer_id, e.day from envelopes e
           where e.status = 'made' and {_OUTDATED.format(today="$1")}
           order by e.next_attempt, e.id limit 1 for update of e skip locked""",
        await business_day(tx, now),
    )
    if row is None:
        return 0
    # Into the envelope that waits to be made for the same customer and day, where there is one.
    into = await tx.fetchval(
        """select id from envelopes where account_id = $1 and creditor_id = $2 and customer_id = $3 and day = $4
               and status = 'queued' for update""",
        row["account_id"],
        row["creditor_id"],
        row["customer_id"],
        row["day"],
    )
    await tx.execute(
        """update letters set status = 'queued', envelope_id = $3
           where account_id = $1 and envelope_id = $2 and status = 'made'""",
        row["account_id"],
        row["id"],
        into or row["id"],
    )
    await tx.execute(
        "update envelopes set status = $3 where account_id = $1 and id = $2",
        row["account_id"],
        row["id"],
        "empty" if into else "queued",
    )
    return 1


async def _parcels(tx: Connection, row: Any) -> list[Parcel]:
    """What is handed over: the authority's applications by themselves, and then what the customer gets."""
    documents = await tx.fetch(
        """select m.id, m.filename, min(l.language) as language, bool_or(l.kind = 'enforcement') as is_application
           from letters l
           join media_files m on m.account_id = l.account_id and m.id in (l.media_id, l.details ->> 'application')
           where l.account_id = $1 and l.envelope_id = $2 and l.status = 'made' group by m.id, m.filename order by m.id""",
        row["account_id"],
        row["id"],
    )
    parcels = []
    for is_application in (True, False):
        enclosed = [document for document in documents if document["is_application"] == is_application]
        if enclosed:
            parcels.append(
                Parcel(
                    id=f"{row['id']}-{AUTHORITY.name.lower()}" if is_application else row["id"],
                    channel="print" if is_application else row["channel"],
                    receiver=AUTHORITY.name if is_application else row["receiver"],
                    customer_name=row["customer_name"],
                    creditor_name=row["creditor_name"],
                    language=enclosed[0]["language"],
                    documents=tuple(Enclosed(document["id"], document["filename"]) for document in enclosed),
                )
            )
    return parcels


async def _left(tx: Connection, row: Any, status: Literal["sent", "shown"], now: datetime) -> None:
    await tx.execute(
        """update envelopes set status = $3, sent = $4, attempts = attempts + 1, trouble = null
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        status,
        now,
    )
    letters = await tx.fetch(
        """update letters set status = $3, sent = $4, revision = revision + 1, updated = $4
           where account_id = $1 and envelope_id = $2 and status = 'made' returning id, case_id, kind, dated, pay_by""",
        row["account_id"],
        row["id"],
        status,
        now,
    )
    for letter in letters:
        one = await lock_flowing(tx, letter["case_id"], row["creditor_id"], row["account_id"], now)
        assert one is not None
        note_left(one, letter["kind"], letter["dated"], letter["pay_by"])
        await save(tx, [one], now)
        # That one letter has left makes no other that is about to leave wrong.
        await tx.execute(
            """update letters set details = details || jsonb_build_object('case_revision', $3::integer)
               where account_id = $1 and case_id = $2 and status = 'made'
                 and (details ->> 'case_revision')::integer = $3 - 1""",
            one.case.account,
            one.case.id,
            one.row["revision"],
        )
        data = {"letter": letter["id"], "kind": letter["kind"], "channel": row["channel"]}
        await note_events(tx, [one.case.event("letter.sent", data)], now)


async def _tried(tx: Connection, row: Any, trouble: str, now: datetime) -> None:
    """Try again later, each time after twice as long; after the last time it is a person's to see to."""
    attempts = row["attempts"] + 1
    if attempts >= MOST_ATTEMPTS:
        await give_up(tx, row["account_id"], row["id"], f"not delivered: {trouble}", now)
    else:
        await postpone(tx, row["account_id"], row["id"], trouble, now + timedelta(minutes=2**attempts))
