"""The check before a letter leaves: a lawful letter of each kind, and each rule failing alone."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from fordran.domain.flow.lawfulness import RULES, check, passes, reasons, rules_of
from fordran.domain.flow.letters import CaseOnDay, InterestShown, LetterFacts
from fordran.domain.flow.marks import MARKS, STOPS
from fordran.domain.house_rules import EDITION, EVER
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.texts.catalogue import texts
from tests.domain.situations import D, sent

SENT = D("2026-10-15")

INTEREST = InterestShown(12_00, Decimal(10), D("2026-08-31"), D("2026-10-15"), 1000_00)

CASE = CaseOnDay(
    remaining=1252_00,
    due_date=D("2026-08-31"),
    last_day=D("2029-10-01"),
    reminder=sent("2026-09-07", "2026-09-17"),
    demand=sent("2026-09-21", "2026-10-01"),
)

LETTER = LetterFacts(
    case=CASE,
    kind="debt_collection",
    sent=SENT,
    creditor_name="Elbolaget AB",
    operator_name="Inkasso i Exempel AB",
    basis="Elförbrukning juli 2026, faktura 1001",
    payment_instructions="Bankgiro 991-2346, OCR 123456789023",
    capital=1000_00,
    interest=12_00,
    costs=240_00,
    total=1252_00,
    interest_lines=(INTEREST,),
    fees=(("reminder", 60_00), ("debt_collection", 180_00)),
    pay_by=D("2026-10-26"),
)

HOLD_OF = {
    "amortization_plan": "amortization",
    "amortization_notice": "amortization",
    "amortization_reminder": "amortization",
    "dispute": "disputed",
}


def lawful(kind: str) -> LetterFacts:
    hold: Any = HOLD_OF.get(kind)
    return replace(LETTER, kind=kind, case=replace(CASE, hold=hold), refund=200_00 if kind == "refund_notice" else 0)


@pytest.mark.parametrize("kind", LETTER_KINDS)
def test_a_lawful_letter_of_each_kind_passes_and_shows_all_that_was_checked(kind) -> None:
    found = check(lawful(kind))
    assert passes(found)
    assert reasons(found) == []
    assert [line.rule for line in found] == [rule.name for rule in rules_of(kind)]
    assert all(line.law and not line.note for line in found)


def with_case(letter: LetterFacts, **changed: Any) -> LetterFacts:
    return replace(letter, case=replace(letter.case, **changed))


FAILING: dict[str, list[tuple[str, Any]]] = {
    "creditor_is_named": [("no name", lambda x: replace(x, creditor_name=" "))],
    "collector_is_named": [("no name", lambda x: replace(x, operator_name=""))],
    "basis_is_stated": [("nothing", lambda x: replace(x, basis="\t"))],
    "assignment_is_told": [("not told", lambda x: with_case(x, is_assigned=True))],
    "payment_is_explained": [("nothing", lambda x: replace(x, payment_instructions=""))],
    "amounts_are_apart": [
        ("an öre lost", lambda x: replace(x, costs=x.costs - 1)),
        ("a negative part", lambda x: replace(x, capital=1252_01, interest=0, costs=-1)),
    ],
    "interest_is_explained": [
        ("not at all", lambda x: replace(x, interest_lines=())),
        ("not all of it", lambda x: replace(x, interest_lines=(replace(INTEREST, amount=11_99),))),
        ("no rate", lambda x: replace(x, interest_lines=(replace(INTEREST, rate_percent=None),))),
        ("no beginning", lambda x: replace(x, interest_lines=(replace(INTEREST, from_date=None),))),
        ("no end", lambda x: replace(x, interest_lines=(replace(INTEREST, to_date=None),))),
        ("no capital", lambda x: replace(x, interest_lines=(replace(INTEREST, base=None),))),
    ],
    "time_is_eight_days": [
        ("seven days", lambda x: replace(x, pay_by=x.sent + timedelta(days=7))),
        ("no day", lambda x: replace(x, pay_by=None)),
    ],
    "pay_by_is_named": [
        ("no day", lambda x: replace(x, pay_by=None)),
        ("the same day", lambda x: replace(x, pay_by=x.sent)),
    ],
    "dispatch_gives_time": [
        (
            "printed on a Saturday",
            lambda x: with_case(replace(x, sent=D("2026-10-17")), channel="print", rules_day=EDITION),
        )
    ],
    "debt_is_overdue": [("due today", lambda x: with_case(x, due_date=SENT))],
    "amounts_are_owed": [
        ("paid in part since", lambda x: with_case(x, remaining=1000_00)),
        ("an öre too little", lambda x: with_case(x, remaining=1252_01)),
    ],
    "fees_are_within_caps": [
        ("61 kr", lambda x: replace(x, fees=(("reminder", 61_00),))),
        ("twice", lambda x: replace(x, fees=(("debt_collection", 180_00), ("debt_collection", 1)))),
        ("one of two notices", lambda x: replace(x, fees=(("amortization_advice", 1), ("amortization_advice", 61_00)))),
    ],
    "reminder_fee_is_agreed": [("not agreed", lambda x: with_case(x, reminder_fee_agreed=False))],
    "late_payment_fee_is_a_business": [("a consumer", lambda x: replace(x, fees=(("late_payment_fee", 450_00),)))],
    "not_paid": [
        ("closed", lambda x: with_case(x, is_closed=True)),
        (
            "nothing owed",
            lambda x: with_case(replace(x, capital=0, interest=0, costs=0, total=0, interest_lines=()), remaining=0),
        ),
    ],
    "not_disputed": [("disputed", lambda x: with_case(x, hold="disputed"))],
    "disputed_part_is_left_out": [
        ("not at all", lambda x: with_case(x, disputed=300_00)),
        ("an öre too little", lambda x: with_case(replace(x, left_out=299_99), disputed=300_00)),
    ],
    "not_held": [
        ("a respite", lambda x: with_case(x, hold="respite")),
        ("a plan", lambda x: with_case(x, hold="amortization")),
    ],
    "plan_runs": [
        ("no plan", lambda x: with_case(x, hold=None)),
        ("a respite", lambda x: with_case(x, hold="respite")),
    ],
    "not_time_barred": [("yesterday", lambda x: with_case(x, last_day=SENT - timedelta(days=1)))],
    **{f"not_{mark}": [("marked", lambda x, mark=mark: with_case(x, marks=frozenset({mark})))] for mark in MARKS},
    "refund_is_owed": [("it has gone back", lambda x: replace(x, refund=0))],
    "parking_is_reminded_first": [
        ("never", lambda x: with_case(x, is_parking=True, reminder=None)),
        ("its time runs", lambda x: with_case(x, is_parking=True, reminder=sent("2026-10-05", "2026-10-15"))),
    ],
    "parking_is_described": [("nowhere", lambda x: with_case(x, lacks_control_fee=True))],
    "forbearance_is_offered": [
        (
            "a credit since the day of the law",
            lambda x: with_case(replace(x, sent=D("2026-11-20"), pay_by=D("2026-12-01")), lacks_forbearance=True),
        )
    ],
    "demanded_first": [("never", lambda x: with_case(x, demand=None))],
    "demand_has_run_out": [
        ("today is the last day", lambda x: with_case(x, demand=sent("2026-10-05", "2026-10-15"))),
        ("left late", lambda x: with_case(x, demand=sent("2026-10-08", "2026-10-09"))),
    ],
    "application_is_complete": [("no number", lambda x: with_case(x, missing_for_enforcement=("id_number",)))],
}


def test_every_rule_has_a_way_to_fail() -> None:
    assert list(FAILING) == [rule.name for rule in RULES]


@pytest.mark.parametrize(
    ("rule", "kind", "remark", "broken"),
    [
        (rule.name, kind, remark, broken)
        for rule in RULES
        for kind in LETTER_KINDS
        if kind in rule.kinds
        for remark, broken in FAILING[rule.name]
    ],
)
def test_each_rule_fails_alone_in_every_letter_it_holds_for(rule: str, kind, remark: str, broken) -> None:
    found = check(broken(lawful(kind)))
    failed = [line for line in found if not line.passed]
    assert [line.rule for line in failed] == [rule], remark
    assert failed[0].note
    assert not passes(found)
    assert [texts("en").say(one) for one in reasons(found)] == [f"{texts('en').say(failed[0].note)} ({failed[0].law})"]


@pytest.mark.parametrize(
    ("letter", "remark"),
    [
        (replace(LETTER, pay_by=SENT + timedelta(days=8)), "eight days exactly"),
        (with_case(LETTER, last_day=SENT), "the last day of the claim"),
        (with_case(replace(LETTER, says_assigned=True), is_assigned=True), "assigned, and told"),
        (replace(LETTER, interest_lines=(INTEREST, INTEREST)), "part of the interest was paid before"),
        (
            with_case(
                replace(LETTER, interest=0, interest_lines=(), total=1240_00),
                remaining=1240_00,
            ),
            "no interest, nothing to explain",
        ),
        (
            with_case(replace(LETTER, fees=(("late_payment_fee", 450_00),)), is_business=True),
            "a business owes the late-payment fee",
        ),
        (with_case(replace(LETTER, fees=(("debt_collection", 180_00),)), reminder_fee_agreed=False), "no reminder fee"),
        (with_case(LETTER, is_parking=True), "parking, reminded"),
        (with_case(LETTER, lacks_forbearance=True), "no law asked for forbearance yet"),
        (replace(LETTER, fees=(("invoice_fee", 500_00),)), "what the parties agreed has no cap"),
    ],
)
def test_what_is_just_lawful_passes(letter: LetterFacts, remark: str) -> None:
    assert reasons(check(letter)) == [], remark


def test_demands_are_held_to_all_contents_of_the_collection_act() -> None:
    for kind in ("debt_collection", "surveillance_letter", "amortization_default"):
        contents = [rule.name for rule in rules_of(kind) if rule.law == "inkassolag (1974:182) 5 §"]
        assert contents == [
            "creditor_is_named",
            "basis_is_stated",
            "assignment_is_told",
            "payment_is_explained",
            "amounts_are_apart",
            "interest_is_explained",
            "time_is_eight_days",
            "dispatch_gives_time",
        ]


@pytest.mark.parametrize("kind", ["reminder", "debt_collection", "surveillance_letter"])
@pytest.mark.parametrize(
    ("channel", "days", "rules_day", "is_enough"),
    [
        ("print", 9, EDITION, False),
        ("print", 10, EDITION, True),
        ("email", 7, EDITION, False),
        ("email", 8, EDITION, True),
        ("print", 9, EVER, True),
        (None, 9, EDITION, True),
    ],
)
def test_the_time_to_pay_is_counted_by_the_channel(kind, channel, days: int, rules_day: date, is_enough: bool) -> None:
    letter = replace(lawful(kind), pay_by=SENT + timedelta(days=days))
    found = {line.rule: line for line in check(with_case(letter, channel=channel, rules_day=rules_day))}
    assert found["dispatch_gives_time"].passed is is_enough


def test_every_mark_is_a_rule_of_every_letter() -> None:
    for kind in LETTER_KINDS:
        names = {rule.name: rule.law for rule in rules_of(kind)}
        marks = [mark for mark in MARKS if STOPS[mark].stops_letters or kind == "enforcement"]
        assert {f"not_{mark}": STOPS[mark].law for mark in marks}.items() <= names.items()


def test_all_that_is_wrong_is_said_at_once() -> None:
    letter = with_case(replace(LETTER, creditor_name="", pay_by=None), hold="disputed")
    assert len(reasons(check(letter))) == 3
