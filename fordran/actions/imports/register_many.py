"""Register many at once that one request has: all of them together, unless one has to be registered or refused by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fordran.actions.imports.kinds import ImportKind
from fordran.actions.registrations.register import register
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.reading.scope import Caller

AT_A_TIME = 100
"""So many are registered together, so that other requests do not wait for all of them."""


async def register_many(
    tx: Connection, caller: Caller, kind: ImportKind, given: Sequence[Any], now: datetime
) -> list[Mapping[str, Any]] | None:
    """The answers in order; None if the documents have to be registered one by one, with nothing done yet.

    One by one, each is refused with every reason, and a credit invoice finds the invoice before it.
    """
    if any(map(kind.refers_to_another, given)):
        return None
    answers: list[Mapping[str, Any]] = []
    try:
        sent = []
        for one in given:
            sent.append(kind.registration.sent(one, now, None))
            # It was work of this process alone: other requests have a turn before the next.
            await asyncio.sleep(0)
        async with savepoint(tx):
            for first in range(0, len(sent), AT_A_TIME):
                answers += await register(tx, caller, kind.registration, sent[first : first + AT_A_TIME], now)
    except (Refused, asyncpg.IntegrityConstraintViolationError):
        return None
    return answers
