"""Failed sign-ins: counted by where they come from and by what was tried, and past so many in a while nothing is looked at.

A refusal is returned, not raised: raising would roll back the row that counts it.
"""

import hashlib
import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from fordran.actions.accounts.signed_jwt import SignInFailed
from fordran.domain.service.networks import Address
from fordran.store.connections.database import Connection

# Well over what the slowest check takes, and short enough for a person who mistyped.
FAILURE_SECONDS: Final = 0.25

FAILURES: Final = 10
WINDOW: Final = timedelta(minutes=1)


class TooManyFailures(Exception):
    """Ten sign-ins failed within a minute, from one address or for one code."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__(f"Too many failed sign-ins: try again in {retry_after_seconds} seconds.")
        self.retry_after_seconds = retry_after_seconds


def subjects_of(address: Address, secret: bytes | None, kind: str = "code") -> list[bytes]:
    """The subjects that a failure is counted against. They are hashed: the table needs no addresses and must hold no codes.

    `secret` is the hash of the tried secret, if there was one; `kind` is its kind.
    """
    # One subscriber commonly has a whole /64 of IPv6, so that is what counts as one address.
    origin = IPv6Network((address, 64), strict=False) if isinstance(address, IPv6Address) else address
    subjects = [hashlib.sha256(f"address:{origin}".encode()).digest()]
    if secret is not None:
        subjects.append(hashlib.sha256(f"{kind}:".encode() + secret).digest())
    return subjects


async def blocked(tx: Connection, subjects: Sequence[bytes], now_unix: float, failures: int) -> TooManyFailures | None:
    """The refusal, if one of the subjects has used up its failures."""
    now = datetime.fromtimestamp(now_unix, UTC)
    tenth_last = await tx.fetchval(
        """
        select max(at)
        from (
            select at, row_number() over (partition by subject order by at desc) as nth
            from failed_sign_ins
            where subject = any($1::bytea[]) and at > $2
        ) as failures
        where nth = $3
        """,
        subjects,
        now - WINDOW,
        failures,
    )
    if tenth_last is None:
        return None
    return TooManyFailures(max(1, math.ceil((tenth_last + WINDOW - now).total_seconds())))


async def failed(
    tx: Connection, subjects: Sequence[bytes], now_unix: float, failures: int
) -> SignInFailed | TooManyFailures:
    """The refusal of an attempt that failed, after counting it."""
    # Many attempts at once would each see few failures. Here they pass one by one, and are counted again. The locks are
    # taken in one order, so that nobody waits in a circle; those who sign in rightly never wait for them.
    await tx.execute(
        "select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key",
        sorted(int.from_bytes(subject[:8], "big", signed=True) for subject in subjects),
    )
    if too_many := await blocked(tx, subjects, now_unix, failures):
        return too_many
    now = datetime.fromtimestamp(now_unix, UTC)
    await tx.execute(
        "insert into failed_sign_ins (subject, at) select unnest($1::bytea[]), $2::timestamptz", subjects, now
    )
    # Past the window a row counts for nothing; twice the window leaves room for servers whose clocks differ.
    await tx.execute("delete from failed_sign_ins where at < $1", now - 2 * WINDOW)
    return SignInFailed()
