"""Answers of Bolagsverket: each code of a procedure, each error, and what is no whole answer."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from fordran.formats.bolagsverket import ERRORS, ONGOING, CompanyAnswer, CompanyOutcome, NoAnswer, read_answer
from fordran.outside.stand_ins.bolagsverket import _error, _gone, _ongoing, _ordinary

ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "11122", "city": "STOCKHOLM", "country": "SE"}


def answered(*parts: dict[str, Any]) -> CompanyAnswer:
    return read_answer(json.dumps({"organisationer": [_ordinary("5560021361") | part for part in parts]}).encode())


CODES: dict[str, CompanyOutcome] = {
    "KK": "bankruptcy",
    "LI": "liquidation",
    "FR": "active",
    "AC": "active",
    "FUOL": "active",
    "FUOT": "active",
    "DEOL": "active",
    "DEOT": "active",
    "GROM": "active",
    "OM": "active",
    "RES": "active",
    "NEW": "active",
}


@pytest.mark.parametrize(("code", "outcome"), CODES.items())
def test_each_ongoing_procedure(code: str, outcome: CompanyOutcome) -> None:
    answer = answered(_ongoing(code))
    assert answer.outcome == outcome
    assert (answer.since, answer.code) == ((date(2026, 8, 20), code) if outcome != "active" else (None, ""))


def test_every_documented_procedure_has_its_row() -> None:
    assert set(ONGOING) == set(CODES) - {"NEW"}


@pytest.mark.parametrize(
    "code",
    [
        *("KKAV", "LIAV", "FUAV", "DELAV", "DOM", "OVERK", "VERKUPP", "ARSEED", "AKEJH", "NYINN", "OMAV", "UTLKKLI"),
        *("VDSAK", "AVREG"),
    ],
)
def test_each_reason_of_deregistration(code: str) -> None:
    assert answered(_gone(code)) == CompanyAnswer("deregistered", date(2026, 7, 1), code, ADDRESS)


def test_a_day_may_be_a_moment() -> None:
    assert answered(_gone("LIAV", "2026-07-01T12:00:00+02:00")).since == date(2026, 7, 1)


def test_a_bankruptcy_comes_before_a_deregistration_and_a_liquidation() -> None:
    assert answered(_gone("LIAV") | _ongoing("KK")).outcome == "bankruptcy"


def test_a_business_that_goes_on_is_not_ended_by_another_that_ended() -> None:
    assert answered(_gone("VERKUPP"), {}, {}).outcome == "active"
    assert answered(_gone("VERKUPP"), _gone("AVREG")).outcome == "deregistered"
    assert answered({}, _ongoing("KK")).outcome == "bankruptcy"


@pytest.mark.parametrize("error", [*ERRORS, "SOMETHING_NEW"])
@pytest.mark.parametrize(
    "name",
    ["avregistreradOrganisation", "avregistreringsorsak", "pagaendeAvvecklingsEllerOmstruktureringsforfarande"],
)
def test_a_partial_answer_is_no_answer(error: str, name: str) -> None:
    with pytest.raises(NoAnswer, match=ERRORS.get(error, error)):
        answered(_error(error, name))


def test_an_error_in_a_field_that_is_not_needed_stops_nothing() -> None:
    assert answered(_error("TIMEOUT", "naringsgrenOrganisation")) == CompanyAnswer("active", address=ADDRESS)


def test_an_organisation_that_is_not_there() -> None:
    assert answered(_error("ORGANISATION_FINNS_EJ", "organisationsidentitet")).outcome == "not_found"
    assert answered().outcome == "not_found"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"organisationer": {}}',
        b'{"organisationer": [1]}',
        b'{"organisationer": [{}]}',
        json.dumps(
            {
                "organisationer": [
                    _ordinary("5560021361")
                    | {
                        "pagaendeAvvecklingsEllerOmstruktureringsforfarande": {
                            "pagaendeAvvecklingsEllerOmstruktureringsforfarandeLista": "KK"
                        }
                    }
                ]
            }
        ).encode(),
    ],
)
def test_half_an_answer_is_none(content: bytes) -> None:
    with pytest.raises(NoAnswer):
        read_answer(content)


def test_an_organisation_without_an_address() -> None:
    assert answered({"postadressOrganisation": None}).address == {}
