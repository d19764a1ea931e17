"""Wrong codes: after eight from one address nothing is looked at for an hour, not even a right one. Others are not affected.

Kept in the database, so that several processes agree. A code is some fifty bits, which eight tries an hour do not guess. A
subscriber of IPv6 may have 65,536 networks of 64 bits, and eight tries from each would be many: the whole network of 48 bits
has 256. Nobody reaches that from fewer than 32 of its networks, so that one neighbour of many does not shut out the others.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network
from typing import Final, NamedTuple, TypedDict

from fordran.actions.accounts.failures import subjects_of
from fordran.domain.service.networks import Address
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row

MOST_WRONG: Final = 8
MOST_WRONG_NEARBY: Final = 256
HOUR: Final = timedelta(hours=1)


class Counted(NamedTuple):
    """A network that wrong codes are counted against, hashed, and how many it has in an hour."""

    subject: bytes
    most: int


def counted_against(address: Address) -> tuple[Counted, ...]:
    """The address, of IPv6 its network of 64 bits; then of IPv6 the network of 48 bits around it."""
    narrow = Counted(subjects_of(address, None)[0], MOST_WRONG)
    if not isinstance(address, IPv6Address):
        return (narrow,)
    around = IPv6Network((address, 48), strict=False)
    return narrow, Counted(hashlib.sha256(f"around:{around}".encode()).digest(), MOST_WRONG_NEARBY)


class _TriesRow(TypedDict):
    refused_until: datetime | None


async def seconds_refused(tx: Connection, counted: Sequence[Counted], now: datetime) -> int:
    """For how many seconds more nothing from there is looked at; 0 where it is.

    Tries from one address pass here one by one, so that many at once do not each count as the first.
    """
    await tx.execute("select pg_advisory_xact_lock($1)", int.from_bytes(counted[0].subject[:8], "big", signed=True))
    row = await fetch_row(
        tx,
        _TriesRow,
        "select max(refused_until) as refused_until from wrong_codes where subject = any($1::bytea[])",
        [one.subject for one in counted],
    )
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


async def count_wrong_code(tx: Connection, counted: Sequence[Counted], now: datetime) -> None:
    """Count one more; the eighth within an hour is the last that was looked at for an hour."""
    for one in counted:
        await tx.execute(_COUNT, one.subject, now, now - HOUR, one.most, now + HOUR)
