"""The particulars of a claim: what its registration states beside dates and amounts, and what follows for its costs.

They are stored with the case, so that no later rule changes what it owes. A case without them was registered before there
were any; it is judged by the rules of that time.
"""

import datetime as dt
from dataclasses import dataclass
from typing import NamedTuple

from fordran.domain.days import days_after
from fordran.domain.house_rules import EVER
from fordran.domain.kinds.claim_kinds import CLAIM_KINDS, ClaimKind, DueDateBasis
from fordran.domain.kinds.limitation_kinds import EarlierLetterKind, InterruptionKind, LimitationKind
from fordran.domain.law.deadlines import term_on


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlFee:
    """The parking that a control fee is for: lag (1984:318) 7 §, inkassolag (1974:182) 5 §."""

    place: str
    date: dt.date
    time: str
    plate: str
    breach: str
    notice_number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruption:
    """An earlier interruption of limitation, and its evidence: preskriptionslag (1981:130) 5 §."""

    date: dt.date
    kind: InterruptionKind
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierLetter:
    """A letter that asked for payment before the registration, and what it asked for in öre."""

    date: dt.date
    kind: EarlierLetterKind
    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """A judgment or an order on the claim before the registration, and what it awarded in öre."""

    number: str
    date: dt.date
    capital: int | None = None
    interest: int | None = None
    costs: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """The particulars of a claim."""

    rules_day: dt.date = EVER
    """The day of the house rules that the case is judged by (house_rules.py)."""
    claim_kind: ClaimKind = "goods_or_services"
    due_date_basis: DueDateBasis = "agreed_date"
    left: dt.date | None = None
    """The day on which the invoice left."""
    sent_by_us: bool = False
    """Whether the invoice leaves by us; one that leaves late is due later by as much."""
    interest_notice: bool = True
    """Whether a consumer's invoice states that late payment bears interest: räntelag (1975:635) 4 §."""
    creditor_is_public: bool = False
    """Whether the creditor is a public authority, which has no right to the late-payment fee (EU court, C-327/20)."""
    consumer_credit: bool = False
    forbearance_offered: dt.date | None = None
    """The day on which a consumer was offered forbearance: a new demand of the law on consumer credit."""
    reminded_on: dt.date | None = None
    """The day on which the creditor reminded of a control fee."""
    control_fee: ControlFee | None = None
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; None of a case that was registered before there were any, which keeps its rule."""
    arose_on: dt.date | None = None
    """The day on which the debt arose, where it is not the invoice date."""
    moved_out: dt.date | None = None
    """The day on which a tenant moved out."""
    interruptions: tuple[Interruption, ...] = ()
    """Interruptions of limitation before the registration."""
    earlier_letters: tuple[EarlierLetter, ...] = ()
    """Letters about the claim before the registration."""
    old_payment_reference: str | None = None
    """The digits that letters before the registration asked to pay with."""
    previous_case_number: str | None = None
    """The number of the case at the collector before."""
    judgment: Judgment | None = None
    """The judgment or order on the claim before the registration; it interrupted limitation."""

    @property
    def has_rules(self) -> bool:
        """Whether the case was registered under these rules, and not before."""
        return self.rules_day > EVER

    @property
    def lacks_control_fee(self) -> bool:
        """Whether it is a control fee whose parking is not described."""
        return self.has_rules and self.claim_kind == "control_fee" and self.control_fee is None

    @property
    def may_agree_reminder_fee(self) -> bool:
        """Whether an agreement on a reminder fee can be behind the claim: lag (1981:739) 2 §."""
        return not self.has_rules or CLAIM_KINDS[self.claim_kind].may_agree_reminder_fee

    @property
    def bears_late_payment_fee(self) -> bool:
        """Whether a business owes the late-payment fee for the claim: lag (1981:739) 4 a §."""
        return not self.has_rules or (
            CLAIM_KINDS[self.claim_kind].bears_late_payment_fee and not self.creditor_is_public
        )


NO_PARTICULARS = Particulars()
"""Of a case that was registered before there were any."""


def last_day_without_interest(basis: DueDateBasis, due: dt.date, left: dt.date, term: int) -> dt.date:
    """The last day on which a late claim bears no interest: räntelag (1975:635) 3 och 4 §§.

    A date that was agreed on in advance is enough by itself. A time that was agreed on runs from the day on which the
    invoice left. Where neither was, interest runs from the thirtieth day after it left.

    >>> last_day_without_interest("invoice_only", dt.date(2026, 9, 11), dt.date(2026, 9, 1), 10)
    datetime.date(2026, 9, 30)
    """
    match basis:
        case "agreed_date":
            return due
        case "agreed_days":
            return max(due, days_after(left, term))
        case "invoice_only":
            return max(due, days_after(left, term_on("interest_without_agreed_due_date_days", left) - 1))


def due_when_left(due: dt.date, left: dt.date, term: int) -> dt.date:
    """The day to pay by of an invoice that leaves on a day: a late one gives its whole time from then on.

    >>> due_when_left(dt.date(2026, 9, 11), dt.date(2026, 9, 20), 10)
    datetime.date(2026, 9, 30)
    """
    return max(due, days_after(left, term))


class ClaimDays(NamedTuple):
    """The days of a claim, counted from the invoice date: to the due date, and to the last day without interest."""

    due: int
    without_interest: int


def claim_days(of: Particulars, invoiced: dt.date, term: int, stated: int | None = None) -> ClaimDays:
    """The days of a claim whose invoice gave a term. Interest begins on the lawful day, or later where that is stated."""
    if not of.has_rules or of.left is None:
        return ClaimDays(term, term if stated is None else stated)
    due = days_after(invoiced, term)
    if of.sent_by_us:
        due = due_when_left(due, of.left, term)
    last = last_day_without_interest(of.due_date_basis, due, of.left, term)
    return ClaimDays((due - invoiced).days, max((last - invoiced).days, stated or 0))
