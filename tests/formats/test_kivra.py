"""Kivra's texts: each documented error, contents byte for byte, and what signs a callback."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from standardwebhooks import Webhook

from fordran.formats.kivra import (
    ERRORS,
    Consequence,
    KivraCallback,
    PaymentOption,
    PayTo,
    error_in,
    is_signed,
    make_content,
    matched_in,
    read_callback,
    signature,
)

CODES: dict[int, Consequence] = {
    40000: "refused",
    40001: "refused",
    40003: "configuration",
    40008: "refused",
    40009: "refused",
    40012: "refused",
    40015: "configuration",
    40019: "refused",
    40021: "configuration",
    40024: "refused",
    40028: "refused",
    40032: "not_reached",
    40035: "refused",
    40041: "refused",
    40042: "refused",
    40044: "refused",
    40047: "refused",
    40100: "configuration",
    40101: "configuration",
    40102: "configuration",
    40103: "configuration",
    40104: "configuration",
    40105: "not_reached",
    40109: "not_reached",
    40300: "configuration",
    40400: "not_reached",
    41300: "refused",
    42221: "refused",
    42900: "later",
}


@pytest.mark.parametrize(("code", "then"), CODES.items())
def test_each_documented_error(code: int, then: Consequence) -> None:
    body = json.dumps({"code": code, "short_message": "x", "long_message": "y"}).encode()
    assert (error_in(code // 100, body).code, error_in(code // 100, body).then) == (code, then)


def test_every_error_has_its_row() -> None:
    assert set(CODES) == set(ERRORS)


@pytest.mark.parametrize(
    ("status", "body", "then"),
    [
        (500, b"", "later"),
        (503, b'{"code": "x"}', "later"),
        (408, b"", "later"),
        (429, b"oops", "later"),
        (401, b"", "configuration"),
        (403, b"[]", "configuration"),
        (400, b'{"code": 40777}', "refused"),
    ],
)
def test_an_error_that_is_not_documented_is_judged_by_its_status(status: int, body: bytes, then: str) -> None:
    assert error_in(status, body).then == then


def test_the_same_content_is_the_same_bytes() -> None:
    options = [PaymentOption(date(2026, 12, 5), 6_000, "12344")]
    made = make_content(
        "198112289874", "Krav", "invoice.debtcollection", [("k.pdf", b"%PDF")], options, PayTo("5050-1055", "1231181189"),
        date(2026, 11, 18),
    )  # fmt: skip
    assert made == (
        b'{"ssn":"198112289874","subject":"Krav","generated_at":"2026-11-18","type":"invoice.debtcollection",'
        b'"parts":[{"name":"k.pdf","data":"JVBERg==","content_type":"application/pdf"}],'
        b'"payment_multiple_options":{"payable":true,"currency":"SEK","method":"1","account":"5050-1055",'
        b'"swish_alias":"1231181189","options":[{"due_date":"2026-12-07","amount":"60.00","type":"SE_OCR",'
        b'"reference":"12344"}]}}'
    )


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'{"list": 1}', b'{"list": [1]}'])
def test_half_a_match_is_none(body: bytes) -> None:
    assert matched_in(body) is None


SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
NOW = datetime.now(UTC).replace(microsecond=0)
TOLD = b'{"type":"content_viewed","data":{"content_key":"17ab","event_time":"2026-11-18T10:00:00+00:00"}}'


def headers(at: datetime = NOW, body: bytes = TOLD) -> dict[str, str]:
    timestamp = str(int(at.timestamp()))
    signed = f"v1a,other {signature(SECRET, 'msg', timestamp, body)}"
    return {"webhook-id": "msg", "webhook-timestamp": timestamp, "webhook-signature": signed}


def test_the_signature_is_that_of_standard_webhooks() -> None:
    Webhook(SECRET).verify(TOLD, headers(datetime.now(UTC)))
    other = Webhook(SECRET).sign("msg", NOW, TOLD.decode())
    assert is_signed(SECRET, headers() | {"webhook-signature": other}, TOLD, NOW)


@pytest.mark.parametrize(
    ("changed", "body", "late"),
    [
        ({}, TOLD + b" ", 0),
        ({"webhook-id": "other"}, TOLD, 0),
        ({"webhook-signature": "v1,"}, TOLD, 0),
        ({"webhook-signature": "v1,å"}, TOLD, 0),
        ({"webhook-timestamp": "soon"}, TOLD, 0),
        ({"webhook-timestamp": "9" * 30}, TOLD, 0),
        ({}, TOLD, 301),
        ({}, TOLD, -301),
    ],
)
def test_what_is_not_signed(changed: dict[str, str], body: bytes, late: int) -> None:
    assert is_signed(SECRET, headers(), TOLD, NOW + timedelta(seconds=299))
    assert not is_signed(SECRET, headers() | changed, body, NOW + timedelta(seconds=late))


def test_what_a_callback_tells() -> None:
    happened = datetime(2026, 11, 18, 10, tzinfo=UTC)
    assert read_callback(TOLD) == KivraCallback("read", "17ab", happened)
    assert read_callback(TOLD.replace(b"content_viewed", b"invoice_declined")) == KivraCallback(
        "declined", "17ab", happened
    )
    assert read_callback(TOLD.replace(b"content_viewed", b"payment_callback")) == KivraCallback(
        "other", "17ab", happened
    )


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[]", TOLD.replace(b'"17ab"', b'""'), TOLD.replace(b"+00:00", b""), TOLD.replace(b"T10", b"T99")],
)
def test_what_tells_nothing(body: bytes) -> None:
    assert read_callback(body) is None
