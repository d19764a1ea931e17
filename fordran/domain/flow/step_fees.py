"""The fees of a step, from the records of its letter and articles. Caps and absorption are in claims/fees.py."""

import datetime as dt
from collections.abc import Sequence
from typing import Literal, TypeAlias

from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.next_step import CaseSituation
from fordran.domain.kinds.articles import ARTICLES, FEE_SETTINGS, FeeArticle
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.kinds.steps import STEPS, Step
from fordran.domain.law.law import LAW, Law

ArticleAmount: TypeAlias = tuple[FeeArticle, int]
Charging: TypeAlias = Step | Literal["amortization_plan"]


def fees_of(
    step: Charging, case: CaseSituation, settings: FlowSettings, day: dt.date, law: Law = LAW
) -> list[ArticleAmount]:
    """The fees of a step that is taken on a day, or of making an instalment plan (`amortization_plan`), as (article, öre).

    An article that is on the case already, ours or claimed by the creditor before, is not charged again, unless it is
    charged on each occasion.
    """
    if case.awaits_inventory:
        return []  # Ärvdabalken 21 kap. 1 §; flow/addressees.py
    kind = "amortization_plan" if step == "amortization_plan" else STEPS[step].letter
    found: list[ArticleAmount] = []
    for code in LETTER_KINDS[kind].fees if kind else ():
        article = ARTICLES[code]
        is_owed = _bears_late_payment_fee(case, day) if article.business_only else True
        is_agreed = case.may_bear_reminder_fee and getattr(settings, article.agreed_by) if article.agreed_by else True
        if is_owed and is_agreed and (code not in case.fees or article.each_occasion):
            found += [(code, part) for part in _parts(code, settings.fees[code], day, law) if part > 0]
    return found


def _bears_late_payment_fee(case: CaseSituation, day: dt.date) -> bool:
    """Lag (1981:739) 4 a §: a business owes the fee from the first day with interest."""
    return case.is_business and case.late_payment_fee_from is not None and day >= case.late_payment_fee_from


def _parts(article: FeeArticle, amount: int, day: dt.date, law: Law) -> list[int]:
    """The amount, divided among the rows of the law that cap it: förordning (1992:1094) 1 § and lag (1990:746) 48 §."""
    parts = []
    *first, _ = ARTICLES[article].caps or ("",)
    for cap in first:
        parts.append(min(amount, law.row(cap, day).most))
        amount -= parts[-1]
    return [*parts, amount]


ONCE_A_LETTER: frozenset[FeeArticle] = frozenset(code for code in FEE_SETTINGS if ARTICLES[code].once_a_letter)
"""The late-payment fee and the fee for a plan are for each claim: lag (1981:739) 4 a § och 3 § 2."""


def shared_fees(claims: Sequence[Sequence[ArticleAmount]]) -> list[list[ArticleAmount]]:
    """The fees of claims that go in one letter, those that were due first first: each shared fee on the first that has it.

    >>> shared_fees([[("late_payment_fee", 450_00), ("reminder", 60_00)], [("late_payment_fee", 450_00), ("reminder", 60_00)]])
    [[('late_payment_fee', 45000), ('reminder', 6000)], [('late_payment_fee', 45000)]]
    """
    charged: set[FeeArticle] = set()
    found = []
    for fees in claims:
        own = [(article, amount) for article, amount in fees if article not in charged]
        charged |= ONCE_A_LETTER & {article for article, _ in own}
        found.append(own)
    return found
