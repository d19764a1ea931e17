"""Acts on a case's page: each act with its fields, verb and roles. The verbs are the interface's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias, get_args

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.flow.act_on_case import close_case, start_flow
from fordran.actions.flow.hold_case import (
    answer_dispute,
    give_respite,
    lift_plan,
    lift_respite,
    make_plan,
    open_dispute,
    withdraw_dispute,
)
from fordran.actions.letters.write_letter import details_of, words_given, write_letter
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.console.fields import FormField, day, number
from fordran.console.who import ALL, STAFF
from fordran.domain.kinds.close_reasons import DecidedReason
from fordran.domain.kinds.letter_kinds import FreeTemplate
from fordran.resources.case_acts import (
    CloseInput,
    DisputeAnswerInput,
    DisputeInput,
    FreeLetterInput,
    NoteInput,
    PlanInput,
    RespiteInput,
    StartInput,
    WrittenKind,
)
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.shape.fields import Shape, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import SYSTEM
from fordran.texts.catalogue import Texts

Act: TypeAlias = Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]]


@dataclass(frozen=True)
class ChoiceField:
    """A field that is chosen from a closed list: the values that are offered, and the code of the text for none of them."""

    list_name: str
    values: tuple[str, ...]
    none: str | None = None

    def options(self, t: Texts) -> list[tuple[str, str]]:
        """The fields of the form."""
        return [*([("", t(self.none))] if self.none else []), *t.options(self.list_name, self.values)]


class EmptyActInput(Shape):
    """An act that takes no more than the case."""


@dataclass(frozen=True)
class CaseAct:
    """`title` is the button's and the confirmation's; `act` is None of a note, which needs no lock of the case."""

    path: str
    title: str
    shape: type[Shape]
    act: Act | None
    fields: tuple[FormField, ...] = ()
    choices: Mapping[str, ChoiceField] = field(default_factory=dict)
    roles: frozenset[str] = ALL
    when: Callable[[Values], bool] = lambda case: case["state"] != "closed"
    """Whether the case is one that it can be done to, as far as its page can tell."""
    grave: bool = False
    fills: Callable[[FlowingCase, Any], dict[str, str]] | None = None
    """The values of fields that depend on a choice, such as a letter's words on its template."""


def _lift(lift: Callable[[Connection, FlowingCase, datetime], Awaitable[None]]) -> Act:
    async def act(tx: Connection, flowing: FlowingCase, _nothing: Any, now: datetime) -> None:
        await lift(tx, flowing, now)

    return act


async def _take_back(tx: Connection, flowing: FlowingCase, _nothing: Any, now: datetime) -> None:
    """As the creditor's system would say it, of a case that the visitor was found to see."""
    case = flowing.case
    given = {"creditor": case.creditor, "case": case.id, "origin": "creditor_system"}
    await record_cancellation(tx, SYSTEM, read(CancellationInput, given), now)


def _words(flowing: FlowingCase, given: FreeLetterInput) -> dict[str, str]:
    return details_of(words_given(flowing, given))


def _has_status(status: str) -> Callable[[Values], bool]:
    return lambda case: case["status"] == status


def _is_free(case: Values) -> bool:
    return case["state"] != "closed" and case["status"] not in ("disputed",)


CASE_ACTS = (
    CaseAct(
        "start",
        "console.case.start",
        StartInput,
        start_flow,
        when=lambda case: case["state"] != "closed" and not case["start_flow"],
    ),
    CaseAct(
        "respite",
        "console.case.respite",
        RespiteInput,
        give_respite,
        (FormField("until", "console.until", "date", read=day),),
        when=_is_free,
    ),
    CaseAct(
        "lift-respite", "console.case.end_respite", EmptyActInput, _lift(lift_respite), when=_has_status("respite")
    ),
    CaseAct(
        "dispute",
        "console.case.objection",
        DisputeInput,
        open_dispute,
        (FormField("reason", "console.case.objection_text", "textarea"),),
        when=_is_free,
    ),
    CaseAct(
        "dispute-answer",
        "console.case.answer_objection",
        DisputeAnswerInput,
        answer_dispute,
        (
            FormField("outcome", "console.case.outcome"),
            FormField("amount", "console.case.credited", required=False, read=number),
            FormField("answer", "console.case.answer_to_customer", "textarea", required=False),
        ),
        {"outcome": ChoiceField("dispute_end", ("rejected", "partly", "accepted"), "console.choose")},
        when=_has_status("disputed"),
    ),
    CaseAct(
        "withdraw-dispute",
        "console.case.objection_withdrawn",
        EmptyActInput,
        _lift(withdraw_dispute),
        when=_has_status("disputed"),
    ),
    CaseAct(
        "plan",
        "console.case.instalment_plan",
        PlanInput,
        make_plan,
        (
            FormField("instalments", "console.case.number_of_instalments", "number", required=False, read=number),
            FormField("amount", "console.case.or_amount_of_each", required=False, read=number),
            FormField("first_date", "console.case.first_payment", "date", read=day),
        ),
        when=_is_free,
    ),
    CaseAct("end-plan", "console.case.end_plan", EmptyActInput, _lift(lift_plan), when=_has_status("amortization")),
    CaseAct(
        "note",
        "console.note",
        NoteInput,
        None,
        (FormField("kind", "console.kind"), FormField("text", "console.case.note_text", "textarea")),
        {"kind": ChoiceField("note_kind", get_args(WrittenKind))},
        when=lambda _case: True,
    ),
    CaseAct(
        "letter",
        "console.write_letter",
        FreeLetterInput,
        write_letter,
        (
            FormField("template", "console.case.template"),
            FormField("subject", "console.headline"),
            FormField("text", "console.case.text_of_letter", "textarea", rows=16),
        ),
        {"template": ChoiceField("letter_template", get_args(FreeTemplate), "console.case.own_text")},
        roles=STAFF,
        when=lambda _case: True,
        fills=_words,
    ),
    CaseAct("cancel", "console.case.take_case_back", EmptyActInput, _take_back, grave=True),
    CaseAct(
        "close",
        "console.case.close_case",
        CloseInput,
        close_case,
        (FormField("reason", "console.reason"),),
        {"reason": ChoiceField("case_status", get_args(DecidedReason), "console.choose")},
        roles=STAFF,
        grave=True,
    ),
)


def options_of(t: Texts, act: CaseAct) -> dict[str, list[tuple[str, str]]]:
    """The choices of an act's fields, in words."""
    return {name: choice.options(t) for name, choice in act.choices.items()}
