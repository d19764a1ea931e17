"""Payments by Swish: the states of a payment request, what each error code means, and when it is asked about again.

A payment by Swish is never booked: the bank's file books the money. Until then it is on its way. docs/swish.md has the rules.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

SwishState: TypeAlias = Literal[
    "open",  # the payer has yet to confirm it
    "paid",  # Swish says that it is paid, and the bank's file has yet to
    "unknown",  # whether it is paid is not known
    "declined",  # the payer declined
    "cancelled",  # it was cancelled
    "failed",  # it ended by an error, and nothing was paid
    "arrived",  # the bank's file has booked the money
    "missing",  # the bank's file never had the money: a person finds out
]

ON_THEIR_WAY: tuple[SwishState, ...] = ("paid", "unknown")
"""Of payments that count as on their way: the case's next step waits for them."""
ASKED_ABOUT: tuple[SwishState, ...] = ("open", "unknown")
"""Of payments that Swish is asked about."""

BANK_DAYS = 5
"""Banking days that a payment on its way has to reach the bank's file."""
UNKNOWN_AFTER = timedelta(minutes=10)
"""When a request without an answer from Swish counts as unknown: Swish ends an open one itself after about 5 minutes."""
FIRST_ASKED_AFTER = timedelta(seconds=15)
"""A new request may still be on its way to Swish for so long."""
LONGEST_PAUSE = timedelta(hours=1)
MOST_MESSAGE = 50
LEAST_AMOUNT = 100
"""A payment from the debtor's page, in öre."""

DebtorText: TypeAlias = Literal[
    "away", "number", "not_enrolled", "open_already", "amount", "declined", "cancelled", "bankid", "time", "ours"
]
"""The explanation for the debtor: a text `my.swish.error.…`."""


@dataclass(frozen=True, slots=True)
class SwishError:
    """An error code of a payment request: the state that it ends in, and what the debtor reads."""

    code: str
    state: SwishState
    text: DebtorText
    is_ours: bool = False
    """Whether the settings or the service are wrong, which the operator has to see to."""


_ERRORS = (
    SwishError("RP01", "failed", "ours", is_ours=True),
    SwishError("RP02", "failed", "ours", is_ours=True),
    SwishError("RP03", "failed", "ours", is_ours=True),
    SwishError("RP06", "failed", "open_already"),
    SwishError("FF08", "failed", "ours", is_ours=True),
    SwishError("BE18", "failed", "number"),
    SwishError("PA02", "failed", "amount"),
    SwishError("AM02", "failed", "amount"),
    SwishError("AM03", "failed", "ours", is_ours=True),
    SwishError("AM06", "failed", "amount"),
    SwishError("ACMT01", "failed", "ours", is_ours=True),
    SwishError("ACMT03", "failed", "not_enrolled"),
    SwishError("ACMT07", "failed", "ours", is_ours=True),
    SwishError("RF07", "declined", "declined"),
    SwishError("BANKIDCL", "cancelled", "cancelled"),
    SwishError("BANKIDONGOING", "failed", "bankid"),
    SwishError("BANKIDUNKN", "failed", "bankid"),
    SwishError("FF10", "failed", "away"),
    SwishError("TM01", "failed", "time"),
    # The bank did not answer in time: the payer may have paid.
    SwishError("DS24", "unknown", "away"),
    # What the service notes where Swish gave no code.
    SwishError("not_sent", "failed", "away"),
    SwishError("certificate", "failed", "ours", is_ours=True),
)
ERRORS: Mapping[str, SwishError] = {error.code: error for error in _ERRORS}
_OTHER = SwishError("other", "failed", "away")
_ENDED: Mapping[str, SwishState] = {"DECLINED": "declined", "CANCELLED": "cancelled", "ERROR": "failed"}


def error_of(code: str | None) -> SwishError:
    """The record of a code; one that is not documented is an error that ends the payment."""
    return ERRORS.get(code or "", _OTHER)


def state_of(status: str, code: str | None) -> SwishState:
    """The state of a payment request that Swish shows with a status and an error code.

    >>> state_of("ERROR", "DS24"), state_of("PAID", None), state_of("CREATED", None)
    ('unknown', 'paid', 'open')
    """
    if status == "PAID":
        return "paid"
    if status in _ENDED:
        if code is not None and code in ERRORS:
            return ERRORS[code].state
        return _ENDED[status]
    return "open" if status in ("CREATED", "VALIDATED", "PENDING") else "unknown"


def asked_again(created: datetime, now: datetime) -> datetime:
    """When Swish is asked again: a tenth of the request's age later, at least 2 seconds and at most an hour.

    >>> asked_again(datetime(2026, 11, 18, 10), datetime(2026, 11, 18, 10, 10)).isoformat()
    '2026-11-18T10:11:00'
    """
    return now + min(max((now - created) / 10, timedelta(seconds=2)), LONGEST_PAUSE)


def payer_alias(written: str) -> str | None:
    """A Swedish mobile number as Swish takes it, 46 and no zero; None where it is no such number.

    >>> payer_alias("070-123 45 67"), payer_alias("+46 70 123 45 67"), payer_alias("08-123")
    ('46701234567', '46701234567', None)
    """
    digits = re.sub(r"[\s()-]", "", written)
    found = re.fullmatch(r"(?:\+46|0046|46|0)(7[02369][0-9]{7})", digits)
    return f"46{found[1]}" if found else None


@dataclass(frozen=True, slots=True)
class SwishAnswer:
    """An answer of Swish about a payment request."""

    state: SwishState
    error: str | None = None
    payment_reference: str | None = None
    token: str | None = None


NOT_THERE = SwishAnswer("failed", "not_sent")
"""The answer for a request that never reached Swish."""


@dataclass(frozen=True, slots=True)
class SwishRequest:
    """A payment to ask for. Amounts in öre; without a number the payer opens the app by the answer's token."""

    id: str
    amount: int
    reference: str
    callback_url: str
    callback_identifier: str
    payer: str | None = None
