"""What a step puts on the debtor. How much of it can be charged, under the caps and beside other fees, is fees.py."""

import datetime as dt
from collections.abc import Sequence
from typing import Literal, TypeAlias

from fordran.domain.articles import FeeArticle
from fordran.domain.flow.case_settings import Settings
from fordran.domain.flow.next_step import CaseSituation, Step
from fordran.domain.law.fees import LAW, Law

ArticleAmount: TypeAlias = tuple[FeeArticle, int]
Charging: TypeAlias = Step | Literal["amortization_plan"]


def fees_of(
    step: Charging, case: CaseSituation, settings: Settings, day: dt.date, law: Law = LAW
) -> list[ArticleAmount]:
    """The fees of a step that is taken on a day, or of making an instalment plan (`amortization_plan`), as (article, öre).

    An article that is on the case already, ours or claimed by the creditor before, is not charged again; notices of
    instalments are each their own.
    """
    return [
        (article, amount)
        for article, amount in _wanted(step, case, settings, law.row("enforcement_application", day).most)
        if amount > 0 and (article not in case.fees or article == "amortization_advice")
    ]


def _wanted(step: Charging, case: CaseSituation, settings: Settings, authority_fee: int) -> list[ArticleAmount]:
    match step:
        case "reminder":
            # Lag (1981:739) 2 §: only where it was agreed no later than when the debt arose.
            fee = settings.reminder_fee if settings.reminder_fee_agreed else 0
            return [*_late_payment(case, settings), ("reminder", fee)]
        case "debt_collection":
            return [*_late_payment(case, settings), ("debt_collection", settings.debt_collection_fee)]
        case "enforcement":
            # Förordning (1992:1094) 1 § for the application, lag (1990:746) 48 § for the work on it.
            application = min(settings.enforcement_fee, authority_fee)
            return [("enforcement", application), ("enforcement", settings.enforcement_fee - application)]
        case "amortization_plan":
            return [("amortization_setup", settings.amortization_setup_fee)]
        case "amortization_notice":
            return [("amortization_advice", settings.amortization_advice_fee)]
    return []


def _late_payment(case: CaseSituation, settings: Settings) -> list[ArticleAmount]:
    """Lag (1981:739) 4 a §: a business owes it for paying late, with the first letter and once a claim."""
    return [("late_payment_fee", settings.late_payment_fee)] if case.is_business else []


SHARED: frozenset[FeeArticle] = frozenset({"reminder", "debt_collection", "enforcement"})
"""Fees for writing once: lag (1981:739) 2 och 3 §§ for a letter, lag (1990:746) 48 § for an application.

The late-payment fee and the fee for a plan are for each claim: lag (1981:739) 4 a § och 3 § 2.
"""


def shared_fees(claims: Sequence[Sequence[ArticleAmount]]) -> list[list[ArticleAmount]]:
    """The fees of claims that go in one letter, those that were due first first: each shared fee on the first that has it.

    >>> shared_fees([[("late_payment_fee", 450_00), ("reminder", 60_00)], [("late_payment_fee", 450_00), ("reminder", 60_00)]])
    [[('late_payment_fee', 45000), ('reminder', 6000)], [('late_payment_fee', 45000)]]
    """
    charged: set[FeeArticle] = set()
    found = []
    for fees in claims:
        own = [(article, amount) for article, amount in fees if article not in charged]
        charged |= SHARED & {article for article, _ in own}
        found.append(own)
    return found
