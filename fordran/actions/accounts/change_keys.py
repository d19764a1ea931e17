"""Add a public key to an API client, and take one away."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.accounts.client_keys import BadPublicKey, ClientKey, read_public_key
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.resources.api_clients import MOST_KEYS, KeyInput
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert


class NoSuchKey(Exception):
    """The client has no key by that id."""


async def add_key(tx: Connection, client: str, given: KeyInput, now: datetime) -> dict[str, Any]:
    """A key that the client may sign with from now on; its id and fingerprint."""
    key = read_key(given.public_key)
    # This also has those wait who add a key to the same client, so that each sees the other's.
    if not await change(tx, "users", {"id": client}, {}, now):
        raise EtagDiffers
    registered = [row[0] for row in await tx.fetch("select public_key from user_keys where user_id = $1", client)]
    if key.pem in registered:
        raise Conflict("error.key_registered_already")
    if len(registered) >= MOST_KEYS:
        raise Conflict("error.too_many_keys", count=MOST_KEYS)
    id_ = new_id()
    await insert(tx, "user_keys", {"id": id_, "user_id": client, "created": now, "public_key": key.pem})
    return {"key": id_, "fingerprint": key.fingerprint}


async def remove_key(tx: Connection, client: str, key: str, etag: str | None, now: datetime) -> None:
    """Take a key away: tokens that were got with it stop working within a second. Without a tag, whatever else changed."""
    if not await change(tx, "users", {"id": client}, {}, now, etag):
        raise EtagDiffers
    gone = await tx.fetchval("delete from user_keys where user_id = $1 and id = $2 returning true", client, key)
    if not gone:
        raise NoSuchKey(f"The client has no key with the id '{key[:100]}'.")


def read_key(pem: str) -> ClientKey:
    """A key that can be registered; refused with the reason."""
    try:
        return read_public_key(pem)
    except BadPublicKey as wrong:
        raise Refused({"public_key": str(wrong)}) from None
