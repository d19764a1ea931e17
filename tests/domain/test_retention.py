"""How long what is known of a person is kept: the days, the table of rules, and the page that shows it."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.days import ONE_DAY
from fordran.domain.retention import (
    ANONYMISED,
    KEPT,
    NOTHING_PERSONAL,
    OTHERS,
    PSEUDONYMISED,
    RULES,
    bookkeeping_kept_until,
    erasable_from,
)

PAGE = (Path(__file__).parents[2] / "docs/privacy.md").read_text()


@pytest.mark.parametrize(
    ("closed", "months", "first", "remark"),
    [
        (date(2026, 6, 8), 36, date(2029, 6, 8), "three years later, on the same day"),
        (date(2024, 2, 29), 36, date(2027, 2, 28), "a day that the month lacks is its last"),
        (date(2026, 8, 31), 6, date(2027, 2, 28), "the same for months"),
        (date(2026, 12, 31), 1, date(2027, 1, 31), "over the turn of the year"),
    ],
)
def test_a_case_can_be_erased_so_many_months_after_it_was_closed(
    closed: date, months: int, first: date, remark: str
) -> None:
    assert erasable_from(closed, months) == first, remark


@pytest.mark.parametrize(
    ("booked", "month", "until", "remark"),
    [
        (date(2026, 1, 1), 12, date(2033, 12, 31), "the first day of a calendar year"),
        (date(2026, 12, 31), 12, date(2033, 12, 31), "its last day"),
        (date(2026, 6, 30), 6, date(2033, 12, 31), "the last day of a broken fiscal year: the year ends in 2026"),
        (date(2026, 7, 1), 6, date(2034, 12, 31), "the day after: the year ends in 2027"),
        (date(2026, 1, 1), 4, date(2033, 12, 31), "a year that ends in April"),
    ],
)
def test_bookkeeping_is_kept_to_the_seventh_year_after_the_fiscal_year_ended(
    booked: date, month: int, until: date, remark: str
) -> None:
    assert bookkeeping_kept_until(booked, month) == until, remark


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(1, 12))
def test_bookkeeping_is_kept_between_seven_and_nine_years(booked: date, month: int) -> None:
    until = bookkeeping_kept_until(booked, month)
    assert 7 <= (until - booked).days / 365.2425 < 9
    assert (until + ONE_DAY).timetuple()[:3] == (until.year + 1, 1, 1)


def test_a_column_has_one_fate_at_each_stage_and_what_is_kept_is_never_erased() -> None:
    fates = [(rule.table, column, rule.stage) for rule in RULES for column in rule.columns]
    assert len(fates) == len(set(fates))
    kept = {(table, column) for table, column, stage in fates if stage == KEPT}
    erased = {(table, column) for table, column, stage in fates if stage in (PSEUDONYMISED, ANONYMISED)}
    assert kept & erased == set()
    assert all((rule.stage == KEPT) == (rule.becomes == "as it was") for rule in RULES)


def test_every_rule_names_its_law() -> None:
    for rule in RULES:
        assert re.search(r"§|GDPR article", rule.law), rule


def test_the_page_shows_the_rules_as_they_are() -> None:
    when = {PSEUDONYMISED: "pseudonymised", ANONYMISED: "anonymised", KEPT: "never"}
    part = PAGE.split("## What becomes of each column")[1].split("## ")[0]
    shown = [line for line in part.splitlines() if line.startswith("| `")]
    assert shown == [
        f"| `{rule.table}` | {', '.join(f'`{column}`' for column in rule.columns) or 'rows'} | {when[rule.stage]} |"
        f" {rule.becomes} | {rule.law} | {rule.why} |"
        for rule in RULES
    ]


def test_the_page_says_of_every_other_table_why_it_is_left_alone() -> None:
    part = PAGE.split("## Tables without debtors")[1].split("## ")[0]
    shown = [line for line in part.splitlines() if line.startswith("| `")]
    assert shown == [f"| `{name}` | {why} |" for name, why in sorted((OTHERS | NOTHING_PERSONAL).items())]
