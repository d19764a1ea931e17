"""Secrets that are shown once: a code, a link, a webhook's secret. The same form again makes no second one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from fordran import clock
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import FirstAnswer, claim_key, first_answer, store_answer
from fordran.web.troubles import FormSentTwice
from fordran.web.visit import Visit

T = TypeVar("T")


async def made_once(visit: Visit, work: Callable[[Connection], Awaitable[T]]) -> T:
    """The result of the work, which is not stored; raises `FormSentTwice` where the form came before."""
    key, user = f"form {visit.form.once}", visit.signed_in.user
    async with visit.database.transaction() as tx:
        if visit.form.once:
            if (
                not await claim_key(tx, user, key)
                or await first_answer(tx, visit.signed_in.account, user, key) is not None
            ):
                raise FormSentTwice
            await store_answer(
                tx, visit.signed_in.account, user, key, FirstAnswer(b"", 200, {"location": ""}, b""), clock.now()
            )
        return await work(tx)
