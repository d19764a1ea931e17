"""Amounts of the law: what a debtor can be charged at most, from which day, and the section that says so.

The caps of lag (1981:739) om ersättning för inkassokostnader m.m. have been the same since 16 March 2013
(SFS 2013:56). The rows of enforcement, attachment and instalment advice carry the same day only for want of their
own, which is not established. An article that is not listed rests on the parties' own agreement and has no cap here,
such as an invoice fee.

A row holds from its first day until the next one of its article begins. `Law` (law.py) is these rows and those that an
operator added.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from fordran.domain.kinds.articles import LawArticle

Each: TypeAlias = Literal["claim", "occasion"]


@dataclass(frozen=True, slots=True)
class FeeRow:
    """The most that an article may cost from a day, once a claim or at each occasion, and the law that says so."""

    article: LawArticle
    begins: date
    most: int
    each: Each
    law: str


@dataclass(frozen=True, slots=True)
class FeeCap:
    """The most that a fee may be on a day, and the law that says so."""

    most: int
    each: Each
    law: str


_2013 = date(2013, 3, 16)

FEE_ROWS: tuple[FeeRow, ...] = (
    FeeRow("reminder", _2013, 60_00, "claim", "lag (1981:739) 2 och 4 §§"),
    FeeRow("debt_collection", _2013, 180_00, "claim", "lag (1981:739) 3 § 1 och 4 §"),
    FeeRow("amortization_setup", _2013, 170_00, "claim", "lag (1981:739) 3 § 2 och 4 §"),
    FeeRow("amortization_advice", _2013, 60_00, "occasion", "avtal om amorteringsplan"),
    FeeRow("amortization_reminder", _2013, 60_00, "occasion", "lag (1981:739) 2 och 4 §§"),
    FeeRow("late_payment_fee", _2013, 450_00, "claim", "lag (1981:739) 4 a §"),
    FeeRow("enforcement_application", _2013, 300_00, "claim", "förordning (1992:1094) 1 §"),
    FeeRow("enforcement_work", _2013, 380_00, "claim", "lag (1990:746) 48 §"),
    FeeRow("attachment", _2013, 600_00, "occasion", "förordning (1992:1094) 5–6 §§"),
    # No statute lets a collector write off; this one spares the authority payouts of less.
    FeeRow("write_off_below", _2013, 25_00, "claim", "jfr utsökningsbalken 13 kap. 20 a §"),
)

ABSORPTION_LAW = "lag (1981:739) 5 § andra stycket"
