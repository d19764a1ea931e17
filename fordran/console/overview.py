"""The overview: what waits for a person, what the next days bring, how money moves, and how old what is owed is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from starlette.responses import Response

from fordran import clock
from fordran.console.who import STAFF
from fordran.domain.books.ages import AGES, age_of
from fordran.domain.books.cohorts import AFTER_DAYS, Cohort
from fordran.domain.kinds.letter_kinds import STEP_LETTERS
from fordran.resources.bank_transactions import UNMATCHED_PAYMENTS
from fordran.resources.cases import CASES
from fordran.resources.finance_payouts import FINANCE_PAYOUTS
from fordran.store.connections.database import Connection
from fordran.store.reading.figures import (
    DailyMoney,
    OverdueCapital,
    RecoveredCapital,
    UpcomingSteps,
    coming,
    moved,
    owing,
    recovered,
    waiting,
)
from fordran.store.reading.totals import read_totals
from fordran.texts.catalogue import Texts
from fordran.web.page import AUDITOR
from fordran.web.plots import Plot, amount_writers, bars, lines
from fordran.web.visit import Visit

NEXT_DAYS, MONEY_DAYS, COHORT_MONTHS = 14, 30, 5
OWED = "total_remaining_transaction_amount"


async def overview(visit: Visit) -> Response:
    """The first page."""
    today: date = visit.frame["today"]
    caller, t = visit.signed_in, visit.t
    async with visit.database.connection() as connection:
        open_cases, (owed,) = await read_totals(connection, CASES, caller, {"state": {"$ne": "closed"}}, [OWED])
        waits = await waiting(connection, caller, clock.now())
        steps = await coming(connection, caller, today + timedelta(days=NEXT_DAYS))
        money = await moved(connection, caller, today - timedelta(days=MONEY_DAYS - 1), today)
        ages = await owing(connection, caller)
        first = (today.replace(day=1) - timedelta(days=COHORT_MONTHS * 31)).replace(day=1)
        curves = await recovered(connection, caller, first, AFTER_DAYS[-1])
        to_match, to_approve = await _of_staff(visit, connection)
    return visit.render(
        "overview.html",
        open_cases=open_cases,
        owed=owed,
        waits=waits,
        may_work=bool(caller.roles & (STAFF | {AUDITOR})),
        to_match=to_match,
        to_approve=to_approve,
        steps=_by_step(t, steps),
        coming=_coming_plot(t, steps, today),
        money=_money_plot(t, money),
        ages=_ages_plot(t, ages, today),
        curves=_curves_plot(t, curves, today),
    )


async def _of_staff(visit: Visit, connection: Connection) -> tuple[int | None, int | None]:
    """Of those who look after money: payments to match, and payouts to approve."""
    if not visit.signed_in.roles & (STAFF | {AUDITOR}):
        return None, None
    to_match, _ = await read_totals(connection, UNMATCHED_PAYMENTS, visit.signed_in, None, [])
    unpaid = {"payout_date": {"$exists": False}, "ready_for_payout": True}
    to_approve, _ = await read_totals(connection, FINANCE_PAYOUTS, visit.signed_in, unpaid, [])
    return to_match, to_approve


def _by_step(t: Texts, steps: Sequence[UpcomingSteps]) -> list[tuple[str, int, bool]]:
    """The steps of the next days: step, number of cases, and whether it is a letter."""
    found: Counter[str] = Counter()
    for one in steps:
        found[one["step"]] += one["cases"]
    return [(t.of("next_step", step), cases, step in STEP_LETTERS) for step, cases in found.most_common()]


def _coming_plot(t: Texts, steps: Sequence[UpcomingSteps], today: date) -> Plot:
    letters: Counter[date] = Counter()
    others: Counter[date] = Counter()
    for one in steps:
        # Work that was due before today is done as soon as the day's work is.
        (letters if one["step"] in STEP_LETTERS else others)[max(one["day"], today)] += one["cases"]
    days = [today + timedelta(days=number) for number in range(NEXT_DAYS + 1)]
    rows = [(f"{day:%d/%m}", (letters[day], others[day])) for day in days]
    return bars(
        t("console.overview.day_by_day"),
        t("console.day"),
        [t("console.letters"), t("console.overview.other")],
        rows,
        str,
    )


def _money_plot(t: Texts, money: Sequence[DailyMoney]) -> Plot:
    rows = [(f"{one['day']:%d/%m}", (max(0, one["paid_in"]), max(0, one["paid_out"]))) for one in money]
    series = [t("console.overview.paid_by_debtors"), t("console.overview.paid_out")]
    return lines(t("console.overview.money_of_30_days"), t("console.day"), series, rows, *amount_writers(t.language))


def _ages_plot(t: Texts, ages: Sequence[OverdueCapital], today: date) -> Plot:
    sums: Counter[str] = Counter()
    for one in ages:
        sums[age_of(one["due"], today)] += one["owed"]
    # The axis says that they are days.
    rows = [(t.of("age", age, "short"), (sums[age],)) for age in AGES]
    return bars(
        t("console.overview.debt_by_age"),
        t("console.overview.days_past_due"),
        [t("console.debt")],
        rows,
        *amount_writers(t.language),
    )


def _curves_plot(t: Texts, curves: Sequence[RecoveredCapital], today: date) -> Plot:
    cohorts: dict[date, Cohort] = {}
    for one in curves:
        cohort = cohorts.setdefault(one["month"], Cohort(one["month"]))
        cohort.registered += one["registered"]
        cohort.pay(one["days"], one["recovered"])
    shown = list(cohorts.values())[-6:]
    by_month = [cohort.curve(today) for cohort in shown]
    rows: list[tuple[str, list[int | None]]] = [
        (str(days), [None if curve[place] is None else round(curve[place] or 0) for curve in by_month])
        for place, days in enumerate(AFTER_DAYS)
    ]
    series = [f"{cohort.month:%Y-%m}" for cohort in shown]
    title = t("console.overview.recovered_by_month")
    return lines(
        title, t("console.overview.days_after_registration"), series, rows, lambda value: f"{value} %", whole=100
    )
