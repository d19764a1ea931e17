"""Sign in: an API client proves itself, by a JWT that it signed or by its API code and address.

Only an enabled system user with an API code can. Failures are counted by address and by code, and past ten in a minute
nothing is looked at before the minute is over. A refusal is returned, not raised: raising would roll back the row that
counts it. The edge ends the transaction, waits until `FAILURE_SECONDS` have passed since the request came, and then
answers, so that neither the answer nor its time tells an unknown code from a bad signature or a wrong address.
"""

import hashlib
import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from fordran.actions.accounts.client_keys import BadPublicKey, ClientKey, read_public_key
from fordran.actions.accounts.signed_jwt import SignInFailed, peek, verified
from fordran.domain.service.networks import Address, allowed
from fordran.store.connections.database import Connection

# Well over what the slowest check takes, and short enough for a person who mistyped.
FAILURE_SECONDS: Final = 0.25

FAILURES: Final = 10
WINDOW: Final = timedelta(minutes=1)


@dataclass(frozen=True)
class SignedIn:
    """Who signed in, the mark of the code, and the id of the registered key it was proved with (None: by code and address)."""

    user: str
    code: str
    client_key: str | None = None


class TooManyFailures(Exception):
    """Ten sign-ins failed within a minute, from one address or for one code."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__(f"Too many failed sign-ins: try again in {retry_after_seconds} seconds.")
        self.retry_after_seconds = retry_after_seconds


Outcome = SignedIn | SignInFailed | TooManyFailures


def new_api_code() -> str:
    """A new API code: 256 random bits, with a prefix by which a leaked one can be recognised."""
    return f"fordran_{secrets.token_urlsafe(32)}"


def hash_code(code: str) -> bytes:
    """What is stored of an API code.

    One round of SHA-256, unsalted: a slow or salted hash protects what people choose, and nobody can try out 256 random
    bits. So a code can be found by its hash, in an index.
    """
    # A JWT may hold half a surrogate pair, which has no UTF-8; such a code fits nobody, but must not stop us.
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).digest()


def mark_of(code: str) -> str:
    """What a token says of the code it was got with, so that it ends when the code does. Nobody gets the code from it."""
    return hash_code(code)[:8].hex()


async def sign_in_with_jwt(
    tx: Connection, token: str, address: Address, now_unix: float, failures: int = FAILURES
) -> Outcome:
    """Sign in by a JWT that one of the client's registered keys signed."""
    try:
        code = peek(token).api_code
    except SignInFailed:
        code = None
    subjects = _subjects(address, code)
    if blocked := await _blocked(tx, subjects, now_unix, failures):
        return blocked
    signed_in = None if code is None else await _proved_by_key(tx, token, code, now_unix)
    return await _concluded(tx, signed_in, subjects, now_unix, failures)


async def sign_in_with_code(
    tx: Connection, code: str, address: Address, now_unix: float, failures: int = FAILURES
) -> Outcome:
    """Sign in by the API code alone, from an address that the client has registered."""
    subjects = _subjects(address, code)
    if blocked := await _blocked(tx, subjects, now_unix, failures):
        return blocked
    signed_in = await _proved_by_address(tx, code, address, now_unix)
    return await _concluded(tx, signed_in, subjects, now_unix, failures)


async def _concluded(
    tx: Connection, signed_in: SignedIn | None, subjects: Sequence[bytes], now_unix: float, failures: int
) -> Outcome:
    """What an attempt comes to, after noting that the client was here, or counting that it was not."""
    if signed_in is None:
        return await _failed(tx, subjects, now_unix, failures)
    # Of the client at all, and of the key where there is one, in this order for everybody.
    await tx.execute(
        """
        insert into client_uses (user_id, key_id, last_used)
        select $1, key_id, $3 from (select distinct key_id from unnest(array[null, $2::text]) key_id) as used
        order by key_id nulls first
        on conflict (user_id, key_id) do update set last_used = greatest(client_uses.last_used, excluded.last_used)
        """,
        signed_in.user,
        signed_in.client_key,
        datetime.fromtimestamp(int(now_unix), UTC),
    )
    return signed_in


async def _proved_by_key(tx: Connection, token: str, code: str, now_unix: float) -> SignedIn | None:
    rows = await tx.fetch(
        """
        select codes.user_id, user_keys.id as key_id, user_keys.public_key
        from working_codes codes left join user_keys on user_keys.user_id = codes.user_id
        where codes.code_hash = $1 and codes.until > $2
        """,
        hash_code(code),
        datetime.fromtimestamp(now_unix, UTC),
    )
    keys = {row["key_id"]: key for row in rows if (key := _usable(row["public_key"]))}
    try:
        proof = verified(token, keys, now_unix)
    except SignInFailed:
        return None
    return SignedIn(rows[0]["user_id"], mark_of(code), proof.key)


def _usable(public_key: str | None) -> ClientKey | None:
    """The stored key, unless there is none or it is one that we have since ceased to take."""
    try:
        return None if public_key is None else read_public_key(public_key)
    except BadPublicKey:
        return None


async def _proved_by_address(tx: Connection, code: str, address: Address, now_unix: float) -> SignedIn | None:
    rows = await tx.fetch(
        """
        select codes.user_id, user_networks.network
        from working_codes codes left join user_networks on user_networks.user_id = codes.user_id
        where codes.code_hash = $1 and codes.until > $2
        """,
        hash_code(code),
        datetime.fromtimestamp(now_unix, UTC),
    )
    if not allowed(address, [row["network"] for row in rows if row["network"] is not None]):
        return None
    return SignedIn(rows[0]["user_id"], mark_of(code))


def _subjects(address: Address, code: str | None) -> list[bytes]:
    """What a failure is counted against, hashed, since the table has no need of addresses and must not hold codes."""
    # One subscriber commonly has a whole /64 of IPv6, so that is what counts as one address.
    origin = IPv6Network((address, 64), strict=False) if isinstance(address, IPv6Address) else address
    subjects = [hashlib.sha256(f"address:{origin}".encode()).digest()]
    if code is not None:
        subjects.append(hashlib.sha256(b"code:" + hash_code(code)).digest())
    return subjects


async def _blocked(tx: Connection, subjects: Sequence[bytes], now_unix: float, failures: int) -> TooManyFailures | None:
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


async def _failed(
    tx: Connection, subjects: Sequence[bytes], now_unix: float, failures: int
) -> SignInFailed | TooManyFailures:
    """The refusal of an attempt that failed, after counting it."""
    # Many attempts at once would each see few failures. Here they pass one by one, and are counted again. The locks are
    # taken in one order, so that nobody waits in a circle; those who sign in rightly never wait for them.
    await tx.execute(
        "select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key",
        sorted(int.from_bytes(subject[:8], "big", signed=True) for subject in subjects),
    )
    if blocked := await _blocked(tx, subjects, now_unix, failures):
        return blocked
    now = datetime.fromtimestamp(now_unix, UTC)
    await tx.execute(
        "insert into failed_sign_ins (subject, at) select unnest($1::bytea[]), $2::timestamptz", subjects, now
    )
    # Past the window a row counts for nothing; twice the window leaves room for servers whose clocks differ.
    await tx.execute("delete from failed_sign_ins where at < $1", now - 2 * WINDOW)
    return SignInFailed()
