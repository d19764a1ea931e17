"""Refunds by Swish: the states of a refund at Swish, and what each error code means. The rules are in docs/swish.md.

A refund goes back to whom the payment came from, and to nobody else. It has failed only where Swish says that nothing was paid.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, TypeAlias

SwishRefundState: TypeAlias = Literal[
    "open",  # it is to be sent to Swish, or Swish has yet to pay it
    "paid",  # Swish says that it is paid
    "unknown",  # whether it is paid is not known
    "failed",  # it ended by an error, and nothing was paid
]

LIVE: tuple[SwishRefundState, ...] = ("open", "unknown")
"""Of refunds that may be paid yet: nothing else happens to their money."""
BY_SWISH = "swish"
"""The kind of place that a refund by Swish goes to."""
UNKNOWN_AFTER = timedelta(minutes=10)
"""When a refund about which Swish has not answered counts as unknown."""
SENT_WITHIN = timedelta(days=7)
"""How long a refund is sent again that Swish does not have."""
BANK_DAYS = 5
"""Banking days after which a person finds out what became of one that is unknown."""


@dataclass(frozen=True, slots=True)
class SwishRefundError:
    """An error code of a refund: the state that follows."""

    code: str
    state: SwishRefundState


_ERRORS = (
    SwishRefundError("FF08", "failed"),
    SwishRefundError("RP01", "failed"),
    SwishRefundError("RP02", "failed"),
    SwishRefundError("RP03", "failed"),
    SwishRefundError("PA01", "failed"),
    SwishRefundError("PA02", "failed"),
    SwishRefundError("AM02", "failed"),
    SwishRefundError("AM03", "failed"),
    # There is too little on the account.
    SwishRefundError("AM04", "failed"),
    SwishRefundError("AM06", "failed"),
    SwishRefundError("ACMT01", "failed"),
    SwishRefundError("ACMT07", "failed"),
    # The payment is not found, or older than 13 months.
    SwishRefundError("RF02", "failed"),
    SwishRefundError("RF03", "failed"),
    SwishRefundError("RF04", "failed"),
    SwishRefundError("RF06", "failed"),
    SwishRefundError("RF07", "failed"),
    SwishRefundError("RF08", "failed"),
    # Another refund of the payment is under way: this one was not begun, and is sent again.
    SwishRefundError("RF09", "open"),
    SwishRefundError("FF10", "failed"),
    # The bank did not answer in time: it may have paid.
    SwishRefundError("DS24", "unknown"),
)
ERRORS: Mapping[str, SwishRefundError] = {error.code: error for error in _ERRORS}


@dataclass(frozen=True, slots=True)
class SwishRefundAnswer:
    """An answer of Swish about a refund."""

    state: SwishRefundState
    error: str | None = None
    is_taken: bool = True
    """Whether Swish has it: else it is sent, by the same id."""


NOT_TAKEN = SwishRefundAnswer("open", is_taken=False)


@dataclass(frozen=True, slots=True)
class SwishRefundRequest:
    """A refund to ask for. The amount is in öre."""

    id: str
    amount: int
    original_reference: str
    """Swish's reference of the payment."""
    reference: str
    callback_url: str
    callback_identifier: str


def state_of(status: str, code: str | None) -> SwishRefundState:
    """The state of a refund that Swish shows with a status and an error code.

    >>> state_of("PAID", None), state_of("DEBITED", None), state_of("ERROR", "DS24"), state_of("ERROR", "AM04")
    ('paid', 'open', 'unknown', 'failed')
    >>> state_of("ERROR", "NEW1"), state_of("SOMETHING", None)
    ('unknown', 'unknown')
    """
    if status == "PAID":
        return "paid"
    if status in ("CREATED", "VALIDATED", "DEBITED", "INITIATED"):
        return "open"
    if status == "ERROR" and code is not None and code in ERRORS and ERRORS[code].state == "failed":
        return "failed"
    # What nobody has described is no proof that nothing was paid.
    return "unknown"
