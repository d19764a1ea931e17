"""Cases as the flow sees them, for the tests of it: one at each state, to be changed by keyword."""

from dataclasses import replace
from datetime import date
from typing import Any

from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.next_step import CaseSituation, NextStep, SentLetter, next_step, pay_by_of
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, STEP_LETTERS

D = date.fromisoformat

REGISTERED = CaseSituation(
    state="initializing",
    status="initialized",
    state_since=D("2026-09-01"),
    registered=D("2026-09-01"),
    due_date=D("2026-08-15"),
    arose=D("2026-07-16"),
    remaining=1000_00,
)

STATUS_OF = {
    "initializing": "initialized",
    "invoice": "invoice",
    "reminder": "reminder_active",
    "debt_collection": "debt_collection_active",
    "enforcement": "enforcement_applied",
    "surveillance": "surveillance_active",
    "closed": "paid",
}


def case(state: str = "initializing", **changed: Any) -> CaseSituation:
    """A case in a state, otherwise as `REGISTERED`."""
    return replace(REGISTERED, **{"state": state, "status": STATUS_OF[state], **changed})


def sent(day: str, pay_by: str) -> SentLetter:
    return SentLetter(D(day), D(pay_by))


def said(step: NextStep | None) -> str:
    return f"{step.step} {step.date}" if step else "nothing"


def after(at: CaseSituation, step: NextStep, today: date, settings: FlowSettings) -> CaseSituation:
    """The case after the step was taken on a day and its letter left the same day."""
    pay_by = pay_by_of(step.step, today, settings)
    letter = SentLetter(today, pay_by) if pay_by else None
    interrupted = (*at.interrupted, today) if pay_by else at.interrupted
    match step.step:
        case "reminder" | "debt_collection" | "enforcement" | "surveillance":
            return replace(
                at,
                state=step.step,
                status=STATUS_OF[step.step],
                state_since=today,
                letter=letter,
                was_reminded=at.was_reminded or step.step == "reminder",
                interrupted=interrupted,
                sued=today if step.step == "enforcement" else at.sued,
            )
        case name if name in STEP_LETTERS and LETTER_KINDS[name].state == at.state:
            return replace(at, letter=letter, interrupted=interrupted)
        case "close_time_barred":
            return replace(at, state="closed", status="time_barred", remaining=0)
    raise AssertionError(step)


def lived(at: CaseSituation, settings: FlowSettings, days: list[date]) -> list[tuple[str, date, SentLetter | None]]:
    """The steps that a worker takes that works on these days alone: each with its day and its letter."""
    taken = []
    for today in days:
        while (step := next_step(at, settings, today)) is not None and step.date <= today:
            at = after(at, step, today, settings)
            taken.append((step.step, today, at.letter))
    return taken
