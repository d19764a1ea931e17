"""Applications to the enforcement authority: how far one has come, and how it is filed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone

EnforcementStatus: TypeAlias = Literal[
    "prepared",
    "to_sign",
    "sent",
    "received",
    "served",
    "contested",
    "order",
    "execution",
    "withdrawn",
    "dismissed",
    "ended",
]
"""How far an application has come."""

EnforcementChannel: TypeAlias = Literal["paper", "file"]
"""How an application is filed: on paper that a person signs and posts, or by file."""


NoticeKind: TypeAlias = Literal["withdrawal", "reduction"]
"""Notices to the authority after a payment or a crediting: nothing remains, or how much."""


@dataclass(frozen=True, slots=True)
class EnforcementStatusRecord:
    """A status of an application. `is_out` holds while the authority has it."""

    code: EnforcementStatus
    tone: Tone = ""
    is_out: bool = False
    is_over: bool = False


ENFORCEMENT_STATUSES: Mapping[EnforcementStatus, EnforcementStatusRecord] = by_code(
    EnforcementStatus,
    (
        EnforcementStatusRecord("prepared", "info"),
        EnforcementStatusRecord("to_sign", "warn"),
        EnforcementStatusRecord("sent", "info", is_out=True),
        EnforcementStatusRecord("received", "info", is_out=True),
        EnforcementStatusRecord("served", "info", is_out=True),
        EnforcementStatusRecord("contested", "bad", is_out=True),
        EnforcementStatusRecord("order", "good", is_out=True),
        EnforcementStatusRecord("execution", "good", is_out=True),
        EnforcementStatusRecord("withdrawn", is_over=True),
        EnforcementStatusRecord("dismissed", "bad", is_over=True),
        EnforcementStatusRecord("ended", is_over=True),
    ),
)

UNSENT: tuple[EnforcementStatus, ...] = ("prepared", "to_sign")
"""Before the authority has the application."""
assert {*UNSENT} == {one.code for one in ENFORCEMENT_STATUSES.values() if not one.is_out and not one.is_over}

OUT: tuple[EnforcementStatus, ...] = tuple(one.code for one in ENFORCEMENT_STATUSES.values() if one.is_out)
"""While the authority has the application."""

ENFORCEMENT_CHANNELS: tuple[EnforcementChannel, ...] = get_args(EnforcementChannel)
