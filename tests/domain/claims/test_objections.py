"""Objections to a part: the undisputed debt, and what paying a letter for it settles."""

from datetime import date

import pytest

from fordran.domain.claims.facts import (
    Capital,
    ClaimTerms,
    Credit,
    Fact,
    Fee,
    LetterLeft,
    PaymentFact,
    in_order,
)
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import booked, statement

D = date.fromisoformat
DUE = D("2026-10-01")
TERMS = ClaimTerms(due_date=DUE, interest_from=DUE)
CAPITAL = Capital("capital", D("2026-09-01"), 10_000_00)
REMINDER = Fee("reminder", D("2026-10-06"), "reminder", 60_00)
DEMAND = Fee("demand", D("2026-10-19"), "debt_collection", 180_00)
LETTER = LetterLeft("letter", D("2026-10-19"), D("2026-10-29"), 7_274_52, (), 3_000_00)
"""Asks for 7 000 kr, 18 days of 10 % on it (34.52 kr) and 240 kr of costs."""


def paid(day: str, amount: int, id_: str = "paid") -> PaymentFact:
    return PaymentFact(id_, D(day), amount, reached_us=True)


@pytest.mark.parametrize(
    ("facts", "disputed", "day", "capital", "interest", "costs", "remark"),
    [
        ([], 0, "2026-10-19", 10_000_00, 49_32, 240_00, "nothing disputed: the debt as it is"),
        ([], 3_000_00, "2026-10-19", 7_000_00, 34_52, 240_00, "18 days of 10 % on 7 000 kr"),
        ([], 3_000_00, "2026-10-01", 7_000_00, 0, 0, "before interest runs"),
        (
            [paid("2026-10-19", 274_52)],
            3_000_00,
            "2026-10-19",
            7_000_00,
            0,
            0,
            "costs and its own interest are covered",
        ),
        ([paid("2026-10-19", 7_274_52)], 3_000_00, "2026-10-19", 0, 0, 0, "all that is undisputed is paid"),
        ([paid("2026-10-19", 8_000_00)], 3_000_00, "2026-10-19", 0, 0, 0, "and more than that"),
        ([Credit("c", D("2026-10-19"), 1_000_00)], 3_000_00, "2026-10-19", 6_000_00, 29_59, 240_00, "credited besides"),
        ([Credit("c", D("2026-10-19"), 7_000_00)], 3_000_00, "2026-10-19", 0, 0, 0, "the rest is credited"),
        ([], 10_000_00, "2026-10-19", 0, 0, 0, "all disputed: nothing is asked"),
        ([], 9_980_00, "2026-10-19", 0, 0, 0, "a rest of 20 kr is not asked for"),
    ],
)
def test_the_undisputed_debt(
    facts: list[Fact], disputed: int, day: str, capital: int, interest: int, costs: int, remark: str
) -> None:
    found = statement(undisputed([CAPITAL, REMINDER, DEMAND, *facts], disputed), TERMS, D(day))
    assert (found.capital.remaining, found.interest.remaining, found.costs.remaining) == (capital, interest, costs), (
        remark
    )


@pytest.mark.parametrize(
    ("facts", "day", "remaining", "remark"),
    [
        (
            [paid("2026-10-29", 7_274_52)],
            "2026-10-29",
            3_023_01,
            "the last day: 3 000 kr and 28 days of interest on it",
        ),
        (
            [paid("2026-10-20", 7_274_52)],
            "2026-10-20",
            3_015_61,
            "the day after: 52.05 of interest less 36.44 on the rest",
        ),
        ([paid("2026-10-29", 7_274_51)], "2026-10-29", 3_042_20, "an öre too little gives nothing"),
        ([paid("2026-10-30", 7_274_52)], "2026-10-30", 3_044_93, "a day late gives nothing"),
        ([paid("2026-10-29", 10_316_71)], "2026-10-29", 0, "all is paid"),
        (
            [paid("2026-10-29", 7_274_52), Fee("later", D("2026-11-10"), "enforcement", 680_00)],
            "2026-11-10",
            3_703_01 + 9_94,
            "a fee that no letter of the undisputed part charged: 12 days on 3 023.01",
        ),
        (
            [
                paid("2026-10-29", 7_274_52),
                Fee("late", D("2026-11-05"), "amortization_setup", 170_00),
                LetterLeft("late letter", D("2026-11-05"), D("2026-11-16"), 170_00, (), 3_000_00),
            ],
            "2026-11-05",
            3_023_01 + 5_80,
            "a later letter of the undisputed part is void with its fee: 7 days on 3 023.01",
        ),
        (
            [
                paid("2026-10-29", 7_274_52),
                Fee("late", D("2026-11-05"), "amortization_setup", 170_00),
                LetterLeft("late letter", D("2026-11-05"), D("2026-11-16"), 3_198_81, ("paid",)),
            ],
            "2026-11-05",
            3_023_01 + 5_80 + 170_00,
            "the objection was withdrawn, and the letter asks for it: its fee counts",
        ),
    ],
)
def test_paying_a_letter_settles_what_it_asks_for_and_leaves_the_disputed_part(
    facts: list[Fact], day: str, remaining: int, remark: str
) -> None:
    known = [CAPITAL, REMINDER, DEMAND, LETTER, *facts]
    assert statement(known, TERMS, D(day)).remaining == remaining, remark
    assert statement(reversed(known), TERMS, D(day)).remaining == remaining, "in any order of arrival"


def test_after_the_letter_is_paid_nothing_undisputed_is_left() -> None:
    facts = [CAPITAL, REMINDER, DEMAND, LETTER, paid("2026-10-29", 7_274_52)]
    assert booked(facts, TERMS).closed is None
    assert statement(undisputed(facts, 3_000_00), TERMS, D("2027-10-29")).remaining == 0


def test_the_facts_stay_in_order_and_no_other_changes() -> None:
    facts = in_order([CAPITAL, REMINDER, DEMAND, paid("2026-10-29", 7_274_52)])
    found = undisputed(facts, 3_000_00)
    assert [fact for fact in found if fact.id != "disputed_part"] == facts
    assert in_order(found) == found
    assert undisputed(facts, 0) == facts
