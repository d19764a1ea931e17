"""Envelopes that could not be made or delivered: tried again later, and in the end a person's to see to."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.letter_not_left import note_not_left
from fordran.shape.wire import parsed
from fordran.store.database import Connection

MOST_ATTEMPTS = 8


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


async def give_up(tx: Connection, account: str, envelope: str, trouble: str, now: datetime) -> None:
    """The letters of an envelope do not leave: each is put on the work list, and its case goes no further by it."""
    await tx.execute(
        """update envelopes set attempts = attempts + 1, trouble = $3, status = 'failed'
           where account_id = $1 and id = $2""",
        account,
        envelope,
        trouble,
    )
    letters = await tx.fetch(
        """update letters set status = 'failed', revision = revision + 1, updated = $3
           where account_id = $1 and envelope_id = $2 and status in ('queued', 'made')
           returning id, creditor_id, case_id, kind, details""",
        account,
        envelope,
        now,
    )
    for letter in letters:
        one = await lock_flowing(tx, letter["case_id"], letter["creditor_id"], account, now)
        assert one is not None
        await put_on_work_list(tx, one.case, "letter_failed", f"{letter['kind']}: {trouble}", now, letter["id"])
        fees = parsed(letter["details"])["fees"]
        await note_not_left(tx, one, letter["kind"], fees, now, passes=False)
