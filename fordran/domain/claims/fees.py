"""Which of a case's fees can be charged, and how much of each: the caps, and the business customers' 450 kr.

Each fee is judged by the fees before it alone, so what was right to charge on its day stays so when others follow,
and the answer depends on the set of fees, not on the order in which they came to us. See docs/rules/fees.md.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from fordran.domain.claims.facts import Fee, in_order
from fordran.domain.kinds.articles import ARTICLES, LawArticle
from fordran.domain.law.fees import ABSORPTION_LAW
from fordran.domain.law.law import LAW, Law


@dataclass(frozen=True, slots=True)
class ChargedFee:
    """A fee and what of it the debtor owes, perhaps nothing; `law` is what allows it or takes it away."""

    fee: Fee
    amount: int
    law: str


def chargeable(
    fees: Iterable[Fee], *, is_business: bool, may_agree_reminder_fee: bool = True, law: Law = LAW
) -> list[ChargedFee]:
    """The fees in order of date, each with what can be charged of it.

    A fee that the creditor had claimed already counts towards the claim's cap, so it is not charged twice. Business
    customers owe the late-payment fee or the sum of the fees that it absorbs, whichever is more. Nobody owes a reminder
    fee for a kind of claim that no agreement is behind.
    """
    used: dict[str, int] = defaultdict(int)
    absorbed_sum = late_payment_fee = 0
    charged = []
    for fee in in_order(fees):
        allowed, basis = _within_cap(fee, used[fee.article], law)
        if ARTICLES[fee.article].agreed_by and not may_agree_reminder_fee:
            allowed = 0
        used[fee.article] += allowed
        owed_before = max(late_payment_fee, absorbed_sum)
        if fee.article == "late_payment_fee":
            # Lag (1981:739) 4 a §: only between businesses, or against a public body.
            late_payment_fee += allowed if is_business else 0
            amount = max(late_payment_fee, absorbed_sum) - owed_before
        elif ARTICLES[fee.article].in_late_payment_fee:
            absorbed_sum += allowed
            amount = max(late_payment_fee, absorbed_sum) - owed_before
            basis = ABSORPTION_LAW if amount < allowed else basis
        else:
            amount = allowed
        charged.append(ChargedFee(fee, amount, basis))
    return charged


CLAIMED_COST_CAPS: tuple[LawArticle, ...] = ("reminder", "debt_collection", "amortization_setup")
"""The fees that a creditor may have claimed together as `cost`."""


def most_claimed_cost(day: date) -> int:
    """The most that a creditor can have claimed under `cost` by a day: lag (1981:739) 2–4 §§.

    >>> most_claimed_cost(date(2026, 9, 7))
    41000
    """
    return sum(LAW.row(article, day).most for article in CLAIMED_COST_CAPS)


def _within_cap(fee: Fee, used: int, law: Law) -> tuple[int, str]:
    """The part of a fee within the law's cap after earlier charges of its article, and the law."""
    cap = law.cap_on(fee.article, fee.date)
    if cap is None:
        return fee.amount, "avtal"
    left = cap.most - used if cap.each == "claim" else cap.most
    return max(0, min(fee.amount, left)), cap.law
