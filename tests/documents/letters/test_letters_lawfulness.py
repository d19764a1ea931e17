"""What a letter tells the check of lawfulness is what it prints, and the everyday letters pass the check."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from fordran.documents.letter_parts.correspondence import Assignment
from fordran.documents.letters.letters import facts_for_lawfulness
from fordran.domain.claims.facts import ClaimTerms
from fordran.domain.flow.lawfulness import check, reasons
from fordran.domain.flow.letters import CaseOnDay
from fordran.domain.flow.marks import STOPS
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.kinds.case_states import Hold
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.texts.catalogue import texts
from tests.documents import letter_samples as samples
from tests.documents.letter_samples import ALL, PAY_BY, TERMS, TODAY, claim, many_claims
from tests.documents.samples import SENDER

HOLDS: dict[str, Hold] = {
    "plan": "amortization",
    "notice": "amortization",
    "missed": "amortization",
    "respite": "respite",
    "dispute_received": "disputed",
}


def case_of(remaining: int, **changes: Any) -> CaseOnDay:
    everyday: dict[str, Any] = {
        "remaining": remaining,
        "due_date": TERMS.due_date,
        "last_day": date(2029, 8, 1),
        "demand": SentLetter(TODAY, PAY_BY),
    }
    return CaseOnDay(**everyday | changes)


@pytest.mark.parametrize("name", [name for name, made in ALL.items() if made().kind])
def test_the_everyday_letter_is_lawful(name: str) -> None:
    letter = ALL[name]()
    (facts,) = facts_for_lawfulness(letter, [case_of(letter.remaining, hold=HOLDS.get(name))])
    assert reasons(check(facts)) == []
    assert facts.pay_by == letter.deadline


def test_the_everyday_application_is_lawful() -> None:
    application = samples.application()
    (facts,) = facts_for_lawfulness(application, [case_of(application.debts[0].claim.remaining)])
    assert reasons(check(facts)) == []
    assert facts.payment_instructions == ""


def test_a_letter_that_claims_nothing_is_checked_for_whom_it_is_from_and_to() -> None:
    (facts,) = facts_for_lawfulness(samples.closing(), [case_of(0)])
    checklist = check(facts)
    assert reasons(checklist) == []
    assert {line.rule for line in checklist} == {
        *("creditor_is_named", "collector_is_named", "dispatch_gives_time"),
        *(f"not_{stop.mark}" for stop in STOPS.values() if stop.stops_letters),
    }


def test_every_kind_that_the_check_knows_has_a_letter() -> None:
    kinds = {made().kind for made in ALL.values()}
    assert kinds - {None} | {"enforcement"} == set(LETTER_KINDS)


def test_the_demand_tells_what_it_prints() -> None:
    letter = samples.demand(claims=(claim(samples.PART_PAID),))
    (facts,) = facts_for_lawfulness(letter, [case_of(letter.remaining)])
    assert (facts.capital, facts.interest, facts.costs, facts.total) == (99_320, 381, 18_000, 117_701)
    assert sum(line.amount for line in facts.interest_lines) == 820 + 381
    assert facts.fees == (("reminder", 6_000), ("debt_collection", 18_000))
    assert facts.basis == "Elarbeten på Ängsvägen 14. Faktura 2026-10417 från 2026-08-01, förföll 2026-08-31"
    assert facts.payment_instructions == f"bankgiro 991-2346, Nordanå Inkasso AB, OCR {letter.claim.ocr_number}"


def test_several_claims_are_checked_one_by_one() -> None:
    claims = many_claims(3)
    letter = samples.demand(claims=claims)
    facts = facts_for_lawfulness(letter, [case_of(one.remaining) for one in claims])
    assert [reasons(check(one)) for one in facts] == [[], [], []]
    assert len({one.payment_instructions for one in facts}) == 3


@pytest.mark.parametrize(
    ("changes", "case", "wrong"),
    [
        ({"pay_by": date(2026, 10, 12)}, {}, "less than 8 days"),
        ({"claims": (claim(debt_description=" "),)}, {}, "basis of the claim is not stated"),
        ({}, {"is_assigned": True}, "new owner of the claim is not told of"),
        ({"assignment": Assignment("Gamla AB", TODAY)}, {"is_assigned": True}, ""),
        ({"creditor": replace(SENDER, name=" ")}, {}, "creditor is not named"),
        ({}, {"remaining": 1}, "asks for 1,678.66 kr where 0.01 kr is owed"),
        ({}, {"reminder_fee_agreed": False}, "reminder fee is charged that was not agreed"),
        ({}, {"lacks_control_fee": True}, "parking that the control fee is for is not described"),
        ({}, {"lacks_forbearance": True}, ""),
        ({"claims": (claim(terms=ClaimTerms(TERMS.due_date, TERMS.interest_from)),)}, {"hold": "disputed"}, "disputed"),
    ],
)
def test_a_demand_that_is_wrong_fails_the_check(changes: dict[str, Any], case: dict[str, Any], wrong: str) -> None:
    letter = samples.demand(**changes)
    (facts,) = facts_for_lawfulness(letter, [case_of(**{"remaining": letter.remaining} | case)])
    found = " ".join(texts("en").say(one) for one in reasons(check(facts)))
    assert wrong in found if wrong else found == ""
