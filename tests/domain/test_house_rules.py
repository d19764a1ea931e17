"""Rules of the house have a first day: a later row changes nothing of what is there, and no rule hides in the code."""

from __future__ import annotations

import ast
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from fordran.actions.cases.case_settings import LayersRow, settings_for
from fordran.domain.claims.facts import Capital, ClaimTerms, Credit, Fact, Fee, LetterLeft, PaymentFact
from fordran.domain.claims.interest import CaseInterestRate, interest
from fordran.domain.claims.small_rests import asked_from, least_asked
from fordran.domain.claims.statement import statement
from fordran.domain.flow.case_settings import DEFAULTS, FlowSettings, resolve
from fordran.domain.flow.next_step import CaseSituation, SentLetter, next_step
from fordran.domain.flow.plans import Instalment, RunningPlan, missed_reminder
from fordran.domain.house_rules import (
    EDITION,
    EVER,
    HOUSE_ROWS,
    HOUSE_RULES,
    SETTING_RULES,
    HouseRule,
    defaults_since,
    rule_changes,
    rule_on,
)
from tests.dated_terms import house_decided

BEGINS = date(2027, 1, 1)
BEFORE, AFTER = BEGINS - timedelta(days=60), BEGINS + timedelta(days=60)
DOMAIN = Path(__file__).parents[2] / "fordran" / "domain"


def test_every_rule_holds_since_ever_and_says_why() -> None:
    assert {row.rule for row in HOUSE_ROWS if row.begins == EVER} == set(HOUSE_RULES)
    assert all(row.why for row in HOUSE_ROWS)
    first_days = [(row.rule, row.begins) for row in HOUSE_ROWS]
    assert len(set(first_days)) == len(first_days)


def test_a_row_holds_from_its_day_to_the_next() -> None:
    with house_decided(BEGINS, gather_days=4):
        found = [rule_on("gather_days", day) for day in (date.min, BEGINS - timedelta(days=1), BEGINS, date.max)]
        assert found == [0, 0, 4, 4]
        assert rule_changes("gather_days", "reminder_pay_days") == (BEGINS,)
        assert (defaults_since(BEFORE), defaults_since(AFTER)) == (EVER, BEGINS)


# What exists keeps its figures ------------------------------------------------------------------------------------------------


def _terms(day: date, *, agreed: int | None = None) -> ClaimTerms:
    due = day - timedelta(days=40)
    return ClaimTerms(due, due, reference_rate=agreed is None, rate_percent=None if agreed is None else Decimal(agreed))


def _facts(day: date, *more: Fact) -> list[Fact]:
    return [
        Capital("capital", day - timedelta(days=70), 1000_00),
        Fee("fee", day - timedelta(days=20), "reminder", 60_00),
        *more,
    ]


def _letter_paid(day: date) -> list[Fact]:
    letter = LetterLeft("letter", day, day + timedelta(days=10), 1000_00)
    return _facts(day, letter, PaymentFact("payment", day + timedelta(days=5), 1000_00, reached_us=True))


def _credited_whole(day: date) -> list[Fact]:
    return _facts(day, Credit("credit", day, 1000_00))


def _credited_half(day: date) -> list[Fact]:
    return _facts(day, Credit("credit", day, 500_00))


@pytest.mark.parametrize(
    ("rule", "value", "facts", "agreed", "remark"),
    [
        ("letter_paid_settles", 0, _letter_paid, None, "a letter that was paid, by the day on which it left"),
        ("whole_credit_voids_costs", 0, _credited_whole, None, "a crediting of all, by its own day"),
        ("credit_counts_from_due_date", 0, _credited_half, None, "a crediting of some, by its own day"),
        ("days_in_a_year", 360, _facts, None, "interest at the reference rate, by its own days"),
        ("days_in_a_year", 360, _facts, 12, "interest at an agreed rate, too"),
    ],
)
def test_a_later_row_changes_what_is_owed_from_its_day_only(
    rule: HouseRule, value: int, facts: object, agreed: int | None, remark: str
) -> None:
    assert callable(facts)

    def owed(day: date) -> tuple[int, int]:
        found = statement(facts(day), _terms(day, agreed=agreed), day + timedelta(days=30))
        return found.remaining, found.interest.added

    before, after = owed(BEFORE), owed(AFTER)
    with house_decided(BEGINS, **{rule: value}):
        assert owed(BEFORE) == before, remark
        assert owed(AFTER) != after, remark


def test_interest_is_reckoned_by_the_year_of_each_of_its_days() -> None:
    rate = CaseInterestRate(Decimal(36))
    with house_decided(BEGINS, days_in_a_year=360):
        last_of_old = BEGINS - timedelta(days=1)
        both = interest(365_00, last_of_old - timedelta(days=10), last_of_old + timedelta(days=10), rate)
        assert both == interest(365_00, BEFORE, BEFORE + timedelta(days=10), rate) + 3_65


def test_the_least_that_is_written_about_is_that_of_the_day() -> None:
    terms = ClaimTerms(BEFORE, BEFORE, write_off_below=0)
    facts = [Capital("capital", BEFORE - timedelta(days=30), 50)]
    assert asked_from(facts, terms, BEFORE) is not None
    with house_decided(BEGINS, least_written_about=40):
        assert [least_asked(terms, day) for day in (BEFORE, BEGINS)] == [1_00, 40]
        assert asked_from(facts, terms, BEFORE) == BEGINS


def _surveyed(registered: date) -> CaseSituation:
    return CaseSituation(
        state="surveillance",
        status="open",
        state_since=date(2027, 5, 1),
        registered=registered,
        due_date=registered,
        arose=date(2024, 6, 20),
        remaining=100_00,
        letter=SentLetter(date(2027, 5, 1), date(2027, 5, 11)),
    )


def test_a_letter_before_limitation_leaves_as_early_as_when_its_case_was_registered() -> None:
    def day(registered: date) -> date:
        step = next_step(_surveyed(registered), FlowSettings(), date(2027, 5, 2))
        assert step is not None
        return step.date

    usual = day(BEFORE)
    with house_decided(BEGINS, before_limitation_days=40):
        assert (day(BEFORE), day(AFTER)) == (usual, usual - timedelta(days=10))


def test_a_missed_instalment_is_reminded_of_as_when_its_plan_was_made() -> None:
    def day(made_on: date) -> date:
        plan = RunningPlan(made_on, (Instalment(date(2027, 4, 1), 100_00), Instalment(date(2027, 5, 3), 100_00)))
        found = missed_reminder(plan, 10, date(2027, 4, 2))
        assert found is not None
        return found[1]

    with house_decided(BEGINS, late_instalment_days=5):
        assert (day(BEFORE), day(AFTER)) == (date(2027, 4, 4), date(2027, 4, 6))


NOTHING_SET: LayersRow = {
    "installation_settings": None,
    "agreement_template_settings": None,
    "account_settings": None,
    "creditor_settings": None,
    "reminder_fee_terms": None,
    "law_rows": "[]",
}


@pytest.mark.parametrize("rule", [rule for rule in SETTING_RULES if rule != "reminder_fee_agreed"])
def test_a_case_keeps_the_defaults_of_the_day_on_which_it_was_registered(rule: HouseRule) -> None:
    later = 0 if rule_on(rule, EVER) == 1 else rule_on(rule, EVER) + 1
    usual = DEFAULTS[rule]
    # Each on a day of its own, since settings are cached by the first day of their defaults.
    begins = BEGINS + timedelta(days=HOUSE_RULES.index(rule))
    with house_decided(begins, **{rule: later}):
        old, new = (getattr(settings_for(NOTHING_SET, None, AFTER, day), rule) for day in (BEFORE, AFTER))
        assert (old, new) == (usual, later)
        assert type(old) is type(new)
        assert resolve([], AFTER)[rule].value == later, "without a case the day itself decides"


def test_the_reminder_fee_follows_the_attestation_for_cases_of_the_newest_rules() -> None:
    attested: LayersRow = NOTHING_SET | {
        "reminder_fee_terms": '{"agreed": true, "valid_from": "2026-01-01", "attested_by": "Eva Ek"}'
    }

    def agreed(layers: LayersRow, own: str | None, rules: date) -> bool:
        return settings_for(layers, own, AFTER, rules).reminder_fee_agreed

    assert agreed(NOTHING_SET, None, EVER), "an older case keeps its default"
    assert not agreed(NOTHING_SET, None, EDITION)
    assert agreed(attested, None, EDITION)
    assert not agreed(attested, '{"reminder_fee_agreed": false}', EDITION), "a setting may forgo the fee"
    assert not agreed(NOTHING_SET, '{"reminder_fee_agreed": true}', EDITION), "a setting is no attestation"


# No rule hides in the code ----------------------------------------------------------------------------------------------------

DECIDING = ("claims", "flow", "payouts", "bank", "kinds/articles.py", "kinds/letter_kinds.py", "money.py", "vat.py")
"""Folders and files of the domain whose code decides amounts and days."""

UNDATED = {
    ("bank/likeness.py", "WEIGHTS"): "suggests cases to a person, who decides",
    ("bank/likeness.py", "FEWEST_DIGITS"): "likewise",
    ("bank/likeness.py", "likeliest"): "likewise",
    ("bank/likeness.py", "neighbours"): "likewise",
    ("payouts/four_eyes.py", "ENOUGH_PEOPLE"): "how many people two are; it decides no amount",
    ("bank/autogiro.py", "LEAST_BANKING_DAYS"): "when a file to the bank is accepted",
    ("bank/autogiro.py", "MOST_BANKING_DAYS"): "likewise",
    (
        "bank/autogiro.py",
        "ANNOUNCED_BANKING_DAYS",
    ): "when a debit is announced, by the terms of the mandate; it decides no amount",
    ("bank/autogiro.py", "WAITED_BANKING_DAYS"): "when a person is asked; it decides no amount",
    ("bank/autogiro.py", "LONGEST_PAYER_NUMBER"): "characters",
    ("bank/autogiro.py", "payer_number_of"): "characters",
    ("bank/swish.py", "BANK_DAYS"): "when a person is asked; it decides no amount",
    ("bank/swish.py", "UNKNOWN_AFTER"): "when the state of a request is shown as unknown",
    ("bank/swish.py", "FIRST_ASKED_AFTER"): "when Swish is asked",
    ("bank/swish.py", "asked_again"): "likewise",
    ("bank/swish.py", "MOST_MESSAGE"): "characters",
    ("bank/swish_refunds.py", "BANK_DAYS"): "when a person is asked; it decides no amount",
    ("bank/swish_refunds.py", "UNKNOWN_AFTER"): "when the state of a refund is shown as unknown",
    ("bank/swish_refunds.py", "SENT_WITHIN"): "how long a refund is sent again",
    ("bank/swish.py", "LEAST_AMOUNT"): "the least that an input may be; what is paid is stored",
    ("claims/interest.py", "InterestSpan"): "hundredths",
    ("claims/payment_days.py", "EARLY_PAYMENT_DAYS"): "what an input may be; what is stored stays",
    ("claims/small_rests.py", "LOOKED_AHEAD_DAYS"): "how far a search looks",
    ("flow/before_application.py", "changes_on"): "when a case that waits is looked at again",
    ("claims/small_rests.py", "_first_day"): "halves of a search",
    ("flow/case_settings.py", "MOST_DAYS"): "the most that an input may be; what is stored stays",
    ("flow/debtors_own.py", "MOST_RESPITE_DAYS"): "likewise",
    ("flow/debtors_own.py", "SelfServiceLimits"): "what a debtor may choose from now on; what was chosen is stored",
    ("flow/enforcements.py", "HAND_OVER_NOTICE_DAYS"): "when a person is asked; it decides no amount",
    ("flow/enforcements.py", "LEAST_FOR_NEW_ATTACHMENT"): "whether a fee is charged now; the fee is stored",
    ("flow/letters.py", "MOST_OF_A_SUBJECT"): "characters",
    ("flow/plans.py", "MOST_INSTALMENTS"): "the most that an input may be; the instalments are stored",
    ("flow/plans.py", "_of_number"): "halves of a search",
    ("money.py", "ORE_PER_KRONA"): "the currency",
    ("money.py", "MOST_KRONOR_DIGITS"): "the most that an input may be",
    ("money.py", "MOST_ORE"): "likewise",
    ("money.py", "ore_of"): "decimals of the currency",
    ("money.py", "_half_up"): "halves",
    ("money.py", "share"): "hundredths",
    ("payouts/approvals.py", "MOST_APPROVALS"): "people, not money",
    ("payouts/four_eyes.py", "FourEyes"): "when a person is asked; it decides no amount",
    ("payouts/operator_invoice.py", "PAY_DAYS"): "the invoice stores its due date",
    ("payouts/operator_invoice.py", "_without_vat"): "hundredths",
    ("payouts/payout.py", "COMMISSION_VAT_PERCENT"): "stored with each line (payout_specifications.vat_percent)",
    ("payouts/payout.py", "Commission"): "hundredths",
    ("payouts/payout.py", "own_payee"): "letters of a country",
    ("vat.py", "RATE_PERCENT"): "each code names its own rate, and an invoice stores the code",
}
"""Numbers of the deciding code that need no first day: the file, the definition that has them, and why."""


def test_no_number_that_decides_is_without_a_first_day() -> None:
    """A new one is a row of house_rules.py or of law/, or it is listed above with a reason."""
    found = {(file, name) for file, name, _ in _numbers()}
    assert found - UNDATED.keys() == set()
    assert UNDATED.keys() - found == set(), "what is listed is there"


def _numbers() -> list[tuple[str, str, object]]:
    files = [
        path for one in DECIDING for path in ([DOMAIN / one] if one.endswith(".py") else (DOMAIN / one).glob("*.py"))
    ]
    assert len(files) > 20
    found = []
    for path in files:
        for node in ast.parse(path.read_text()).body:
            found += [(str(path.relative_to(DOMAIN)), _name(node), number) for number in _within(node)]
    return found


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    assert isinstance(node, ast.Assign | ast.AnnAssign), ast.dump(node)
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
    return names[0]


def _within(node: ast.stmt) -> list[object]:
    """The numbers of a definition, but for 0 and 1, which count and compare."""
    values = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return [value for value in values if isinstance(value, int | float) and value not in (0, 1)]
