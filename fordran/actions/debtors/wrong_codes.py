"""Wrong codes: after eight from one address nothing is looked at for an hour, not even a right one. Others are not affected.

Kept in the database, so that several processes agree. A code is some fifty bits, which eight tries an hour do not guess.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Final, TypedDict

from fordran.actions.accounts.failures import subjects_of
from fordran.domain.service.networks import Address
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row

MOST_WRONG: Final = 8
HOUR: Final = timedelta(hours=1)


def subject_of(address: Address) -> bytes:
    """Whom wrong codes are counted against: an address, of IPv6 its network of 64 bits, hashed."""
    return subjects_of(address, None)[0]


class _TriesRow(TypedDict):
    refused_until: datetime | None


async def seconds_refused(tx: Connection, subject: bytes, now: datetime) -> int:
    """For how many seconds more nothing from there is looked at; 0 where it is.

    Tries from one address pass here one by one, so that many at once do not each count as the first.
    """
    await tx.execute("select pg_advisory_xact_lock($1)", int.from_bytes(subject[:8], "big", signed=True))
    row = await fetch_row(tx, _TriesRow, "select refused_until from wrong_codes where subject = $1", subject)
    if row is None or row["refused_until"] is None or row["refused_until"] <= now:
        return 0
    return max(1, math.ceil((row["refused_until"] - now).total_seconds()))


_COUNT = """
insert into wrong_codes as known (subject, wrong, since) values ($1, 1, $2)
on conflict (subject) do update set
    wrong = case when known.since > $3 and known.refused_until is null then known.wrong + 1 else 1 end,
    since = case when known.since > $3 and known.refused_until is null then known.since else $2 end,
    refused_until = case when known.since > $3 and known.refused_until is null and known.wrong + 1 >= $4 then $5::timestamptz end
"""


async def count_wrong_code(tx: Connection, subject: bytes, now: datetime) -> None:
    """Count one more; the eighth within an hour is the last that was looked at for an hour."""
    await tx.execute(_COUNT, subject, now, now - HOUR, MOST_WRONG, now + HOUR)
