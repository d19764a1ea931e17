"""A row of law for next year changes nothing before its day, and everything from it on."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, Fee
from fordran.domain.claims.statement import statement
from fordran.domain.flow.case_settings import resolve, settings_of
from fordran.domain.flow.lawfulness import check, passes, reasons
from fordran.domain.flow.step_fees import fees_of
from fordran.domain.law.law import LAW, Law, added_fee
from fordran.texts.catalogue import texts
from tests.domain.flow.test_lawfulness import LETTER
from tests.domain.situations import case

BEGINS = date(2027, 1, 1)
BEFORE = BEGINS - timedelta(days=1)
NEXT_YEAR = Law(
    (
        added_fee("reminder", BEGINS, 70_00),
        added_fee("debt_collection", BEGINS, 150_00),
        added_fee("enforcement_application", BEGINS, 400_00),
        added_fee("late_payment_fee", BEGINS, 500_00),
    )
)
DUE = date(2026, 11, 30)


@pytest.mark.parametrize("name", ["reminder_fee", "debt_collection_fee", "enforcement_fee", "late_payment_fee"])
def test_a_settings_default_is_the_row_of_the_day(name: str) -> None:
    assert resolve([], BEFORE, NEXT_YEAR)[name] == resolve([], BEFORE)[name]
    assert resolve([], BEGINS, NEXT_YEAR)[name] != resolve([], BEGINS)[name]


def test_what_is_set_is_held_under_the_row_of_the_day() -> None:
    layers = [("creditor", {"reminder_fee": 65_00, "debt_collection_fee": 160_00})]
    before, after = resolve(layers, BEFORE, NEXT_YEAR), resolve(layers, BEGINS, NEXT_YEAR)
    assert (before["reminder_fee"].value, before["reminder_fee"].was_capped) == (60_00, True)
    assert (after["reminder_fee"].value, after["reminder_fee"].was_capped) == (65_00, False)
    assert (before["debt_collection_fee"].value, after["debt_collection_fee"].value) == (160_00, 150_00)


@pytest.mark.parametrize(
    ("step", "is_business", "before", "after"),
    [
        ("reminder", False, [("reminder", 60_00)], [("reminder", 70_00)]),
        (
            "enforcement",
            False,
            [("enforcement", 300_00), ("enforcement", 380_00)],
            [("enforcement", 400_00), ("enforcement", 380_00)],
        ),
        (
            "debt_collection",
            True,
            [("late_payment_fee", 450_00), ("debt_collection", 180_00)],
            [("late_payment_fee", 500_00), ("debt_collection", 150_00)],
        ),
    ],
)
def test_a_step_costs_what_the_law_of_its_day_says(step, is_business: bool, before, after) -> None:
    for day, fees in ((BEFORE, before), (BEGINS, after)):
        settings = settings_of(resolve([], day, NEXT_YEAR, is_attested=True))
        assert fees_of(step, case(is_business=is_business), settings, day, NEXT_YEAR) == fees


def test_a_statement_judges_each_fee_by_its_own_day_and_says_which_row_is_tried() -> None:
    terms = ClaimTerms(due_date=DUE, interest_from=DUE, law=NEXT_YEAR)
    facts: list[Fact] = [Capital("claim", date(2026, 11, 1), 1000_00), Fee("before", BEFORE, "reminder", 90_00)]
    before = statement(facts, terms, BEFORE)
    assert before == statement(facts, ClaimTerms(due_date=DUE, interest_from=DUE), BEFORE)
    later = [*facts, Fee("after", BEGINS, "debt_collection", 180_00)]
    charged = {line.fact: line for line in statement(later, terms, BEGINS).lines if line.component == "costs"}
    assert (charged["before"].amount, charged["after"].amount) == (60_00, 150_00)
    assert charged["before"].law == LAW.row("reminder", BEFORE).law
    assert charged["after"].law == "lag (1981:739) 3 § 1 och 4 § (rad på prov från 2027-01-01)"


def test_a_letter_after_the_change_may_still_ask_for_what_was_charged_before_it() -> None:
    lowered = Law((added_fee("debt_collection", BEGINS, 150_00),))
    asking = replace(LETTER, sent=BEGINS, pay_by=date(2027, 1, 15), charged_on=(date(2026, 9, 7), date(2026, 9, 21)))
    asking = replace(asking, case=replace(asking.case, law=lowered))
    assert passes(check(asking))
    asking_anew = replace(asking, charged_on=(date(2026, 9, 7), BEGINS))
    assert [texts("en").say(one) for one in reasons(check(asking_anew))] == [
        "more than 150.00 kr is charged for debt_collection (lag (1981:739) 4 och 5 §§)"
    ]
