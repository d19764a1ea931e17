"""Attempts: what was asked of a browser that is about to sign in elsewhere or with a key, kept until it is answered, once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from fordran.actions.people.secrets_kept import hash_of, new_token
from fordran.domain.service.signing_in import AttemptKind
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.rows import insert

VALID = timedelta(minutes=10)


async def begin_attempt(tx: Connection, kind: AttemptKind, details: dict[str, Any], now: datetime) -> str:
    """Keep the values needed when the answer comes; return the token that finds them then."""
    token = new_token()
    row = {"token_hash": hash_of(token), "kind": kind, "details": details, "expires": now + VALID}
    await insert(tx, "sign_in_attempts", row)
    return token


async def take_attempt(tx: Connection, kind: AttemptKind, token: str, now: datetime) -> dict[str, Any] | None:
    """The stored challenge, which is deleted by reading it; None if there is none or it has expired."""
    kept = await tx.fetchval(
        "delete from sign_in_attempts where token_hash = $1 and kind = $2 and expires > $3 returning details",
        hash_of(token),
        kind,
        now,
    )
    if kept is None:
        return None
    details: dict[str, Any] = parsed(kept)
    return details
