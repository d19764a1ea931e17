"""Input of acts on a case: holds, answers, closings, replies of the enforcement authority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from fordran.domain.claims.facts import WaivedComponent
from fordran.domain.flow.letters import MOST_OF_A_SUBJECT
from fordran.domain.flow.plans import MOST_INSTALMENTS
from fordran.domain.kinds.application_needs import WaitsFor
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.case_states import Reply, State, Status
from fordran.domain.kinds.close_reasons import DecidedReason
from fordran.domain.kinds.dispute_kinds import DisputeKind, DisputeOutcome, Settlement
from fordran.domain.kinds.letter_kinds import FreeTemplate
from fordran.domain.kinds.steps import NextStepCode
from fordran.resources.claim_particulars import is_before
from fordran.resources.common import CountableDay, Fee
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import (
    INTEGER,
    SAYS_SOMETHING,
    Flag,
    Id,
    Moment,
    Name,
    PositiveMoney,
    Text,
    issue,
    whole,
    wrong,
)
from fordran.shape.rules import Rule, all_of, any_of, has, is_, is_not, lacks


class StartInput(Shape):
    """Starts the flow of a case that was registered with `start_flow` false."""


class RespiteInput(Shape):
    until: CountableDay
    """The last day of the respite."""


class DisputeInput(Shape):
    """An objection of the debtor. One to a part names the amount; the rest of the claim goes on alone."""

    reason: Name
    """The debtor's objection."""
    kind: DisputeKind = "substance"
    """The kind of objection; `evidently_wrong` is for staff."""
    amount: PositiveMoney | None = None
    """The part of the capital that it is about; without it, all of the claim."""
    explanation: Name | None = None
    """Why the objection is evidently wrong; required with that kind. The answer to the debtor quotes it."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(is_not("kind", "evidently_wrong"), has("explanation")),
        any_of(is_not("kind", "none"), lacks("amount")),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        found: Issues = {}
        if given.get("kind") == "evidently_wrong" and given.get("explanation") is None:
            found["explanation"] = issue(
                "required field where the objection is evidently wrong", "form_issue.required_explanation"
            )
        if given.get("kind") == "none" and given.get("amount") is not None:
            found["amount"] = issue("goes with an objection to the claim", "form_issue.amount_of_objection")
        return found


class ConfirmInput(Shape):
    """Confirms that an objection is evidently wrong."""


class SettlementInput(Shape):
    """How an objection is settled."""

    outcome: Settlement
    """How it is settled. One that goes to court holds the case until it is settled otherwise."""
    evidence: Name
    """The evidence: the debtor's letter, the court's case number, the credit note."""


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


class WaiverInput(Shape):
    """Interest or costs that the creditor gives up; capital is credited instead."""

    component: WaivedComponent
    """Whether interest or costs are waived."""
    article: FeeArticle | None = None
    """The cost that is waived; all of them unless stated."""
    amount: PositiveMoney | None = None
    """The most that is waived; everything unless stated."""
    from_: CountableDay | None = Field(
        default=None, alias="from", description="The first day of what is waived; since ever unless stated."
    )
    until: CountableDay | None = None
    """The last day of what is waived; today unless stated."""
    reason: Name
    """Why."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (any_of(is_("component", "costs"), lacks("article")),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        issues: Issues = {}
        if given.get("article") is not None and given.get("component") != "costs":
            issues["article"] = issue("goes with the component costs", "issue.article_of_costs")
        if is_before(given.get("until"), given.get("from")):
            issues["until"] = issue("must not be before from", "issue.until_before_from")
        return issues


class ConfirmUnpaidInput(Shape):
    """Confirms that a claim is unpaid."""


class ForbearanceInput(Shape):
    """Notes that the creditor offered a consumer forbearance before the debt is collected."""

    offered_on: CountableDay
    """The day on which it was offered."""


class ReleaseInput(Shape):
    """Releases the application of a case."""


MOST_RELEASED = 1000


class ReleaseManyInput(Shape):
    """Cases whose applications are released."""

    cases: list[Id]
    """The cases, at most 1,000."""
    schema_rules: ClassVar[tuple[Rule, ...]] = ({"properties": {"cases": {"maxItems": MOST_RELEASED}}},)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        cases = given.get("cases")
        if isinstance(cases, list) and len(cases) > MOST_RELEASED:
            return {"cases": f"max length is {MOST_RELEASED}"}
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
    shared: Flag = False
    """Whether the creditor may read it; a note by anybody else than the operator's staff always is."""


class CloseInput(Shape):
    reason: DecidedReason
    """Why the case is closed."""


class ReopenInput(Shape):
    """The reopening of a case that was closed by decision."""

    reason: Name
    """Why it is opened again; kept as a note on the case."""


class WrongPersonInput(Shape):
    """A claim that was against the wrong person."""

    note: Name
    """How it is known that somebody else owes it; kept as a note on the case."""


class AwardedAmounts(Shape):
    """The amounts of an order."""

    capital: Fee
    """The capital."""
    interest: Fee
    """The interest."""
    costs: Fee
    """All costs that were awarded, those of the demand included."""


class ReplyInput(Shape):
    """The enforcement authority's reply to an application."""

    reply: Reply
    """The enforcement authority's reply."""
    date: CountableDay | None = None
    """The day of the reply, or of the authority's notice; today by default."""
    case_number: Name | None = None
    """The authority's own number of the case."""
    order_date: CountableDay | None = None
    """The day of the order, with `verdict`; the day of the reply by default."""
    amounts: AwardedAmounts | None = None
    """The amounts of the order."""
    amount: PositiveMoney | None = None
    """The authority's yearly fee, with `new_fee`; by default that of the law."""
    note: Name | None = None
    """The authority's further words."""


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
    waits_for: list[WaitsFor]
    """The things that a demand or an application waits for."""


class NotReleased(Shape):
    """A case whose application was not released."""

    case: Id
    """The case."""
    message: Text
    """Why not."""


class Released(Shape):
    """The applications that were released, and those that were not."""

    released: list[Id]
    """The cases whose applications were released."""
    refused: list[NotReleased]
    """The others, each with its reason."""


class Noted(Shape):
    """A note that was made."""

    case: Id
    """The case that it is about."""
    kind: NoteKind
    """The kind of note."""
