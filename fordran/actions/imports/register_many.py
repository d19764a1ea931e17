"""Register many at once that one request has: copied in as a file's are, where all of them are usual.

Unusual rows (a credit invoice, a number that is taken, a customer of another type than given) go to the single-row verb,
which takes them one by one and reports every reason.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fordran.actions.cases.registering import sees
from fordran.actions.imports.batch import taken_numbers
from fordran.actions.imports.copy_in import copy_in
from fordran.actions.imports.import_file import grounds_of
from fordran.actions.imports.kinds import DatabaseLookupNeeded, ImportKind
from fordran.actions.imports.prepare import PreparedRegistration, as_copied
from fordran.actions.registrations.look_up import draw_serials
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.tables import Columns

AT_A_TIME = 100
"""So many are copied in by one statement for each table, so that other requests do not wait for all of them."""


class _Unusual(Exception):
    """Not all of them can be copied in."""


async def register_many(
    tx: Connection, caller: Caller, kind: ImportKind, given: Sequence[Any], now: datetime
) -> list[Mapping[str, Any]] | None:
    """The answers in order; None if the documents have to be registered one by one, with nothing done yet."""
    try:
        async with savepoint(tx):
            return await _register_all(tx, caller, kind, given, now)
    except (_Unusual, Refused, DatabaseLookupNeeded, asyncpg.IntegrityConstraintViolationError):
        return None


async def _register_all(
    tx: Connection, caller: Caller, kind: ImportKind, given: Sequence[Any], now: datetime
) -> list[Mapping[str, Any]]:
    grounds = await grounds_of(tx, {(one.account, one.creditor) for one in given})
    serials = iter(await draw_serials(tx, sum(len(kind.numbers(one)) for one in given)))
    tables: dict[str, Columns] = {}
    prepared: list[PreparedRegistration] = []
    answers: list[Mapping[str, Any]] = []
    for row, one in enumerate(given):
        ground = grounds.get((one.account, one.creditor))
        if ground is None or not sees(caller, ground["partner_id"], one.account, one.creditor):
            raise _Unusual
        customer = new_id()
        made = kind.prepare(one, ground, serials, customer, now, {})
        prepared.append(as_copied(kind, row, one, customer, made, tables))
        answers.append(made.registration.answer)
        # It was work of this process alone: who waits for it has a turn.
        await asyncio.sleep(0)
    numbers = [(one.account, one.creditor, number) for one in prepared for number in one.numbers]
    if len(set(numbers)) < len(numbers) or await taken_numbers(tx, prepared):
        raise _Unusual
    for first in range(0, len(prepared), AT_A_TIME):
        some = prepared[first : first + AT_A_TIME]
        if await copy_in(tx, some, tables, grounds, now) < len(some):
            raise _Unusual
    return answers
