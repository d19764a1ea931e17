"""A case's debt over time, as a plot: from its invoice until today, by what is known now."""

from __future__ import annotations

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.claims.course import course
from fordran.domain.claims.entries import COMPONENTS
from fordran.shape.moments import day_of
from fordran.texts.catalogue import Texts
from fordran.web.formatting import amount_text, short_amount_text
from fordran.web.plots import Plot, bars

MOST_BARS = 26


def debt_plot(t: Texts, flowing: FlowingCase) -> Plot | None:
    """The debt over time by component; None for a case that is too new."""
    case = flowing.case
    facts = [stored.fact for stored in case.facts]
    stated = course(facts, case.terms, day_of(flowing.row["invoice_date"]), case.today, MOST_BARS)
    if len(stated) < 2:
        return None
    rows = [(f"{one.at:%Y-%m-%d}", tuple(getattr(one, name).remaining for name in COMPONENTS)) for one in stated]
    return bars(
        t("console.case.debt_over_time"),
        t("console.day"),
        [t.of("component", name) for name in COMPONENTS],
        rows,
        lambda ore: amount_text(ore, t.language),
        lambda ore: short_amount_text(ore, t.language),
    )
