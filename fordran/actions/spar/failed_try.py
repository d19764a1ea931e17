"""Note that SPAR gave no answer: it is asked again after a while, and in the end the letter goes to the known address."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.put_aside import MOST_SAID
from fordran.domain.spar.outcome import retry_after
from fordran.store.connections.database import Connection
from fordran.store.rows.rows import change

_POSTPONE = """
update envelopes set trouble = $3, next_attempt = coalesce($4, next_attempt)
where account_id = $1 and customer_id = $2 and status = 'queued' and next_attempt <= $5
"""


async def note_failed_try(
    tx: Connection,
    key: Mapping[str, str],
    tries: int,
    first_tried: datetime,
    reason: str,
    then: datetime,
    now: datetime,
) -> None:
    """Note a try that failed, the given one. `key` is of the customer, `then` the moment on the business's own clock."""
    retry = retry_after(tries, first_tried, then)
    changes: dict[str, Any] = {"outcome": retry.outcome, "trouble": reason[:MOST_SAID], "claimed_until": None}
    if retry.at is None:
        changes |= {"tries": 0, "first_tried": None, "next_try": None, "answered": now}
        changes |= {"answered_on": clock.stockholm_date(then)}
    else:
        changes |= {"tries": tries, "next_try": retry.at}
    await change(tx, "spar_answers", key, changes, now)
    await tx.execute(_POSTPONE, key["account_id"], key["id"], f"SPAR: {reason}"[:MOST_SAID], retry.at, then)
