"""The tables in docs/rules/case-flow.md and lawfulness.md are those of the code, and their worked rows are true."""

from datetime import timedelta
from decimal import Decimal

import pytest

from fordran.domain.claims.facts import Capital, ClaimTerms
from fordran.domain.flow.case_flow import TRANSITIONS, Transition
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.lawfulness import RULES, rules_of
from fordran.domain.flow.marks import STOPS
from fordran.domain.flow.next_step import CaseSituation, next_step
from fordran.domain.flow.plans import schedule
from fordran.domain.kinds.case_states import HOLDS, OWN_STATUSES
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.texts.catalogue import texts
from tests.domain.casebook import ore
from tests.domain.situations import D, case, lived, said, sent
from tests.domain.test_rules_pages import Row, table


def test_the_states_and_statuses_are_those_of_the_code() -> None:
    written = {row["state"]: tuple(row["statuses"].split(", ")) for row in table("case-flow", "state")}
    assert written == dict(OWN_STATUSES)


def is_forward(row: Transition) -> bool:
    ends = {row.source.status, row.target.status}
    return not ends & set(HOLDS) and "closed" not in (row.source.state, row.target.state)


def test_the_ways_forward_are_those_of_the_transition_table() -> None:
    written = [tuple(row.values()) for row in table("case-flow", "from")]
    assert written == [
        (row.source.status, row.target.status, row.act, row.why) for row in TRANSITIONS if is_forward(row)
    ]


def test_the_marks_are_those_of_the_code() -> None:
    written = [tuple(row.values()) for row in table("case-flow", "mark")]
    assert written == [(stop.mark, texts("en").say(stop.reason), stop.law) for stop in STOPS.values()]


@pytest.mark.parametrize("row", table("case-flow", "due"), ids=lambda row: row["due"])
def test_the_worked_flow_is_true(row: Row) -> None:
    due, begins = D(row["due"]), D(row["worker from"])
    at = case("invoice", due_date=due, arose=due - timedelta(days=30), registered=due - timedelta(days=30))
    taken = lived(at, FlowSettings(use_enforcement=True), [begins + timedelta(days=n) for n in range(90)])
    dates = [text for _, day, letter in taken for text in (str(day), *([str(letter.pay_by)] if letter else []))]
    assert dates == [row["reminder"], row["pay by"], row["demand"], row["to pay by"], row["enforcement"]]


def _situation(written: str) -> CaseSituation:
    known = {
        "registered 2026-09-01": case(),
        "registered 2026-09-01, due 2026-09-20": case(due_date=D("2026-09-20")),
        "parking, to be collected at once": case(is_parking=True, first_action="debt_collection"),
        "reminded 2026-09-07, respite until 2026-10-03": case(
            "reminder", status="respite", letter=sent("2026-09-07", "2026-09-17"), respite_until=D("2026-10-03")
        ),
        "the same, on 2026-10-04": case(
            "reminder", letter=sent("2026-09-07", "2026-09-17"), held_until=D("2026-10-03")
        ),
        "demanded 2026-09-07, enforcement not chosen": case("debt_collection", letter=sent("2026-09-07", "2026-09-17")),
        "under surveillance since 2026-09-01": case("surveillance"),
        "under surveillance since 2026-09-01, arisen 2023-12-01": case("surveillance", arose=D("2023-12-01")),
        "disputed": case("reminder", status="disputed"),
        "a debtor under eighteen": case(marks=frozenset({"minor"})),
    }
    return known[written]


@pytest.mark.parametrize("row", table("case-flow", "case"), ids=lambda row: row["case"])
def test_the_worked_steps_are_true(row: Row) -> None:
    assert said(next_step(_situation(row["case"]), FlowSettings(), D("2026-09-01"))) == row["next"]


def test_the_worked_plan_is_true() -> None:
    terms = ClaimTerms(due_date=D("2026-08-31"), interest_from=D("2026-08-31"))
    made = schedule(
        [Capital("capital", D("2026-08-01"), 36500_00)],
        terms,
        D("2026-09-30"),
        D("2026-10-31"),
        instalments=4,
        setup_fee=170_00,
    )
    rows = table("case-flow", "instalment")
    assert [(row["date"], ore(row["amount"])) for row in rows[:-1]] == [(str(one.date), one.amount) for one in made]
    assert ore(rows[-1]["amount"]) == sum(one.amount for one in made)
    assert Decimal(rows[-1]["amount"]) > 36670


def test_the_rules_of_letters_are_those_of_the_code() -> None:
    written = [(row["rule"], row["law"]) for row in table("lawfulness", "rule")]
    assert written == [(rule.name, rule.law) for rule in RULES]


def test_which_letters_a_rule_holds_for_is_that_of_the_code() -> None:
    written = {row["letter"]: row["rules that do not hold for it"] for row in table("lawfulness", "letter")}
    assert written == {
        kind: ", ".join(rule.name for rule in RULES if rule not in rules_of(kind)) for kind in LETTER_KINDS
    }
