"""Kinds of claims, and where a claim's due date comes from. A kind decides which costs the law allows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.records import by_code

ClaimKind: TypeAlias = Literal[
    "goods_or_services", "loan", "rent", "control_fee", "damages", "membership", "statutory_fee"
]
DueDateBasis: TypeAlias = Literal["agreed_date", "agreed_days", "invoice_only"]
"""Räntelag (1975:635) 3 och 4 §§: a date that was agreed on, a time from the invoice that was, or the invoice's date alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimKindRecord:
    """A kind of claim and what the law says of it."""

    code: ClaimKind
    may_agree_reminder_fee: bool = True
    """Lag (1981:739) 2 § asks for an agreement, and there is none behind damages, control fees and fees by statute."""
    bears_late_payment_fee: bool = False
    """Lag (1981:739) 4 a §: a claim for goods or services, the use of premises among them (EU court, C-199/19)."""
    is_reminded_first: bool = False
    """Lag (1984:318) 8 §: a reminder comes before a demand."""
    paid_when_ordered: bool = False
    """Jordabalken 12 kap. 20 § tredje stycket: paid on the day on which the bank received the order."""


CLAIM_KINDS: Mapping[ClaimKind, ClaimKindRecord] = by_code(
    ClaimKind,
    (
        ClaimKindRecord(code="goods_or_services", bears_late_payment_fee=True),
        ClaimKindRecord(code="loan"),
        ClaimKindRecord(code="rent", bears_late_payment_fee=True, paid_when_ordered=True),
        ClaimKindRecord(code="control_fee", may_agree_reminder_fee=False, is_reminded_first=True),
        ClaimKindRecord(code="damages", may_agree_reminder_fee=False),
        ClaimKindRecord(code="membership"),
        ClaimKindRecord(code="statutory_fee", may_agree_reminder_fee=False),
    ),
)

DUE_DATE_BASES: tuple[DueDateBasis, ...] = get_args(DueDateBasis)
