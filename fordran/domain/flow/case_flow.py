"""How a case may move: the transition table, and the questions asked of it.

`TRANSITIONS` is the only place that says so. A pair that is not in it, or not by that act, is refused. What comes
next by itself, and when, is next_step.py. The page is docs/rules/case-flow.md.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fordran.domain.kinds.case_states import (
    BIRTH,
    CLOSED_PLACES,
    HOLDS,
    OPEN_PLACES,
    OPEN_STATES,
    STANDING,
    CasePosition,
    Hold,
    State,
    Status,
)
from fordran.domain.kinds.close_reasons import CLOSE_REASONS, CloseReason
from fordran.domain.message import Message


class NotATransition(ValueError):
    """A case cannot go from where it is to there by that act, or by that act not anywhere."""

    def __init__(self, source: CasePosition, target: CasePosition | None, act: str) -> None:
        where = "anywhere" if target is None else f"to {target.state}/{target.status}"
        place = f"{source.state}/{source.status}"
        super().__init__(f"a case cannot go from {place} {where} by {act}")
        self.message = Message("error.not_a_transition", source=place, target=where, act=act)
        self.source, self.target, self.act = source, target, act


class Transition(NamedTuple):
    """One row: from where to where, by which act, and why there is such a way.

    An act is a step that the worker takes by itself (a name of next_step.py), a person's (`respite`, `dispute`,
    `amortization_plan`, `close` …), a reply of the enforcement authority (`enforcement_served` …), or what a replay of
    the facts finds (`close`, `reopen`, `correct`).
    """

    source: CasePosition
    target: CasePosition
    act: str
    why: str


_INITIALIZED = CasePosition("initializing", "initialized")
_INVOICE = CasePosition("invoice", "invoice")
_REMINDER = CasePosition("reminder", "reminder_active")
_DEMAND = CasePosition("debt_collection", "debt_collection_active")
_SURVEILLANCE = CasePosition("surveillance", "surveillance_active")
_APPLIED = CasePosition("enforcement", "enforcement_applied")
_SERVED = CasePosition("enforcement", "enforcement_served")
_CONTESTED = CasePosition("enforcement", "enforcement_contested")
_VERDICT = CasePosition("enforcement", "enforcement_verdict")
_EXECUTION = CasePosition("enforcement", "enforcement_execution")

_FORWARD = (
    Transition(BIRTH, _INITIALIZED, "register", "the debt is registered"),
    Transition(_INITIALIZED, _INVOICE, "register", "the invoice is not due yet"),
    Transition(_INITIALIZED, _REMINDER, "reminder", "the first action is a reminder"),
    Transition(_INITIALIZED, _DEMAND, "debt_collection", "the first action is a collection demand"),
    Transition(_INITIALIZED, _SURVEILLANCE, "surveillance", "the first action is surveillance"),
    Transition(_INVOICE, _REMINDER, "reminder", "the invoice was not paid in time"),
    Transition(_REMINDER, _DEMAND, "debt_collection", "the reminder was not paid in time"),
    # Inkassolag (1974:182) 6 §: legal action only after a demand whose time has run out.
    Transition(_DEMAND, _APPLIED, "enforcement", "the demand was not paid in time"),
    Transition(_DEMAND, _SURVEILLANCE, "surveillance", "the creditor has not chosen enforcement, or data is missing"),
    Transition(_SURVEILLANCE, _APPLIED, "enforcement", "enforcement is chosen, or its data complete, afterwards"),
    Transition(
        _APPLIED,
        _SERVED,
        "enforcement_served",
        "lag (1990:746) 25 §: the debtor is told to answer",
    ),
    Transition(_APPLIED, _CONTESTED, "enforcement_contested", "lag (1990:746) 34 §: the debtor objects"),
    Transition(_APPLIED, _VERDICT, "enforcement_verdict", "the authority told of its decision alone"),
    Transition(_SERVED, _CONTESTED, "enforcement_contested", "lag (1990:746) 34 §: the debtor objects"),
    Transition(_SERVED, _VERDICT, "enforcement_verdict", "lag (1990:746) 42 §: not contested in time"),
    Transition(_CONTESTED, _VERDICT, "enforcement_verdict", "the objection was taken back, or a court has judged"),
    Transition(_VERDICT, _EXECUTION, "enforcement_execution", "lag (1990:746) 45 §: the decision is enforced"),
    Transition(_APPLIED, _EXECUTION, "enforcement_execution", "the reply about the order is missing"),
    Transition(_SERVED, _EXECUTION, "enforcement_execution", "the reply about the order is missing"),
    Transition(_CONTESTED, _EXECUTION, "enforcement_execution", "the reply about the order is missing"),
    Transition(_EXECUTION, _VERDICT, "enforcement_verdict", "a later decision, after one that was reopened"),
    Transition(_SURVEILLANCE, _CONTESTED, "enforcement_contested_late", "the objection became known after the end"),
    Transition(_SURVEILLANCE, _EXECUTION, "enforcement_renewed", "execution of the order is asked for again"),
    Transition(_VERDICT, _CONTESTED, "enforcement_contested", "lag (1990:746) 53 §: reopened within a month"),
    Transition(_EXECUTION, _CONTESTED, "enforcement_contested", "lag (1990:746) 53 §: reopened within a month"),
)

_ENFORCEMENT_ENDS = tuple(
    Transition(place, _SURVEILLANCE, "enforcement_ended", "withdrawn, dismissed or without result")
    for place in (_APPLIED, _SERVED, _CONTESTED, _VERDICT, _EXECUTION)
) + tuple(
    Transition(
        CasePosition("enforcement", hold), CasePosition("surveillance", hold), "enforcement_ended", "the hold goes on"
    )
    for hold in HOLDS
)

# A plan is a promise to the debtor and is ended first, by an act of its own; a respite gives way. A dispute lets the reply into
# the history and holds the case again at once.
_GIVING_WAY: tuple[Hold, ...] = ("respite", "disputed")

_REPLIES_TO_HELD = tuple(
    Transition(CasePosition("enforcement", hold), target, act, "the authority's reply overtakes the hold")
    for hold in _GIVING_WAY
    for target, act in (
        (_SERVED, "enforcement_served"),
        (_CONTESTED, "enforcement_contested"),
        (_VERDICT, "enforcement_verdict"),
        (_EXECUTION, "enforcement_execution"),
    )
)

_BEGINNINGS: tuple[tuple[Hold, str, str], ...] = (
    ("respite", "respite", "the debtor was given time"),
    ("disputed", "dispute", "the debtor objects on grounds: inkassolag (1974:182) 4 och 8 §§"),
    ("amortization", "amortization_plan", "an instalment plan was agreed"),
)

_HOLDS_BEGIN = tuple(
    Transition(CasePosition(state, status), CasePosition(state, hold), act, why)
    for state in OPEN_STATES
    for status in STANDING[state]
    for hold, act, why in _BEGINNINGS
)

_CHANGES: tuple[tuple[Hold, Hold, str, str], ...] = (
    ("respite", "disputed", "dispute", "an objection ends a respite"),
    ("amortization", "disputed", "dispute", "an objection ends a plan"),
    ("respite", "amortization", "amortization_plan", "a plan takes the place of a respite"),
)

_HOLDS_CHANGE = tuple(
    Transition(CasePosition(state, source), CasePosition(state, target), act, why)
    for state in OPEN_STATES
    for source, target, act, why in _CHANGES
)

_ENDS: tuple[tuple[Hold, str, str], ...] = (
    ("respite", "respite_end", "its day has come, or it was lifted"),
    ("disputed", "dispute_answer", "the objection was answered, or taken back"),
    ("amortization", "amortization_end", "the plan was lifted"),
    ("amortization", "amortization_default", "an instalment was missed"),
)

_HOLDS_END = tuple(
    Transition(CasePosition(state, hold), CasePosition(state, status), act, why)
    for state in OPEN_STATES
    for status in STANDING[state]
    for hold, act, why in _ENDS
)

_CLOSINGS = tuple(
    Transition(place, closed, "close", "nothing is owed any more, or it is given up by decision")
    for place in OPEN_PLACES
    for closed in CLOSED_PLACES
) + tuple(
    Transition(
        place, CasePosition("closed", "time_barred"), "close_time_barred", "preskriptionslag (1981:130) 2 och 8 §§"
    )
    for place in OPEN_PLACES
)

# A closing can be taken back: a payment is recalled, a crediting or a cancellation is reversed, a payment that arrives late
# shows that a whole crediting came after something was paid, or a person takes a decision back. One by limitation, or since the
# claim was against the wrong person, stays.
_REVERSIBLE: tuple[CloseReason, ...] = tuple(reason.code for reason in CLOSE_REASONS.values() if reason.is_reversible)

_REOPENED: tuple[CloseReason, ...] = tuple(
    reason.code for reason in CLOSE_REASONS.values() if reason.is_reversible or reason.reopens_by_decision
)

_REOPENINGS = tuple(
    Transition(
        CasePosition("closed", reason),
        place,
        "reopen",
        "what closed it was taken back, or a payment came late: it goes on where it was",
    )
    for reason in _REOPENED
    for place in OPEN_PLACES
)

_CORRECTIONS = tuple(
    Transition(
        CasePosition("closed", was),
        CasePosition("closed", is_),
        "correct",
        "a fact that came late or was taken back shows another reason",
    )
    for was in CLOSE_REASONS
    for is_ in CLOSE_REASONS
    if was != is_ and (was in _REVERSIBLE or is_ in (*_REVERSIBLE, "wrong_person"))
)

TRANSITIONS: tuple[Transition, ...] = (
    *_FORWARD,
    *_ENFORCEMENT_ENDS,
    *_REPLIES_TO_HELD,
    *_HOLDS_BEGIN,
    *_HOLDS_CHANGE,
    *_HOLDS_END,
    *_CLOSINGS,
    *_REOPENINGS,
    *_CORRECTIONS,
)

ACTS: tuple[str, ...] = tuple(dict.fromkeys(row.act for row in TRANSITIONS))

_ALLOWED: dict[tuple[CasePosition, CasePosition, str], Transition] = {
    (row.source, row.target, row.act): row for row in TRANSITIONS
}


def transition(source: CasePosition, target: CasePosition, act: str) -> Transition:
    """The row that lets a case go from one place to another by an act; raises `NotATransition` where there is none.

    >>> transition(CasePosition("invoice", "invoice"), CasePosition("reminder", "reminder_active"), "reminder").why
    'the invoice was not paid in time'
    """
    row = _ALLOWED.get((source, target, act))
    if row is None:
        raise NotATransition(source, target, act)
    return row


def allowed(source: CasePosition, target: CasePosition, act: str) -> bool:
    """Whether the table has such a row.

    >>> allowed(CasePosition("invoice", "invoice"), CasePosition("enforcement", "enforcement_applied"), "enforcement")
    False
    """
    return (source, target, act) in _ALLOWED


def require(source: CasePosition, act: str) -> None:
    """Refuse an act that takes a case from a place nowhere; raises `NotATransition`."""
    if not targets(source, act):
        raise NotATransition(source, None, act)


def targets(source: CasePosition, act: str) -> tuple[CasePosition, ...]:
    """Where an act can take a case from a place; none where the act is not possible there.

    >>> targets(CasePosition("reminder", "reminder_active"), "dispute")
    (CasePosition(state='reminder', status='disputed'),)
    """
    return tuple(row.target for row in TRANSITIONS if row.source == source and row.act == act)


def closing_act(source: CasePosition, closed: bool) -> str:
    """By which act a replay that found the case closed, or open again, moves it from a place.

    An open case is closed, a closed one is corrected to another reason, or reopened.
    """
    if source.state != "closed":
        return "close"
    return "correct" if closed else "reopen"


def returns_to(state: State, statuses: Iterable[Status]) -> CasePosition:
    """Where a case goes when its hold ends: the last status of its state that was no hold.

    `statuses` are those of its history, oldest first. A state that was entered under a hold has its first status.

    >>> returns_to("enforcement", ["debt_collection_active", "enforcement_applied", "enforcement_served", "respite"])
    CasePosition(state='enforcement', status='enforcement_served')
    """
    own = STANDING[state]
    return CasePosition(state, next((status for status in reversed(list(statuses)) if status in own), own[0]))


def reopens_to(states: Sequence[State], statuses: Sequence[Status]) -> CasePosition:
    """Where a closed case goes on when it is reopened: where it was last open, a hold included.

    Both are the values of its histories, oldest first.

    >>> reopens_to(["invoice", "reminder", "closed"], ["invoice", "reminder_active", "respite", "paid"])
    CasePosition(state='reminder', status='respite')
    """
    state = next(state for state in reversed(states) if state != "closed")
    status = next(status for status in reversed(statuses) if status not in CLOSE_REASONS)
    return CasePosition(state, status)
