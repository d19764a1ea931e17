"""GET /cases/{id}/statement: every öre of a case explained."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from pydantic import Field, WithJsonSchema

from fordran import clock
from fordran.actions.cases.known_facts import BecameKnown
from fordran.actions.cases.state_case import shown_statement, state_case
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.claims.entries import Component
from fordran.domain.kinds.articles import LineType
from fordran.domain.money import Currency
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, IsoMoment, Money, Number, Text
from fordran.shape.moments import NotAMoment, day_of, moment_of
from fordran.store.connections.database import Database
from fordran.store.reading.where import BadQuery

_MOMENT_OR_DAY = {"type": "string", "anyOf": [{"format": "date-time"}, {"format": "date"}]}
MomentOrDay = Annotated[Text, WithJsonSchema(_MOMENT_OR_DAY | {"examples": ["2026-06-30"]})]


class StatementQuery(Shape):
    at: Day | None = Field(default=None, description="The day to state, past or future; today if left out.")

    known: MomentOrDay | None = Field(
        default=None,
        description="By what was known then: a moment, or a date, which means its end; now if left out.",
    )


class StatementLine(Shape):
    """An amount that was added (positive) or taken (negative), and why. Interest also says how it came about."""

    date: Day
    """The day as of which it counts."""
    type: LineType
    """The kind of amount."""
    component: Component
    """The component of what is owed that the line belongs to."""
    amount: Money
    """How much: positive added, negative taken."""
    description: Text
    """A short text of the line."""
    description_locale_tag: Text
    """The tag of the line's text in `locales`."""
    fact: Text = Field(description="What caused it: an invoice, a letter, a payment.")
    law: Text = Field(description="The statute and section it rests on.")
    days: Integer | None = None
    """How many days interest is for."""
    rate_percent: Number | None = None
    """The yearly rate of interest."""
    base: Money | None = None
    """The capital that interest was computed on."""
    from_: Day | None = Field(default=None, alias="from")
    """The first day that interest is for."""
    to: Day | None = None
    """The last day that interest is for."""
    is_provisional: Flag | None = Field(default=None, description="Whether the rate was not yet published.")


class KnownSince(Shape):
    """Something that has become known after the moment that a statement is asked for."""

    date: Day
    """The day as of which it counts."""
    type: BecameKnown
    """The type of the fact; for a fee its article."""
    amount: Money | None = None
    """How much it is about, where it has an amount."""
    fact: Text = Field(description="A payment, a letter, a crediting.")
    registered: IsoMoment
    """When it became known."""


class Statement(Shape):
    """The debt on a day with every line; the totals are the sums of the lines."""

    case: Id
    """The case that was asked about."""
    at: Day
    """The day that is stated."""
    known: IsoMoment = Field(description="By what was known then.")
    known_since: list[KnownSince] = Field(description="What has become known since, in that order.")
    currency: Currency
    """The currency of every amount in it."""
    lines: list[StatementLine]
    """Every amount that was added or taken, in the order of their dates."""
    refund_amount: Money
    """The amount received and not owed: a refund to the payer."""
    is_provisional: Flag
    """Whether a rate that it uses was not yet published."""
    total_added_capital_amount: Money
    """The capital added."""
    total_added_interest_amount: Money
    """The interest added."""
    total_added_costs_amount: Money
    """The costs added."""
    total_added_transaction_amount: Money
    """The sum added of all components."""
    total_remaining_capital_amount: Money
    """The capital still owed."""
    total_remaining_interest_amount: Money
    """The interest still owed."""
    total_remaining_costs_amount: Money
    """The costs still owed."""
    total_remaining_transaction_amount: Money
    """All that is still owed."""


async def read_statement(request: Request, database: Database) -> Answer:
    """The statement on the date that `at` says, today by default, by what was known at `known`, by default now."""
    at, known = _day(request.query.get("at")), _known(request.query.get("known"))
    async with database.connection() as connection:
        stated = await state_case(connection, request.signed_in, request.path["id"], at, clock.now(), known)
    if stated is None:
        raise not_found()
    return answer(shown_statement(stated))


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return day_of(moment_of(text))
    except NotAMoment:
        raise BadQuery("at must be a date, such as 2026-03-03.") from None


def _known(text: str | None) -> date | datetime | None:
    if text is None:
        return None
    try:
        moment = moment_of(text)
    except NotAMoment:
        raise BadQuery("known must be a date or a moment, such as 2026-03-03 or 2026-03-03T12:00:00Z.") from None
    return moment if ":" in text else day_of(moment)
