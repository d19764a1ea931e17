"""Refunds by the adapter of Swish: against its stand-in, and against servers that misbehave."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fordran.domain.bank.swish import SwishRequest
from fordran.domain.bank.swish_refunds import ERRORS, NOT_TAKEN, SwishRefundAnswer, SwishRefundRequest
from fordran.outside.swish import Swish
from fordran.sections import SwishSection
from tests.outside.swish_hall import PAYEE, swish_hall
from tests.outside.test_swish import asked

SECTION = SwishSection(PAYEE, url="http://127.0.0.1:1/swish")


def refund(**changes: Any) -> SwishRefundRequest:
    given = {
        "id": secrets.token_hex(16).upper(),
        "amount": 5050,
        "original_reference": "A" * 32,
        "reference": "1000010423",
        "callback_url": "https://inkasso.example/callbacks/swish",
        "callback_identifier": secrets.token_hex(16),
    }
    return SwishRefundRequest(**given | changes)


async def paid(swish: Swish) -> SwishRequest:
    """A payment by the stand-in; its request."""
    request = asked()
    await swish.create(request)
    return request


async def test_a_part_of_a_payment_goes_back_and_no_more_than_there_is() -> None:
    async with swish_hall() as section:
        swish = Swish(section)
        request = await paid(swish)
        answer = await swish.read(request.id, request.amount)
        assert answer is not None
        assert answer.payment_reference is not None
        first = refund(original_reference=answer.payment_reference, amount=10000)
        assert await swish.read_refund(first.id, 10000) == NOT_TAKEN
        assert await swish.refund(first) == SwishRefundAnswer("open")
        assert await swish.read_refund(first.id, 10000) == SwishRefundAnswer("paid")
        # Of the 150.50 kronor 50.50 are left.
        more = refund(original_reference=answer.payment_reference, amount=5051)
        assert await swish.refund(more) == SwishRefundAnswer("failed", "RF08")
        assert await swish.refund(refund()) == SwishRefundAnswer("failed", "RF02")
        # The same id twice is one refund: the second is not believed to be refused.
        assert await swish.refund(first) is None
        assert await swish.read_refund(first.id, 1) == SwishRefundAnswer("unknown", "differs")


def _status(status: int, content: bytes = b"") -> Callable[[httpx.Request], httpx.Response]:
    return lambda _: httpx.Response(status, content=content)


def _raising(trouble: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def respond(request: httpx.Request) -> httpx.Response:
        raise trouble

    return respond


def _refusal(code: str) -> bytes:
    return json.dumps([{"errorCode": code, "errorMessage": "x", "additionalInformation": None}]).encode()


@pytest.mark.parametrize("code", ERRORS)
async def test_each_documented_refusal(code: str) -> None:
    swish = Swish(SECTION, httpx.MockTransport(_status(422, _refusal(code))))
    state = ERRORS[code].state
    expected = None if state == "unknown" else SwishRefundAnswer(state, code, is_taken=state == "failed")
    assert await swish.refund(refund()) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (_raising(httpx.ConnectError("away")), NOT_TAKEN),
        (_raising(httpx.ReadTimeout("late")), None),
        (_raising(httpx.RemoteProtocolError("half")), None),
        (_status(500), None),
        (_status(400), None),
        (_status(401), NOT_TAKEN),
        (_status(403), NOT_TAKEN),
        (_status(429), NOT_TAKEN),
        (_status(422, b"<html>"), None),
        (_status(422, _refusal("XX99")), None),
    ],
)
async def test_what_becomes_of_a_refund_that_is_not_answered_well(
    answer: Callable[[httpx.Request], httpx.Response], expected: SwishRefundAnswer | None
) -> None:
    assert await Swish(SECTION, httpx.MockTransport(answer)).refund(refund()) == expected


@pytest.mark.parametrize(
    "answer", [_raising(httpx.ConnectError("x")), _status(500), _status(200, b"[]"), _status(200, b"{"), _status(403)]
)
async def test_a_question_without_an_answer_tells_nothing(answer: Callable[[httpx.Request], httpx.Response]) -> None:
    assert await Swish(SECTION, httpx.MockTransport(answer)).read_refund("A" * 32, 100) is None


async def test_what_is_sent_is_what_swish_documents() -> None:
    sent: list[httpx.Request] = []

    def take(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(201)

    request = refund()
    await Swish(SECTION, httpx.MockTransport(take)).refund(request)
    assert (sent[0].method, sent[0].url.path) == ("PUT", f"/swish/v2/refunds/{request.id}")
    assert json.loads(sent[0].content) == {
        "originalPaymentReference": "A" * 32,
        "payerAlias": PAYEE,
        "amount": "50.50",
        "currency": "SEK",
        "callbackUrl": "https://inkasso.example/callbacks/swish",
        "callbackIdentifier": request.callback_identifier,
        "payerPaymentReference": "1000010423",
        "message": "1000010423",
    }
