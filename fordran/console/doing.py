"""Acts: tried out first in a transaction that is undone, then done once however often the form comes."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import TypeVar

import orjson
from starlette.responses import Response

from fordran import clock
from fordran.actions.refusals import DoneMeanwhile
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import FirstAnswer, claim_key, first_answer, store_answer
from fordran.web.troubles import SentTwice
from fordran.web.visit import Visit

T = TypeVar("T")
MOST_TRIES = 3


class _Undo(Exception):
    """Ends a transaction that was to be undone, with what it came to."""

    def __init__(self, came_to: object) -> None:
        super().__init__()
        self.came_to = came_to


async def tried_out(visit: Visit, work: Callable[[Connection], Awaitable[T]]) -> T:
    """What the work comes to, by doing it and undoing it: the same dry run as the interface's."""
    try:
        async with visit.database.transaction() as tx:
            raise _Undo(await work(tx))
    except _Undo as undone:
        return undone.came_to  # type: ignore[return-value]


async def done_once(visit: Visit, work: Callable[[Connection], Awaitable[str]]) -> Response:
    """Do the work, whose result is the path to go on to. The same form again does nothing, and goes on to the same path."""
    for left in reversed(range(MOST_TRIES)):
        try:
            async with visit.database.transaction() as tx:
                return visit.redirect(await _once(visit, tx, work))
        except DoneMeanwhile:
            if not left:
                raise
    raise AssertionError


async def _once(visit: Visit, tx: Connection, work: Callable[[Connection], Awaitable[str]]) -> str:
    key, user = f"form {visit.form.once}", visit.signed_in.user
    if not visit.form.once:
        return await work(tx)
    if not await claim_key(tx, user, key):
        raise DoneMeanwhile
    asked = hashlib.sha256(orjson.dumps([visit.request.url.path, sorted(visit.form.own.items())])).digest()
    first = await first_answer(tx, visit.signed_in.account, user, key)
    if first is not None:
        if first.request_hash != asked:
            raise SentTwice
        return first.headers["location"]
    path = await work(tx)
    answer = FirstAnswer(asked, 303, {"location": path}, b"")
    await store_answer(tx, visit.signed_in.account, user, key, answer, clock.now())
    return path
