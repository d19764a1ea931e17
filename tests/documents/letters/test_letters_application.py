"""The application for a payment order: a document and values with all that the authority asks for."""

import json
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from fordran.documents.letter_parts.correspondence import Assignment
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.letters.application_parts import ClaimedDebt
from fordran.documents.letters.enforcement import EnforcementApplication, application_data, render
from fordran.domain.claims.facts import ClaimTerms, PaymentFact
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.money import kronor
from tests.documents.letter_samples import (
    FACTS,
    PART_PAID,
    PAY_BY,
    TERMS,
    TODAY,
    application,
    claim,
    many_claims,
)
from tests.pdf import codes_in, drawings_of, text_of


def read(document: EnforcementApplication) -> str:
    return " ".join(text_of(render(document)).split())


@cache
def everyday(language: Any) -> str:
    """The text of the sample."""
    return read(application(language=language))


def missing(text: str, expected: list[str]) -> list[str]:
    return [one for one in expected if one not in text]


@pytest.mark.parametrize(
    ("language", "expected", "remark"),
    [
        (
            "sv",
            ["Sökande", "Björks Elteknik AB", "556677-8899", "Verkstadsgatan 8, 117 43 Stockholm"],
            "18 §: creditor",
        ),
        ("sv", ["Ombud", "Nordanå Inkasso AB", "559244-0001", "Ombudskod 4711"], "18 §: agent"),
        ("sv", ["Svarande", "Åsa Öberg", "19811218-9876", "Ängsvägen 14", "070-123 45 67"], "18 §: debtor"),
        ("sv", ["993,20 8,16 180,00 1 181,36", "inkassokostnad 180,00 kr"], "11 §: what is claimed"),
        ("sv", ["6 § räntelagen på 993,20 kr från och med den 22 oktober 2026"], "11 §: the interest asked for"),
        ("sv", ["faktura 2026-10417 från den 1 augusti 2026, som förföll den 31 augusti 2026"], "10 §: the grounds"),
        ("sv", ["Inkassokrav enligt 5 § inkassolagen (1974:182) sändes den 5 oktober 2026"], "inkassolagen 6 §"),
        ("sv", ["300,00", "380,00", "Yrkat belopp 1 861,36"], "17 §: costs"),
        ("sv", ["Sökanden begär att utslaget verkställs.", "KF-2026-118", "Underskrift av ombudet"], "16 and 19 §§"),
        ("en", ["Applicant", "Agent code 4711", "Respondent", "19811218-9876"], "parties"),
        (
            "en",
            ["993.20 8.16 180.00 1,181.36", "on SEK 993.20 from 22 October 2026", "Amount claimed 1,861.36"],
            "claims",
        ),
    ],
)
def test_the_application_has_all_that_lag_1990_746_asks_for(language: Any, expected: list[str], remark: str) -> None:
    assert missing(everyday(language), expected) == [], remark


def test_the_application_has_no_payment_instructions() -> None:
    assert "Bankgiro" not in everyday("sv")
    assert codes_in(drawings_of(render(application()), 110)[0]) == []


def test_the_values_are_json_in_kronor_and_come_to_the_amount_claimed() -> None:
    data = json.loads(json.dumps(application_data(application())))
    (debt,) = data.pop("debts")
    assert debt.pop("interest") == {
        "type": "reference_rate",
        "law": "räntelag (1975:635) 6 §",
        "points_above_reference_rate": 8,
        "rate_percent": "10",
        "from": "2026-10-22",
        "accrued_amount": 8.16,
        "accrued_to": "2026-10-21",
        "periods": [
            {"from": "2026-09-01", "to": "2026-09-21", "days": 21, "rate_percent": "10", "base": 1425, "amount": 8.2},
            {"from": "2026-09-22", "to": "2026-10-21", "days": 30, "rate_percent": "10", "base": 993.2, "amount": 8.16},
        ],
    }
    assert debt == {
        "invoice_number": "2026-10417",
        "invoice_date": "2026-08-01",
        "due_date": "2026-08-31",
        "debt_description": "Elarbeten på Ängsvägen 14",
        "ocr_number": debt["ocr_number"],
        "demand_date": "2026-10-05",
        "demand_pay_by": "2026-10-15",
        "initial_capital": 1425,
        "capital": 993.2,
        "capital_paid_on": None,
        "costs": {"debt_collection": 180, "reminder": 0, "late_payment_fee": 0, "other": {}},
        "total_amount": 1181.36,
    }
    address = {"address_line_2": "", "address_line_3": "", "country": "SE"}
    assert data == {
        "type": "payment_order_application",
        "date": "2026-10-21",
        "own_reference": "KF-2026-118",
        "currency": "SEK",
        "creditor": {
            "name": "Björks Elteknik AB",
            "organization_no": "556677-8899",
            "address": address | {"address_line_1": "Verkstadsgatan 8", "zip_code": "11743", "city": "Stockholm"},
        },
        "original_creditor": None,
        "assignment_date": None,
        "agent": {
            "name": "Nordanå Inkasso AB",
            "organization_no": "559244-0001",
            "agent_code": "4711",
            "email": "kund@nordana.example",
            "phone": "08-123 45 60",
            "address": address | {"address_line_1": "Box 1200", "zip_code": "90421", "city": "Umeå"},
        },
        "debtor": {
            "name": "Åsa Öberg",
            "id_number": "19811218-9876",
            "email": "asa@example.org",
            "phone": "070-123 45 67",
            "address": address | {"address_line_1": "Ängsvägen 14 lgh 1203", "zip_code": "75228", "city": "Uppsala"},
        },
        "grounds": [
            "Sökanden fordrar betalning enligt faktura 2026-10417 från den 1 augusti 2026, som förföll den 31 augusti "
            "2026. Fakturan avser: Elarbeten på Ängsvägen 14. Ursprungligt kapital: 1 425,00 kr. Inkassokrav enligt "
            "5 § inkassolagen (1974:182) sändes den 5 oktober 2026 med betalning senast den 15 oktober 2026."
        ],
        "application_fee": 300,
        "agent_fee": 380,
        "enforcement_wanted": True,
        "total_amount": 1861.36,
    }


def test_what_is_claimed_is_what_is_owed_whether_the_fees_are_booked_yet_or_not() -> None:
    booked = application()
    assert booked.claimed == booked.debts[0].claim.remaining
    unbooked = application(dated=TODAY, debts=(ClaimedDebt(claim(), SentLetter(TODAY, PAY_BY)),))
    assert unbooked.claimed == unbooked.debts[0].claim.remaining + 68_000


def test_several_debts_are_one_application_with_one_fee() -> None:
    debts = tuple(ClaimedDebt(one, SentLetter(TODAY, PAY_BY)) for one in many_claims(3))
    document = application(dated=TODAY, debts=debts)
    data = application_data(document)
    assert [debt["invoice_number"] for debt in data["debts"]] == ["2026-10417", "2026-10418", "2026-10419"]
    assert data["total_amount"] == kronor(sum(debt.claim.remaining for debt in debts) + 68_000)
    assert missing(read(document), [debt.claim.debt_description for debt in debts]) == []


def test_costs_without_capital_say_when_the_capital_was_paid() -> None:
    paid = claim((FACTS[0], PaymentFact("all", date(2026, 8, 31), 142_500, True)))
    assert ClaimedDebt(paid, SentLetter(TODAY, PAY_BY)).capital_paid_on == date(2026, 8, 31)
    assert "Kapitalet är betalt den 31\u00a0augusti 2026" in ClaimedDebt(paid, SentLetter(TODAY, PAY_BY)).grounds(
        LetterVoice("sv")
    )
    assert ClaimedDebt(claim(PART_PAID), SentLetter(TODAY, PAY_BY)).capital_paid_on is None


@pytest.mark.parametrize(
    ("terms", "type_", "sentence"),
    [
        (
            ClaimTerms(TERMS.due_date, TERMS.interest_from, reference_rate=False, rate_percent=Decimal("12.5")),
            "agreed_rate",
            "Avtalad ränta med 12,5 % per år på 1 425,00 kr från och med den 6 oktober 2026",
        ),
        (ClaimTerms(TERMS.due_date, TERMS.interest_from, reference_rate=False), "none", "Ingen ränta yrkas"),
    ],
)
def test_other_interest_than_the_statutory_is_claimed_as_it_is(terms: ClaimTerms, type_: str, sentence: str) -> None:
    document = application(dated=TODAY, debts=(ClaimedDebt(claim(terms=terms), SentLetter(TODAY, PAY_BY)),))
    assert application_data(document)["debts"][0]["interest"]["type"] == type_
    assert sentence in read(document)


def test_an_assigned_claim_names_its_first_creditor_and_enforcement_can_be_declined() -> None:
    document = application(assignment=Assignment("Gamla Elbolaget AB", date(2026, 9, 1)), enforcement_wanted=False)
    data = application_data(document)
    assert (data["original_creditor"], data["assignment_date"]) == ("Gamla Elbolaget AB", "2026-09-01")
    assert (
        missing(read(document), ["Ursprunglig fordringsägare är Gamla Elbolaget AB", "begär inte att utslaget"]) == []
    )


def test_the_values_hold_text_as_it_was_written() -> None:
    long = "Järnvägsverkstädernas" * 3
    debt = ClaimedDebt(claim(debt_description=long), SentLetter(TODAY, PAY_BY))
    written = json.dumps(application_data(application(dated=TODAY, debts=(debt,))), ensure_ascii=False)
    assert written.count(long) == 2
    assert "\u200b" not in written
    assert "\u00a0" not in written


def test_the_same_application_gives_the_same_bytes() -> None:
    first = render(application())
    render(application(own_reference="another"))
    assert render(application()) == first
