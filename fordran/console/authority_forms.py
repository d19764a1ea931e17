"""Forms about an application to the enforcement authority, on the page of its case."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.enforcements.post_application import latest_application
from fordran.resources.case_acts import AwardedAmounts, ReplyInput
from fordran.resources.common import Fee
from fordran.shape.fields import Issues
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document


class ReplyForm(ReplyInput):
    """A reply of the authority, with the amounts of an order as fields of their own."""

    capital: Fee | None = None
    interest: Fee | None = None
    costs: Fee | None = None

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        named = ("capital", "interest", "costs")
        lacking = [name for name in named if given.get(name) is None]
        return {} if len(lacking) in (0, len(named)) else dict.fromkeys(lacking, "required field")


def reply_of(given: ReplyForm) -> ReplyInput:
    """The reply that a form gives."""
    amounts = None
    if given.capital is not None and given.interest is not None and given.costs is not None:
        amounts = AwardedAmounts.model_construct(capital=given.capital, interest=given.interest, costs=given.costs)
    fields = {name: getattr(given, name) for name in ReplyInput.model_fields}
    return ReplyInput.model_construct(**(fields | {"amounts": amounts}))


def on_application(
    act: Callable[[Connection, Document, Any, datetime], Awaitable[None]],
) -> Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]]:
    """An act on the latest application of a case."""

    async def done(tx: Connection, flowing: FlowingCase, given: Any, now: datetime) -> None:
        await act(tx, await latest_application(tx, flowing), given, now)

    return done
