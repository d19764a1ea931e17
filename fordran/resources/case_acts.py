"""Input of acts on a case: holds, answers, closings, replies of the enforcement authority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from fordran.domain.flow.letters import MOST_OF_A_SUBJECT
from fordran.domain.flow.plans import MOST_INSTALMENTS
from fordran.domain.kinds.case_states import DisputeOutcome, Reply, State, Status
from fordran.domain.kinds.close_reasons import DecidedReason
from fordran.domain.kinds.letter_kinds import FreeTemplate
from fordran.domain.kinds.steps import NextStepCode
from fordran.resources.common import CountableDay
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import INTEGER, SAYS_SOMETHING, Id, Moment, Name, PositiveMoney, Text, issue, whole, wrong
from fordran.shape.rules import Rule, all_of, any_of, has, is_, is_not, lacks


class StartInput(Shape):
    """Starts the flow of a case that was registered with `start_flow` false."""


class RespiteInput(Shape):
    until: CountableDay
    """The last day of the respite."""


class DisputeInput(Shape):
    reason: Name
    """The debtor's objection."""


class DisputeAnswerInput(Shape):
    """The creditor's answer to an objection. What is accepted is credited."""

    outcome: DisputeOutcome
    """How the creditor answers."""
    amount: PositiveMoney | None = None
    """How much is credited, where it is accepted in part."""
    answer: Text | None = None
    """The creditor's answer, as the letter to the debtor quotes it."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(all_of(is_("outcome", "partly"), has("amount")), all_of(is_not("outcome", "partly"), lacks("amount"))),
    )

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
    """How many instalments; either this or `amount`."""
    amount: PositiveMoney | None = None
    """The amount of an instalment; either this or `instalments`."""
    first_date: CountableDay
    """When the first instalment is to be paid."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(all_of(has("instalments"), lacks("amount")), all_of(has("amount"), lacks("instalments"))),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if (given.get("instalments") is None) == (given.get("amount") is None):
            return {"instalments": issue("a plan has either instalments or amount", "issue.plan_size")}
        return {}


def _short(text: str) -> str:
    if len(text) > MOST_OF_A_SUBJECT:
        raise wrong(issue(f"max length is {MOST_OF_A_SUBJECT}", "form_issue.max_length", most=MOST_OF_A_SUBJECT))
    return text


Headline = Annotated[
    Name,
    AfterValidator(_short),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MOST_OF_A_SUBJECT, "pattern": SAYS_SOMETHING}),
]


class FreeLetterInput(Shape):
    """A letter in own words, or of a template: what is not said of `subject` and `text` is the template's."""

    template: FreeTemplate | None = None
    """The template that the letter begins with; without one it needs both `subject` and `text`."""
    subject: Headline | None = None
    """Its headline, at most 120 characters."""
    text: Name | None = None
    """The text, at most 10,000 characters; an empty line begins a new paragraph."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (any_of(has("template"), all_of(has("subject"), has("text"))),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if given.get("template") is not None:
            return {}
        lacking = [name for name in ("subject", "text") if given.get(name) is None]
        return dict.fromkeys(
            lacking, issue("required field where there is no template", "form_issue.required_without_template")
        )


NoteKind: TypeAlias = Literal["note", "call", "message", "from_debtor", "to_debtor"]
"""Notes about a case: a thought, a call with the debtor, a message from or to them by other ways; and what the debtor
wrote on the debtor's page, and what was answered there."""

WrittenKind: TypeAlias = Literal["note", "call", "message", "to_debtor"]
"""Kinds of notes that people write: the debtor reads `to_debtor`, which resolves items about the debtor's messages."""


class NoteInput(Shape):
    """Something to remember about a case."""

    text: Name
    """The text, at most 10,000 characters."""
    kind: WrittenKind
    """The kind of note."""


class CloseInput(Shape):
    reason: DecidedReason
    """Why the case is closed."""


class ReplyInput(Shape):
    """The enforcement authority's reply to an application."""

    reply: Reply
    """The enforcement authority's reply."""


class CaseActed(Shape):
    """Where an act left the case."""

    state: State
    """The phase of the case after the act."""
    status: Status
    """The status of the case after the act."""
    next_step: NextStepCode | None = None
    """The next step; absent when closed."""
    next_step_date: Moment | None = None
    """When the next step is due."""


class Noted(Shape):
    """A note that was made."""

    case: Id
    """The case that it is about."""
    kind: NoteKind
    """The kind of note."""
