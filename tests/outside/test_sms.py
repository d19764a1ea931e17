"""The SMS provider's adapter against the stand-in: each answer has its outcome, and no number is in a reason."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.actions.sms.send_notices import SmsMessage, SmsOutcome
from fordran.api.serving.clients.sms_reports import report_in
from fordran.formats.sms import DeliveryReport, e164
from fordran.outside import sms as adapter
from fordran.outside.sms import Sms
from fordran.outside.stand_ins.sms import HALF, SILENT, STATUSES, UNDELIVERED, SmsStandIn
from fordran.sections import SmsSection

SECTION = SmsSection("http://127.0.0.1:8100/sms", "user", "hidden", "Kravhuset")
MESSAGE = SmsMessage("+46701234567", "Hej", "k" * 32)


def before(stand_in: SmsStandIn) -> Sms:
    application = Starlette(routes=[Mount("/sms", routes=stand_in.routes())])
    return Sms(SECTION, "http://127.0.0.1:8000", httpx.ASGITransport(application))


async def test_a_message_is_taken_once_with_where_its_report_goes() -> None:
    stand_in = SmsStandIn(0.0)
    outcome = await before(stand_in).send(MESSAGE)
    (taken,) = stand_in.messages
    assert outcome == SmsOutcome("sent", provider_id=taken["id"])
    assert (taken["from"], taken["to"], taken["message"]) == ("Kravhuset", "+46701234567", "Hej")
    assert taken["whendelivered"] == f"http://127.0.0.1:8000/callbacks/sms?notice={'k' * 32}"


OUTCOMES = {401: "later", 403: "later", 429: "later", 503: "later", 500: "unknown", 400: "refused"}


@pytest.mark.parametrize(("number", "status"), STATUSES.items())
async def test_each_status_has_its_outcome(number: str, status: int) -> None:
    outcome = await before(SmsStandIn()).send(replace(MESSAGE, to=number))
    assert outcome.status == OUTCOMES[status]
    assert str(status) in outcome.reason
    assert number not in outcome.reason


async def test_an_answer_that_is_lost_or_half_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "WAIT_SECONDS", 0.05)
    assert (await before(SmsStandIn(away_seconds=0.3)).send(replace(MESSAGE, to=SILENT))).status == "unknown"
    assert (await before(SmsStandIn()).send(replace(MESSAGE, to=HALF))) == SmsOutcome("unknown", "half an answer")


def raising(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error

    return respond


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (httpx.ConnectError("x"), "later"),
        (httpx.ConnectTimeout("x"), "later"),
        (httpx.ReadTimeout("x"), "unknown"),
        (httpx.RemoteProtocolError("x"), "unknown"),
    ],
)
async def test_a_provider_that_is_away(error: Exception, status: str) -> None:
    sms = Sms(SECTION, "http://127.0.0.1:8000", httpx.MockTransport(raising(error)))
    assert (await sms.send(MESSAGE)).status == status
    assert "hidden" not in repr(sms)


@pytest.mark.parametrize(("number", "status"), [("+46701234567", "delivered"), (UNDELIVERED, "failed")])
async def test_the_stand_in_reports_until_it_is_heard(number: str, status: str) -> None:
    heard: list[httpx.Request] = []

    def hear(request: httpx.Request) -> httpx.Response:
        heard.append(request)
        return httpx.Response(500 if len(heard) == 1 else 204)

    stand_in = SmsStandIn(0.0, 0.01, httpx.MockTransport(hear))
    await before(stand_in).send(replace(MESSAGE, to=number))
    for _ in range(100):
        await asyncio.sleep(0.01)
        if len(heard) == 2:
            break
    assert [report_in(one.content) for one in heard] == [DeliveryReport(stand_in.messages[0]["id"], status)] * 2  # type: ignore[arg-type]


@pytest.mark.parametrize("body", [b"", b"id=1", b"id=&status=delivered", b"id=1&status=odd", b"\xff=", b"id"])
def test_what_is_no_report(body: bytes) -> None:
    assert report_in(body) is None


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("070-123 45 67", "+46701234567"),
        ("0046701234567", "+46701234567"),
        ("+47 900 12 345", "+4790012345"),
        ("08-123 456", None),
        ("+468123456", None),
        ("", None),
    ],
)
def test_numbers_as_the_provider_takes_them(written: str, number: str | None) -> None:
    assert e164(written) == number
