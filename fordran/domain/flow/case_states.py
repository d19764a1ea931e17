"""The states of a case, and the statuses that each can show.

`state` is the phase, `status` where in the phase. A hold (respite, dispute, instalment plan) shows as a status of
whatever open state the case is in. How a case moves between them is the table in case_flow.py.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

from fordran.domain.claims.facts import CloseReason

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
DisputeOutcome: TypeAlias = Literal["rejected", "partly", "accepted"]
DisputeEnd: TypeAlias = Literal[
    DisputeOutcome,
    "withdrawn",  # the debtor took the objection back, or it was noted by mistake
    "overtaken",  # a reply of the enforcement authority took the case on
]
"""How an objection came to its end."""
Reply: TypeAlias = Literal["served", "contested", "verdict", "execution", "ended"]
"""What the enforcement authority says of an application."""

STATES: tuple[State, ...] = get_args(State)
OPEN_STATES: tuple[State, ...] = tuple(state for state in STATES if state != "closed")
HOLDS: tuple[Hold, ...] = get_args(Hold)
STATUSES: tuple[Status, ...] = get_args(Status)
CLOSE_REASONS: tuple[CloseReason, ...] = get_args(CloseReason)

OWN_STATUSES: Mapping[State, tuple[Status, ...]] = MappingProxyType[State, tuple[Status, ...]](
    {
        "initializing": ("initializing", "initialized"),
        "invoice": ("invoice",),
        "reminder": ("reminder_active",),
        "debt_collection": ("debt_collection_active",),
        "enforcement": (
            "enforcement_applied",
            "enforcement_served",
            "enforcement_contested",
            "enforcement_verdict",
            "enforcement_execution",
        ),
        "surveillance": ("surveillance_active",),
        "closed": CLOSE_REASONS,
    }
)
"""The statuses of a state that are not holds, in the order in which they usually come."""


class Place(NamedTuple):
    """Where a case stands."""

    state: State
    status: Status


BIRTH = Place("initializing", "initializing")
"""Where every case begins; registering moves it on at once, so none is ever left there."""

STANDING: Mapping[State, tuple[Status, ...]] = MappingProxyType(
    {state: tuple(status for status in OWN_STATUSES[state] if Place(state, status) != BIRTH) for state in OPEN_STATES}
)
"""The statuses, holds apart, in which an open case can wait for something."""

OPEN_PLACES: tuple[Place, ...] = tuple(
    Place(state, status) for state in OPEN_STATES for status in (*STANDING[state], *HOLDS)
)
CLOSED_PLACES: tuple[Place, ...] = tuple(Place("closed", reason) for reason in CLOSE_REASONS)
PLACES: tuple[Place, ...] = (BIRTH, *OPEN_PLACES, *CLOSED_PLACES)
