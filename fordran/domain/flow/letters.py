"""Letters as the law sees them: what a letter says, and what the case is on the day it leaves.

The check of the one against the other is lawfulness.py.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from fordran.domain.flow.marks import Mark
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.house_rules import EVER
from fordran.domain.kinds.articles import Article
from fordran.domain.kinds.case_states import Hold
from fordran.domain.kinds.channels import Channel
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.law.law import LAW, Law

MOST_OF_A_SUBJECT = 120
"""As many characters a free letter's headline may have."""


@dataclass(frozen=True, slots=True)
class InterestShown:
    """A line of interest as a letter explains it: amount, rate, period and the capital that it is computed on."""

    amount: int
    rate_percent: Decimal | None
    from_date: dt.date | None
    to_date: dt.date | None
    base: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOnDay:
    """The case on the day the letter leaves."""

    remaining: int
    """The amount owed on that day, the letter's own fee included, in öre."""
    due_date: dt.date
    last_day: dt.date
    """The last day on which the claim is not time-barred."""
    is_closed: bool = False
    hold: Hold | None = None
    disputed: int = 0
    """The capital that the debtor objects to, where the case itself is not held."""
    marks: frozenset[Mark] = frozenset()
    is_business: bool = False
    is_parking: bool = False
    is_assigned: bool = False
    reminder_fee_agreed: bool = True
    late_payment_fee_from: dt.date | None = dt.date.min
    """The first day on which a business owes the late-payment fee; None if it never does."""
    reminder: SentLetter | None = None
    """The latest reminder, where one was sent, by us or by the creditor before."""
    demand: SentLetter | None = None
    """The latest collection demand, where one was sent."""
    missing_for_enforcement: tuple[str, ...] = ()
    lacks_control_fee: bool = False
    """Whether it is a control fee without the particulars of the parking."""
    lacks_forbearance: bool = False
    """Whether it is a consumer's credit, and forbearance was not offered."""
    channel: Channel | None = None
    """The channel by which the letter leaves; None of an application, and of a letter whose channel was not kept."""
    rules_day: dt.date = EVER
    """The day of the house rules that the case is judged by."""
    law: Law = LAW


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterFacts:
    """The facts of a letter or an application, and its case. Amounts in öre."""

    case: CaseOnDay
    kind: LetterKind
    sent: dt.date
    """The day on which it is about to leave."""
    creditor_name: str
    operator_name: str
    basis: str
    """The description of the claim, as the debtor reads it."""
    payment_instructions: str
    """Where and with which reference to pay."""
    capital: int
    interest: int
    costs: int
    total: int
    """All that is asked for; with an instalment, of which the letter asks a part, still what the case owes."""
    interest_lines: tuple[InterestShown, ...] = ()
    fees: tuple[tuple[Article, int], ...] = ()
    """The parts of the costs, as (article, charged amount), settled or not, the letter's own fee included."""
    charged_on: tuple[dt.date, ...] = ()
    """The day of each of them, by whose law it is judged; where they are left out, the day of the letter."""
    pay_by: dt.date | None = None
    refund: int = 0
    """The amount that we owe the payer."""
    left_out: int = 0
    """The capital that it leaves out, since the debtor objects to it."""
    says_assigned: bool = False
    """Whether it says that the claim has a new owner and whom to pay."""
