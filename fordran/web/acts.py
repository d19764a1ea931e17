"""Acts of forms: shown before they are done by doing and undoing them, and done once however often the form is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import TypeVar

import orjson

from fordran import clock
from fordran.actions.refusals import ConcurrentDuplicate
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import FirstAnswer, first_answer, store_answer, wait_for_key
from fordran.web.troubles import BadForm, FormSentTwice
from fordran.web.visit import Visit

T = TypeVar("T")
MOST_TRIES = 3


class _Undone(Exception):
    """Takes back what was done to see what it comes to."""


async def dry_run(visit: Visit, work: Callable[[Connection], Awaitable[T]]) -> T:
    """The consequences of an act, by the same verb and rules, without carrying it out."""
    found: list[T] = []
    try:
        async with visit.database.transaction() as tx:
            found.append(await work(tx))
            raise _Undone
    except _Undone:
        return found[0]


async def do_once(visit: Visit, work: Callable[[Connection], Awaitable[str]]) -> str:
    """Do what a form asks for, in one transaction; where to go on to. Sent again, it leads there and does nothing.

    The same number with other words is not our form, or one that was gone back to: its page has to be opened again.
    """
    if not visit.form.once:
        raise BadForm
    for left in reversed(range(MOST_TRIES)):
        try:
            async with visit.database.transaction() as tx:
                return await _once(visit, tx, work)
        except ConcurrentDuplicate:
            if not left:
                raise
    raise AssertionError


async def _once(visit: Visit, tx: Connection, work: Callable[[Connection], Awaitable[str]]) -> str:
    user, key = visit.signed_in.user, f"form {visit.form.once}"
    asked = hashlib.sha256(orjson.dumps([visit.request.url.path, sorted(visit.form.own.items())])).digest()
    await wait_for_key(tx, user, key)
    first = await first_answer(tx, visit.signed_in.account, user, key)
    if first is not None:
        if first.request_hash != asked:
            raise FormSentTwice
        return first.body.decode()
    path = await work(tx)
    await store_answer(tx, visit.signed_in.account, user, key, FirstAnswer(asked, 303, {}, path.encode()), clock.now())
    return path
