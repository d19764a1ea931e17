"""Sign in: an API client proves itself, by a JWT that it signed or by its API code and address.

Only an enabled system user with an API code can. Failures are counted by address and by code, and past ten in a minute
nothing is looked at before the minute is over. A refusal is returned, not raised: raising would roll back the row that
counts it. The edge ends the transaction, waits until `FAILURE_SECONDS` have passed since the request came, and then
answers, so that neither the answer nor its time tells an unknown code from a bad signature or a wrong address.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from fordran.actions.accounts.client_keys import BadPublicKey, ClientKey, read_public_key
from fordran.actions.accounts.failures import FAILURES, TooManyFailures, blocked, failed, subjects_of
from fordran.actions.accounts.signed_jwt import SignInFailed, peek, verified
from fordran.domain.service.networks import Address, allowed
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation


@dataclass(frozen=True)
class SignedIn:
    """The user who signed in, the mark of the code, and the id of the registered key (None: by code and address)."""

    user: str
    code: str
    client_key: str | None = None


Outcome = SignedIn | SignInFailed | TooManyFailures


async def new_api_code(tx: Connection) -> str:
    """A new API code: 256 random bits, with a prefix that identifies a leaked one, and whether it is of a sandbox."""
    mode = "test" if (await read_installation(tx)).sandbox else "live"
    return f"fordran_{mode}_{secrets.token_urlsafe(32)}"


def hash_code(code: str) -> bytes:
    """The stored form of an API code.

    One round of SHA-256, unsalted: a slow or salted hash protects what people choose, and nobody can try out 256 random
    bits. So a code can be found by its hash, in an index.
    """
    # A JWT may hold half a surrogate pair, which has no UTF-8; such a code fits nobody, but must not stop us.
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).digest()


def mark_of(code: str) -> str:
    """A token's fingerprint of its code, so that it ends with the code. Nobody can derive the code from it."""
    return hash_code(code)[:8].hex()


async def sign_in_with_jwt(
    tx: Connection, token: str, address: Address, now_unix: float, failures: int = FAILURES
) -> Outcome:
    """Sign in by a JWT that one of the client's registered keys signed."""
    try:
        code = peek(token).api_code
    except SignInFailed:
        code = None
    subjects = subjects_of(address, None if code is None else hash_code(code))
    if too_many := await blocked(tx, subjects, now_unix, failures):
        return too_many
    signed_in = None if code is None else await _proved_by_key(tx, token, code, now_unix)
    return await _concluded(tx, signed_in, subjects, now_unix, failures)


async def sign_in_with_code(
    tx: Connection, code: str, address: Address, now_unix: float, failures: int = FAILURES
) -> Outcome:
    """Sign in by the API code alone, from an address that the client has registered."""
    subjects = subjects_of(address, hash_code(code))
    if too_many := await blocked(tx, subjects, now_unix, failures):
        return too_many
    signed_in = await _proved_by_address(tx, code, address, now_unix)
    return await _concluded(tx, signed_in, subjects, now_unix, failures)


async def _concluded(
    tx: Connection, signed_in: SignedIn | None, subjects: Sequence[bytes], now_unix: float, failures: int
) -> Outcome:
    """The result of an attempt, after noting the client's presence or counting a failure."""
    if signed_in is None:
        return await failed(tx, subjects, now_unix, failures)
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
