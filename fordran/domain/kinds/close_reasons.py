"""Close reasons: why a case is closed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone

DecidedReason: TypeAlias = Literal["written_off", "returned", "bankruptcy", "deceased", "debt_restructuring"]
"""Reasons for which a person may close a case by decision."""

CloseReason: TypeAlias = Literal["paid", "credited", "cancelled", DecidedReason, "time_barred", "wrong_person"]


@dataclass(frozen=True, slots=True)
class CloseReasonRecord:
    """A reason. `is_reversible` means that the case opens again if the payment, crediting or cancellation is taken back.

    `reopens_by_decision` means that a person may take the closing back.
    """

    code: CloseReason
    is_reversible: bool = False
    reopens_by_decision: bool = False
    tone: Tone = ""


CLOSE_REASONS: Mapping[CloseReason, CloseReasonRecord] = by_code(
    CloseReason,
    (
        CloseReasonRecord("paid", is_reversible=True, tone="good"),
        CloseReasonRecord("credited", is_reversible=True, tone="good"),
        CloseReasonRecord("cancelled", is_reversible=True, reopens_by_decision=True),
        CloseReasonRecord("written_off", reopens_by_decision=True),
        CloseReasonRecord("returned", reopens_by_decision=True),
        CloseReasonRecord("bankruptcy", reopens_by_decision=True),
        CloseReasonRecord("deceased", reopens_by_decision=True),
        CloseReasonRecord("debt_restructuring", reopens_by_decision=True),
        CloseReasonRecord("time_barred"),
        CloseReasonRecord("wrong_person"),
    ),
)
