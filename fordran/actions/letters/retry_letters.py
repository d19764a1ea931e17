"""Envelopes that could not be made or delivered: tried again later, and in the end handled by a person."""

from __future__ import annotations

from datetime import datetime, timedelta

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.letter_not_left import note_not_left
from fordran.actions.put_aside import MOST_SAID, FailedJob, put_aside
from fordran.domain.message import ListValue, Message
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import LetterRow
from fordran.store.upkeep.installation import business_now


async def postpone(tx: Connection, account: str, envelope: str, trouble: str, until: datetime) -> None:
    """Note that an attempt failed, and when the next one is."""
    await tx.execute(
        """update envelopes set attempts = attempts + 1, trouble = $3, next_attempt = $4
           where account_id = $1 and id = $2""",
        account,
        envelope,
        trouble,
        until,
    )


async def put_off(tx: Connection, account: str, envelope: str, trouble: str, now: datetime) -> None:
    """Put an envelope aside for which nothing can be done just now, not even to give it up: it is tried again in an hour."""
    again = await business_now(tx, now) + timedelta(hours=1)
    await postpone(tx, account, envelope, trouble[:MOST_SAID], again)
    of = await fetch_rows(
        tx,
        LetterRow,
        "select distinct creditor_id, case_id from letters where account_id = $1 and envelope_id = $2 order by case_id limit 1",
        account,
        envelope,
    )
    for letter in of:
        thing = FailedJob(account, letter["creditor_id"], f"envelope {envelope}", letter["case_id"])
        await put_aside(tx, thing, trouble, now)


async def give_up(tx: Connection, account: str, envelope: str, trouble: str, now: datetime) -> None:
    """The letters of an envelope do not leave: each is put on the work list, and its case goes no further by it."""
    await tx.execute(
        """update envelopes set attempts = attempts + 1, trouble = $3, status = 'failed'
           where account_id = $1 and id = $2""",
        account,
        envelope,
        trouble,
    )
    # Nothing of it is to leave by itself.
    await tx.execute(
        """update deliveries set status = 'failed', claimed_until = null, reason = coalesce(reason, $3), updated = $4,
               revision = revision + 1 where account_id = $1 and envelope_id = $2 and status = 'queued'""",
        account,
        envelope,
        trouble,
        now,
    )
    letters = await fetch_rows(
        tx,
        LetterRow,
        """update letters set status = 'failed', revision = revision + 1, updated = $3
           where account_id = $1 and envelope_id = $2 and status in ('queued', 'made')
           returning id, creditor_id, case_id, kind, details""",
        account,
        envelope,
        now,
    )
    for letter in letters:
        flowing = await lock_flowing(tx, letter["case_id"], letter["creditor_id"], account, now)
        assert flowing is not None
        await put_on_work_list(
            tx,
            flowing.case,
            "letter_failed",
            Message("work.of_letter", letter=ListValue("letter_kind", letter["kind"], "in_reason"), reason=trouble),
            now,
            letter["id"],
        )
        fees = parsed(letter["details"])["fees"]
        await note_not_left(tx, flowing, letter["kind"], fees, now, passes=False)
