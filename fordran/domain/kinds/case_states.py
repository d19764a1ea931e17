"""States and statuses of a case.

`state` is the phase, `status` the place within the phase. A hold (respite, dispute, instalment plan) shows as a status
of any open state. The transitions between them are the table in flow/case_flow.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

from fordran.domain.kinds.close_reasons import CLOSE_REASONS, CloseReason
from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone

State: TypeAlias = Literal[
    "initializing", "invoice", "reminder", "debt_collection", "enforcement", "surveillance", "closed"
]
Hold: TypeAlias = Literal["respite", "disputed", "amortization"]
Status: TypeAlias = Literal[
    "initializing",
    "initialized",
    "invoice",
    "reminder_active",
    "debt_collection_active",
    "enforcement_applied",
    "enforcement_served",
    "enforcement_contested",
    "enforcement_verdict",
    "enforcement_execution",
    "surveillance_active",
    Hold,
    CloseReason,
]

STATES: tuple[State, ...] = get_args(State)
OPEN_STATES: tuple[State, ...] = tuple(state for state in STATES if state != "closed")
HOLDS: tuple[Hold, ...] = get_args(Hold)


@dataclass(frozen=True, slots=True)
class StatusRecord:
    """A status and the state that it belongs to; a hold belongs to every open state and has none."""

    code: Status
    state: State | None
    tone: Tone = ""


STATUSES: Mapping[Status, StatusRecord] = by_code(
    Status,
    (
        StatusRecord("initializing", "initializing"),
        StatusRecord("initialized", "initializing"),
        StatusRecord("invoice", "invoice"),
        StatusRecord("reminder_active", "reminder"),
        StatusRecord("debt_collection_active", "debt_collection", "info"),
        StatusRecord("enforcement_applied", "enforcement", "info"),
        StatusRecord("enforcement_served", "enforcement"),
        StatusRecord("enforcement_contested", "enforcement", "bad"),
        StatusRecord("enforcement_verdict", "enforcement"),
        StatusRecord("enforcement_execution", "enforcement"),
        StatusRecord("surveillance_active", "surveillance"),
        StatusRecord("respite", None, "warn"),
        StatusRecord("disputed", None, "bad"),
        StatusRecord("amortization", None, "info"),
        *(StatusRecord(reason.code, "closed", reason.tone) for reason in CLOSE_REASONS.values()),
    ),
)


def _own(state: State) -> tuple[Status, ...]:
    return tuple(status.code for status in STATUSES.values() if status.state == state)


OWN_STATUSES: Mapping[State, tuple[Status, ...]] = MappingProxyType({state: _own(state) for state in STATES})
"""The statuses of a state that are not holds, in the order in which they usually come."""


class CasePosition(NamedTuple):
    """The state and status of a case."""

    state: State
    status: Status


BIRTH = CasePosition("initializing", "initializing")
"""Every case begins here. Registering moves it on at once, so no case is left here."""

STANDING: Mapping[State, tuple[Status, ...]] = MappingProxyType(
    {
        state: tuple(status for status in OWN_STATUSES[state] if CasePosition(state, status) != BIRTH)
        for state in OPEN_STATES
    }
)
"""The statuses, holds apart, in which an open case can wait for something."""

OPEN_PLACES: tuple[CasePosition, ...] = tuple(
    CasePosition(state, status) for state in OPEN_STATES for status in (*STANDING[state], *HOLDS)
)
CLOSED_PLACES: tuple[CasePosition, ...] = tuple(CasePosition("closed", reason) for reason in CLOSE_REASONS)
PLACES: tuple[CasePosition, ...] = (BIRTH, *OPEN_PLACES, *CLOSED_PLACES)

MovingReply: TypeAlias = Literal["served", "contested", "verdict", "execution", "ended"]
"""Replies of the enforcement authority that are acts of the flow."""
Reply: TypeAlias = Literal[MovingReply, "received", "dismissed", "withdrawn", "supplement", "new_fee", "paid"]
"""A reply of the enforcement authority to an application (flow/enforcements.py)."""
