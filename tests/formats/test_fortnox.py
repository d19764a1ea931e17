"""Fortnox's texts: each documented error and what follows from it, tokens, the company and pages."""

from __future__ import annotations

import json

import pytest

from fordran.formats.accounting import CONSEQUENCES, AccountingConsequence, AccountingReason, AccountingTrouble
from fordran.formats.fortnox import ERRORS, TOKEN_ERRORS, document_of, read_company, read_page, read_token, trouble_in

CODES: dict[int, tuple[AccountingReason, AccountingConsequence]] = {
    1000003: ("system_error", "later"),
    1000030: ("bad_request", "refused"),
    1000031: ("bad_request", "refused"),
    2000106: ("bad_request", "refused"),
    2000108: ("bad_request", "refused"),
    2000134: ("bad_request", "refused"),
    2000310: ("not_accepted", "configuration"),
    2000311: ("not_accepted", "configuration"),
    2000359: ("bad_request", "refused"),
    2000423: ("bad_request", "refused"),
    2000588: ("bad_request", "refused"),
    2000637: ("bad_request", "refused"),
    2000663: ("no_permission", "configuration"),
    2000729: ("not_there", "refused"),
    2001101: ("no_licence", "configuration"),
    2001103: ("no_licence", "configuration"),
    2001304: ("no_account", "configuration"),
    2001339: ("no_permission", "configuration"),
    2001392: ("bad_request", "refused"),
    2001399: ("bad_request", "refused"),
    2001740: ("bad_request", "refused"),
    2002115: ("bad_request", "refused"),
}


@pytest.mark.parametrize(("code", "expected"), CODES.items())
def test_each_documented_error(code: int, expected: tuple[AccountingReason, AccountingConsequence]) -> None:
    body = json.dumps({"ErrorInformation": {"error": 1, "message": "Karin Öberg", "code": code}}).encode()
    trouble = trouble_in(400, body)
    assert (trouble.reason, trouble.then) == expected
    assert str(trouble) == f"{expected[0]} ({code})"


def test_every_error_has_a_line_here_and_every_reason_a_consequence() -> None:
    assert CODES.keys() == ERRORS.keys()
    assert {*ERRORS.values(), *TOKEN_ERRORS.values()} <= CONSEQUENCES.keys()


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (400, b"{}", "bad_request"),
        (400, b'{"ErrorInformation":{"Error":1,"Message":"x","Code":2000310}}', "not_accepted"),
        (400, b'{"ErrorInformation":{"code":9}}', "bad_request"),
        (401, b"", "not_accepted"),
        (403, b"<html>", "no_permission"),
        (404, b"[]", "not_there"),
        (408, b"", "no_answer"),
        (429, b"", "too_many_requests"),
        (500, b'{"ErrorInformation":null}', "system_error"),
        (503, b'{"ErrorInformation":{"code":"x"}}', "system_error"),
    ],
)
def test_an_error_that_is_not_documented_is_judged_by_its_status(status: int, body: bytes, reason: str) -> None:
    assert trouble_in(status, body).reason == reason


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("invalid_client", "not_accepted"),
        ("invalid_grant", "no_permission"),
        ("invalid_request", "not_accepted"),
        ("invalid_scope", "no_permission"),
        ("unauthorized_client", "no_permission"),
        ("unsupported_grant_type", "not_accepted"),
        ("never_heard_of", "not_accepted"),
    ],
)
def test_each_error_of_a_token(error: str, reason: str) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        read_token(400, json.dumps({"error": error}).encode())
    assert trouble.value.reason == reason


@pytest.mark.parametrize(
    ("status", "reason"), [(500, "system_error"), (429, "too_many_requests"), (404, "not_accepted")]
)
def test_a_token_that_is_not_given_for_now(status: int, reason: str) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        read_token(status, b"")
    assert trouble.value.reason == reason


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"access_token":"","expires_in":1}', b'{"access_token":"x"}'])
def test_half_a_token_is_none(content: bytes) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_token(200, content)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"CompanyInformation":{}}', b'{"CompanyInformation":[]}'])
def test_half_a_company_is_none(content: bytes) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_company(content)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"Invoices":[]}',
        b'{"Invoices":[{}],"MetaInformation":{"@TotalPages":1,"@TotalResources":1}}',
        b'{"Invoices":[{"DocumentNumber":"1","Balance":"x"}],"MetaInformation":{"@TotalPages":1,"@TotalResources":1}}',
    ],
)
def test_half_a_page_is_none(content: bytes) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_page(content)


def test_amounts_of_a_document_are_decimals() -> None:
    assert str(document_of(b'{"Invoice":{"Total":0.10}}', "Invoice")["Total"]) == "0.10"
