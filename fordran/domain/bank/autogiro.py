"""Bankgirot's Autogiro: what each code of its reports means for a mandate or a payment.

The codes are Bankgirot's, and each list is closed. A code that is in no list changes nothing: a person looks at it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from fordran.domain.days import banking_days_before

AutogiroMandateState: TypeAlias = Literal[
    "new",  # yet to be sent to Bankgirot
    "sent",  # sent, and not answered
    "active",  # entered at Bankgirot
    "refused",  # Bankgirot or the bank refused it
    "ending",  # its end is yet to be sent
    "end_sent",  # its end is sent, and not answered
    "ended",  # gone
]
AutogiroDebitState: TypeAlias = Literal[
    "planned",  # announced to the payer, and yet to be sent to Bankgirot
    "sent",  # in a file to Bankgirot, and not answered
    "cancelling",  # its cancellation is yet to be sent
    "cancel_sent",  # its cancellation is in a file to Bankgirot, and not answered
    "paid",  # the money is in a deposit
    "unpaid",  # it ended without money
    "refunded",  # the payer's bank took the money back
    "withdrawn",  # it ended before it was drawn
]
MandateEffect: TypeAlias = Literal[
    "active",  # debits may be sent
    "refused",  # the mandate was never entered
    "ended",  # the mandate is gone
    "unchanged",  # nothing is known to have changed: a person looks
]

DebitEffect: TypeAlias = Literal[
    "paid",  # the money is in the deposit
    "unpaid",  # the debit ended without money
    "again",  # the bank tries once more
    "cancelled",  # the debit was withdrawn
    "moved",  # the debit has another day
    "refunded",  # the payer's bank took the money back
    "unchanged",  # the order to cancel or move was refused
]

LONGEST_PAYER_NUMBER = 16
LEAST_BANKING_DAYS = 2
MOST_BANKING_DAYS = 10
"""A debit is sent at least and at most so many banking days before its day."""
CANCEL_BANKING_DAYS = 1
"""A cancellation is sent at least so many banking days before the debit's day."""
ANNOUNCED_BANKING_DAYS = 8
"""The payer learns a debit's amount and day at least so many banking days before it."""
WAITED_BANKING_DAYS = 5
"""A case waits so many banking days, from a debit's day on, for what became of it."""


@dataclass(frozen=True, slots=True)
class MandateCode:
    """A comment on a mandate: its code, what it says, and what becomes of the mandate."""

    code: str
    reason: str
    effect: MandateEffect


@dataclass(frozen=True, slots=True)
class DebitCode:
    """A code of a debit: what it says, and what becomes of the debit."""

    code: str
    reason: str
    effect: DebitEffect


_Code = TypeVar("_Code", MandateCode, DebitCode)


def _by_code(records: Iterable[_Code]) -> Mapping[str, _Code]:
    return MappingProxyType({record.code: record for record in records})


INFORMATION: Mapping[str, str] = MappingProxyType(
    {
        "03": "cancelled_by_payee",
        "04": "entered_by_payee",
        "05": "payer_number_changed",
        "10": "payee_bankgiro_closed",
        "42": "answered_by_bank",
        "43": "bank_did_not_answer",
        "44": "payer_bankgiro_closed",
        "46": "cancelled_by_payer_or_bank",
    }
)
"""Why a mandate is reported: the code of the information."""
CANCELLED_BY_PAYEE = "03"

MANDATE_COMMENTS = _by_code(
    (
        MandateCode("02", "ended_by_payer_or_bank", "ended"),
        MandateCode("03", "account_type_not_allowed", "refused"),
        # No such mandate in the register: there is none to end, and none to debit by.
        MandateCode("04", "no_mandate", "ended"),
        MandateCode("05", "account_or_id_wrong", "refused"),
        MandateCode("07", "ended_without_answer", "ended"),
        MandateCode("09", "no_such_payer_bankgiro", "refused"),
        MandateCode("10", "already_there", "active"),
        MandateCode("20", "id_number_wrong", "refused"),
        MandateCode("21", "payer_number_wrong", "refused"),
        MandateCode("23", "account_wrong", "refused"),
        MandateCode("29", "payee_wrong", "refused"),
        MandateCode("30", "payee_closed", "ended"),
        MandateCode("32", "new", "active"),
        MandateCode("33", "ended", "ended"),
        MandateCode("98", "ended_with_payee", "ended"),
    )
)

PAYMENT_STATUSES = _by_code(
    (
        DebitCode("0", "paid", "paid"),
        DebitCode("1", "no_funds", "unpaid"),
        DebitCode("2", "account_closed", "unpaid"),
        DebitCode("9", "tried_again", "again"),
    )
)

REFUND_REASONS = _by_code(
    (
        DebitCode("01", "no_mandate", "refunded"),
        DebitCode("02", "mandate_revoked", "refunded"),
        DebitCode("03", "unexpected_amount", "refunded"),
    )
)

REJECTIONS = _by_code(
    (
        DebitCode("01", "no_mandate", "unpaid"),
        DebitCode("02", "account_closed", "unpaid"),
        DebitCode("03", "mandate_stopped", "unpaid"),
        DebitCode("04", "payer_number_wrong", "unpaid"),
        DebitCode("05", "payee_wrong", "unpaid"),
        DebitCode("06", "period_wrong", "unpaid"),
        DebitCode("07", "repeats_wrong", "unpaid"),
        DebitCode("08", "amount_wrong", "unpaid"),
        DebitCode("09", "payouts_forbidden", "unpaid"),
        DebitCode("10", "no_such_bankgiro", "unpaid"),
        DebitCode("12", "date_wrong", "unpaid"),
        DebitCode("13", "date_past", "unpaid"),
        DebitCode("15", "bankgiro_not_the_opening", "unpaid"),
        DebitCode("24", "over_limit", "unpaid"),
    )
)

CANCELLATIONS = _by_code(
    (
        DebitCode("01", "field_wrong", "unchanged"),
        DebitCode("02", "field_wrong", "unchanged"),
        DebitCode("04", "field_wrong", "unchanged"),
        DebitCode("05", "field_wrong", "unchanged"),
        DebitCode("06", "field_wrong", "unchanged"),
        DebitCode("10", "field_wrong", "unchanged"),
        DebitCode("11", "field_wrong", "unchanged"),
        DebitCode("12", "cancelled", "cancelled"),
        DebitCode("13", "not_found", "unchanged"),
        DebitCode("14", "moved", "moved"),
        DebitCode("15", "recurring_not_moved", "unchanged"),
        DebitCode("18", "moved", "moved"),
    )
)


def mandate_effect(information: str, comment: str) -> MandateEffect:
    """The effect of an advice on a mandate. An error in our own cancellation leaves the mandate as it is.

    >>> mandate_effect("04", "32"), mandate_effect("04", "23"), mandate_effect("03", "23"), mandate_effect("04", "77")
    ('active', 'refused', 'unchanged', 'unchanged')
    """
    known = MANDATE_COMMENTS.get(comment)
    if known is None or information not in INFORMATION:
        return "unchanged"
    if information == CANCELLED_BY_PAYEE and known.effect == "refused":
        return "unchanged"
    return known.effect


def mandate_after(state: AutogiroMandateState, effect: MandateEffect) -> AutogiroMandateState:
    """The state of a mandate after an advice. One that we end stays so until it is gone, and one that is gone stays gone.

    >>> mandate_after("sent", "active"), mandate_after("end_sent", "active"), mandate_after("ended", "active")
    ('active', 'end_sent', 'ended')
    """
    if effect == "unchanged" or state in ("refused", "ended"):
        return state
    if effect == "active":
        return "active" if state in ("new", "sent", "active") else state
    if effect == "refused":
        return "refused" if state in ("new", "sent") else "ended"
    return "ended"


def debit_after(state: AutogiroDebitState, effect: DebitEffect) -> AutogiroDebitState:
    """The state of a debit after what Bankgirot says of it. Money that came, and went back, outlasts any other answer.

    >>> debit_after("sent", "unpaid"), debit_after("cancel_sent", "unchanged"), debit_after("refunded", "paid")
    ('unpaid', 'sent', 'refunded')
    """
    if effect == "refunded" or state == "refunded":
        return "refunded"
    if effect == "paid" or state == "paid":
        return "paid"
    after: dict[DebitEffect, AutogiroDebitState] = {"unpaid": "unpaid", "again": "sent", "cancelled": "withdrawn"}
    return after.get(effect, "sent" if state == "cancel_sent" else state)


def payer_number_of(mandate: str) -> str:
    """The payer number of a mandate, of at most 16 digits, by which Bankgirot knows it: it follows from its id.

    >>> payer_number_of("6a30f4c0000000000000012b")
    '761830878740779'
    """
    return str(int(mandate, 16) % 10**LONGEST_PAYER_NUMBER)


def debit_reference_of(debit: str) -> str:
    """The reference by which Bankgirot names a debit, of 16 letters: it follows from its id.

    >>> debit_reference_of("6a30f4c0000000000000012b")
    '000000000000012B'
    """
    return debit[-LONGEST_PAYER_NUMBER:].upper()


def may_be_sent(today: date, due: date) -> bool:
    """Whether a debit for a banking day may be sent today.

    >>> [may_be_sent(date(2026, 11, day), date(2026, 11, 30)) for day in (13, 16, 26, 27)]
    [False, True, True, False]
    """
    return banking_days_before(due, MOST_BANKING_DAYS) <= today <= banking_days_before(due, LEAST_BANKING_DAYS)
