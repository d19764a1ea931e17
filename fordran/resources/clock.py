"""The clock of a sandbox: how it is moved, and what moving it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from fordran.resources.common import CountableDay
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import INTEGER, TEXT, Integer, Money, whole
from fordran.shape.rules import Rule, all_of, any_of, has, lacks

MOST_DAYS = 400
"""How far one request moves the clock; a longer way is several requests, or the command line's."""

Days = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_DAYS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_DAYS}),
]
Date = Annotated[str, TEXT, WithJsonSchema({"type": "string", "format": "date", "examples": ["2026-12-24"]})]


class ClockInput(Shape):
    """Moves the clock forward: so many days, or to a date at most 400 days ahead."""

    days: Days | None = None
    """How many days to move the clock by, at most 400; either this or `date`."""
    date: CountableDay | None = None
    """The day to move the clock to, at most 400 days ahead; either this or `days`."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(all_of(has("days"), lacks("date")), all_of(has("date"), lacks("days"))),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if ("days" in given) == ("date" in given):
            return {"days": "the clock is moved by either days or date"}
        return {}


class ClockMoved(Shape):
    """Where the clock stands, and what happened on the days that it passed."""

    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    date: Date
    """The day on which the clock stands now."""
    days: Integer
    """How many days passed."""
    steps: Integer
    """How many steps cases took on the way."""
    letters: Integer
    """How many letters were queued on the way."""
    fees: Money
    """The fees that were charged on the way."""
    interest: Money
    """The interest that was added on the way."""
    paid: Money
    """The amounts paid so far."""
    closed: Integer
    """How many cases closed on the way."""
    payouts: Money
    """The amounts prepared for payout so far."""
