"""What a debtor can be charged at most, with the section that says so.

The caps of lag (1981:739) om ersättning för inkassokostnader m.m. have been the same since 16 March 2013
(SFS 2013:56). The rows of enforcement, attachment and instalment advice carry the same day only for want of their
own, which is not established. An article that is not listed rests on the parties' own agreement and has no cap here,
such as an invoice fee.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from fordran.domain.articles import Article, FeeArticle


@dataclass(frozen=True, slots=True)
class FeeCap:
    """The most that an article may cost from a day, once a claim or at each occasion, and the law that says so."""

    article: FeeArticle
    begins: date
    most: int
    each: Literal["claim", "occasion"]
    law: str


_2013 = date(2013, 3, 16)

FEE_CAPS: tuple[FeeCap, ...] = (
    FeeCap("reminder", _2013, 60_00, "claim", "lag (1981:739) 2 och 4 §§"),
    FeeCap("debt_collection", _2013, 180_00, "claim", "lag (1981:739) 3 § 1 och 4 §"),
    FeeCap("amortization_setup", _2013, 170_00, "claim", "lag (1981:739) 3 § 2 och 4 §"),
    FeeCap("amortization_advice", _2013, 60_00, "occasion", "avtal om amorteringsplan"),
    FeeCap("amortization_reminder", _2013, 60_00, "occasion", "lag (1981:739) 2 och 4 §§"),
    FeeCap("late_payment_fee", _2013, 450_00, "claim", "lag (1981:739) 4 a §"),
    # The application fee is 300 kr, the applicant's own work or agent at most 380 kr.
    FeeCap("enforcement", _2013, 300_00 + 380_00, "claim", "förordning (1992:1094) 1 §, lag (1990:746) 48 §"),
    FeeCap("attachment", _2013, 600_00, "occasion", "förordning (1992:1094) 5–6 §§"),
)

ENFORCEMENT_APPLICATION_FEE = 300_00
ENFORCEMENT_WORK_FEE = 380_00

ENFORCEMENT_ARTICLES: frozenset[Article] = frozenset({"enforcement", "attachment"})
"""Costs of the authority and of applying to it; they are covered before other costs."""

ABSORBED_BY_LATE_PAYMENT_FEE: frozenset[FeeArticle] = frozenset(
    {"reminder", "debt_collection", "amortization_setup", "amortization_reminder"}
)
"""Lag (1981:739) 5 § andra stycket: these are owed only as far as their sum exceeds the late-payment fee."""

ABSORPTION_LAW = "lag (1981:739) 5 § andra stycket"


def cap_on(article: Article, day: date) -> FeeCap | None:
    """The cap in force on a day; before the first row the first one stands in. None where the law sets no cap.

    >>> cap_on("reminder", date(2026, 9, 7)).most, cap_on("invoice_fee", date(2026, 9, 7))
    (6000, None)
    """
    rows = sorted((row for row in FEE_CAPS if row.article == article), key=lambda row: row.begins)
    in_force = [row for row in rows if row.begins <= day] or rows[:1]
    return in_force[-1] if rows else None
