"""What people send to act on a case: holds, answers, closings, replies of the enforcement authority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.plans import MOST_INSTALMENTS
from fordran.resources.common import CountableDay
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import INTEGER, Moment, Name, PositiveMoney, Text, whole


class StartInput(Shape):
    """Starts the flow of a case that was registered with `start_flow` false."""


class RespiteInput(Shape):
    until: CountableDay
    """The last day of the respite."""


class DisputeInput(Shape):
    reason: Name


class DisputeAnswerInput(Shape):
    """The creditor's answer to an objection. What is accepted is credited."""

    outcome: Literal["rejected", "partly", "accepted"]
    amount: PositiveMoney | None = None
    """How much is credited, where it is accepted in part."""
    answer: Text | None = None

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        is_partly = given.get("outcome") == "partly"
        if is_partly and given.get("amount") is None:
            return {"amount": "required field where the dispute is accepted in part"}
        if not is_partly and given.get("amount") is not None:
            return {"amount": "goes with the outcome partly"}
        return {}


Instalments = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(1, MOST_INSTALMENTS)),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_INSTALMENTS}),
]


class PlanInput(Shape):
    """An instalment plan: so many instalments, or of so much each, a month apart."""

    instalments: Instalments | None = None
    amount: PositiveMoney | None = None
    first_date: CountableDay

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if (given.get("instalments") is None) == (given.get("amount") is None):
            return {"instalments": "a plan has either instalments or amount"}
        return {}


class CloseInput(Shape):
    reason: Literal["written_off", "returned", "bankruptcy", "deceased", "debt_restructuring"]


class ReplyInput(Shape):
    """What the enforcement authority says of an application."""

    reply: Literal["served", "contested", "verdict", "execution", "ended"]


class CaseActed(Shape):
    """Where an act left the case."""

    state: Text
    status: Text
    next_step: Text | None = None
    next_step_date: Moment | None = None
