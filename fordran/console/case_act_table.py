"""What can be done to a case on its page: each act with its fields, its verb and who may. The verbs are the interface's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

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
from fordran.console.fields import Field, day, number
from fordran.console.terms import DECIDED, FREE_TEMPLATES, OUTCOMES, WRITTEN_NOTES
from fordran.console.who import ALL, STAFF
from fordran.resources.case_acts import (
    CloseInput,
    DisputeAnswerInput,
    DisputeInput,
    FreeLetterInput,
    NoteInput,
    PlanInput,
    RespiteInput,
    StartInput,
)
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.shape.fields import Shape, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document
from fordran.store.reading.scope import SYSTEM
from fordran.web.languages import Words

Act: TypeAlias = Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]]


class NothingSaid(Shape):
    """An act that takes no more than the case."""


@dataclass(frozen=True)
class CaseAct:
    """`title` is the button's and the confirmation's; `act` is None of a note, which needs no lock of the case."""

    path: str
    title: str
    shape: type[Shape]
    act: Act | None
    fields: tuple[Field, ...] = ()
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    roles: frozenset[str] = ALL
    when: Callable[[Document], bool] = lambda case: case["state"] != "closed"
    """Whether the case is one that it can be done to, as far as its page can tell."""
    grave: bool = False
    fills: Callable[[FlowingCase, Any], dict[str, str]] | None = None
    """What fields come to that were left to a choice, as a letter's words to its template."""


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


def _has_status(status: str) -> Callable[[Document], bool]:
    return lambda case: case["status"] == status


def _is_free(case: Document) -> bool:
    return case["state"] != "closed" and case["status"] not in ("disputed",)


CASE_ACTS = (
    CaseAct(
        "start",
        "Starta",
        StartInput,
        start_flow,
        when=lambda case: case["state"] != "closed" and not case["start_flow"],
    ),
    CaseAct(
        "respite",
        "Anstånd",
        RespiteInput,
        give_respite,
        (Field("until", "Till och med", "date", read=day),),
        when=_is_free,
    ),
    CaseAct("lift-respite", "Häv anståndet", NothingSaid, _lift(lift_respite), when=_has_status("respite")),
    CaseAct(
        "dispute",
        "Invändning",
        DisputeInput,
        open_dispute,
        (Field("reason", "Vad kunden invänder", "textarea"),),
        when=_is_free,
    ),
    CaseAct(
        "dispute-answer",
        "Besvara invändningen",
        DisputeAnswerInput,
        answer_dispute,
        (
            Field("outcome", "Utfall"),
            Field("amount", "Krediteras", required=False, read=number),
            Field("answer", "Svar till kunden", "textarea", required=False),
        ),
        {"outcome": {"": "Välj"} | {name: OUTCOMES[name] for name in ("rejected", "partly", "accepted")}},
        when=_has_status("disputed"),
    ),
    CaseAct(
        "withdraw-dispute", "Invändningen återtas", NothingSaid, _lift(withdraw_dispute), when=_has_status("disputed")
    ),
    CaseAct(
        "plan",
        "Avbetalningsplan",
        PlanInput,
        make_plan,
        (
            Field("instalments", "Antal delbetalningar", "number", required=False, read=number),
            Field("amount", "Eller belopp var gång", required=False, read=number),
            Field("first_date", "Första betalningen", "date", read=day),
        ),
        when=_is_free,
    ),
    CaseAct("end-plan", "Avsluta planen", NothingSaid, _lift(lift_plan), when=_has_status("amortization")),
    CaseAct(
        "note",
        "Anteckning",
        NoteInput,
        None,
        (Field("kind", "Slag"), Field("text", "Anteckningens text", "textarea")),
        {"kind": WRITTEN_NOTES},
        when=lambda _case: True,
    ),
    CaseAct(
        "letter",
        "Skriv brev",
        FreeLetterInput,
        write_letter,
        (
            Field("template", "Mall"),
            Field("subject", "Rubrik"),
            Field("text", "Brevets text", "textarea", rows=16),
        ),
        {"template": FREE_TEMPLATES},
        roles=STAFF,
        when=lambda _case: True,
        fills=_words,
    ),
    CaseAct("cancel", "Återkalla ärendet", NothingSaid, _take_back, grave=True),
    CaseAct(
        "close",
        "Avsluta ärendet",
        CloseInput,
        close_case,
        (Field("reason", "Orsak"),),
        {"reason": {"": "Välj"} | DECIDED},
        roles=STAFF,
        grave=True,
    ),
)


def options_of(t: Words, act: CaseAct) -> dict[str, list[tuple[str, str]]]:
    """The choices of an act's fields, in words."""
    return {name: [(key, t(words)) for key, words in choices.items()] for name, choices in act.choices.items()}
