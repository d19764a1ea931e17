"""The stand-in of Swish answers as Swish does: each documented error, payments, callbacks and refunds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from fordran import clock
from fordran.outside.stand_ins.swish import ENDED, OUTAGES, REFUSED, SwishStandIn

PAYMENT = {
    "payeeAlias": "1231181189",
    "amount": "150.50",
    "currency": "SEK",
    "callbackUrl": "https://inkasso.example/callbacks/swish",
    "message": "1000010423",
    "payeePaymentReference": "1000010423",
}
ID, OTHER = "A" * 32, "B" * 32


@asynccontextmanager
async def swish(
    seconds: float = 0, callbacks: httpx.AsyncBaseTransport | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a new stand-in."""
    stand_in = SwishStandIn(clock.now, seconds, 0, callbacks)
    application = Starlette(routes=[Mount("/swish", routes=stand_in.routes())])
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/swish") as client:
        yield client


async def created(client: httpx.AsyncClient, id_: str = ID, **changes: Any) -> httpx.Response:
    given = {name: value for name, value in (PAYMENT | changes).items() if value is not None}
    return await client.put(f"v2/paymentrequests/{id_}", json=given)


def codes(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 422, answer.text
    return [one["errorCode"] for one in answer.json()]


async def test_a_payment_is_created_then_paid_and_has_a_token_for_the_app() -> None:
    async with swish(0.05) as client:
        answer = await created(client)
        assert (answer.status_code, len(answer.headers["PaymentRequestToken"])) == (201, 32)
        assert answer.headers["location"] == f"http://127.0.0.1/swish/v1/paymentrequests/{ID}"
        shown = (await client.get(answer.headers["location"])).json()
        assert (shown["status"], shown["amount"], shown["id"]) == ("CREATED", "150.50", ID)
        await asyncio.sleep(0.06)
        paid = (await client.get(answer.headers["location"])).json()
        assert (paid["status"], len(paid["paymentReference"])) == ("PAID", 32)
        assert (await created(client)).status_code == 400, "an id is used once"
        assert "PaymentRequestToken" not in (await created(client, OTHER, payerAlias="46701234567")).headers


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"payeeAlias": ""}, ["RP01"]),
        ({"payeeAlias": "0701234567"}, ["RP01"]),
        ({"message": "x" * 51}, ["RP02"]),
        ({"callbackUrl": None}, ["RP03"]),
        ({"callbackUrl": "http://inkasso.example/x"}, ["RP03"]),
        ({"payeePaymentReference": "x" * 36}, ["FF08"]),
        ({"payerAlias": "0701234567"}, ["BE18"]),
        ({"currency": "EUR"}, ["AM03"]),
        ({"amount": None}, ["PA02"]),
        ({"amount": "1.234"}, ["PA02"]),
        ({"amount": "NaN"}, ["PA02"]),
        ({"amount": 0}, ["AM06"]),
        ({"amount": "1000000000000"}, ["AM02"]),
        ({"amount": "x", "currency": "EUR", "payeeAlias": "1"}, ["RP01", "AM03", "PA02"]),
        *(({"message": code}, [code]) for code in REFUSED),
    ],
)
async def test_each_fault_is_refused_with_its_code(changes: dict[str, Any], expected: list[str]) -> None:
    async with swish() as client:
        assert codes(await created(client, **changes)) == expected
        assert (await client.get(f"v1/paymentrequests/{ID}")).status_code == 404


async def test_a_payer_has_one_open_request() -> None:
    async with swish(60) as client:
        assert (await created(client, payerAlias="46701234567")).status_code == 201
        assert codes(await created(client, OTHER, payerAlias="46701234567")) == ["RP06"]
        cancel = [{"op": "replace", "path": "/status", "value": "cancelled"}]
        assert (await client.patch(f"v1/paymentrequests/{ID}", json=cancel)).json()["status"] == "CANCELLED"
        assert codes(await client.patch(f"v1/paymentrequests/{ID}", json=cancel)) == ["RP08"]
        assert (await created(client, OTHER, payerAlias="46701234567")).status_code == 201


@pytest.mark.parametrize("code", ENDED)
async def test_each_later_error_ends_the_request(code: str) -> None:
    async with swish() as client:
        assert (await created(client, message=code)).status_code == 201
        shown = (await client.get(f"v1/paymentrequests/{ID}")).json()
        assert (shown["status"], shown["errorCode"]) == ("DECLINED" if code == "RF07" else "ERROR", code)
        assert "paymentReference" not in shown


@pytest.mark.parametrize("message", OUTAGES)
async def test_a_service_that_is_away_is_tried_by_a_message(message: str) -> None:
    async with swish() as client:
        assert (await created(client, message=message)).status_code == OUTAGES[message]


@pytest.mark.parametrize("id_", ["a" * 32, "A" * 31, "G" * 32])
async def test_an_id_of_another_form_is_refused(id_: str) -> None:
    async with swish() as client:
        assert (await created(client, id_)).status_code == 400


async def test_a_refund_is_of_a_payment_by_its_payee_and_of_no_more_than_is_left() -> None:
    async with swish() as client:
        await created(client)
        reference = (await client.get(f"v1/paymentrequests/{ID}")).json()["paymentReference"]
        refund = {
            "originalPaymentReference": reference,
            "payerAlias": "1231181189",
            "amount": "100",
            "currency": "SEK",
            "callbackUrl": PAYMENT["callbackUrl"],
        }
        for changes, expected in (
            ({"originalPaymentReference": OTHER}, ["RF02"]),
            ({"payerAlias": "1239999999"}, ["RF06"]),
            ({"amount": "150.51"}, ["RF08"]),
            ({"currency": "EUR"}, ["AM03"]),
        ):
            assert codes(await client.put(f"v2/refunds/{ID}", json=refund | changes)) == expected
        assert (await client.put(f"v2/refunds/{ID}", json=refund)).status_code == 201
        assert (await client.get(f"v1/refunds/{ID}")).json()["status"] == "PAID"
        assert codes(await client.put(f"v2/refunds/{OTHER}", json=refund)) == ["RF08"]
        assert (await client.put(f"v2/refunds/{OTHER}", json=refund | {"amount": "50.50"})).status_code == 201


async def test_the_callback_is_tried_again_until_it_is_answered() -> None:
    received: list[tuple[str, Any]] = []
    is_answered = asyncio.Event()

    async def take(request: Request) -> Response:
        received.append((request.headers["callbackIdentifier"], await request.json()))
        if len(received) < 3:
            return Response(status_code=500)
        is_answered.set()
        return Response(status_code=200)

    receiver = httpx.ASGITransport(Starlette(routes=[Route("/callback", take, methods=["POST"])]))
    async with swish(callbacks=receiver) as client:
        await created(client, callbackUrl="http://127.0.0.1/callback", callbackIdentifier="F" * 32)
        await asyncio.wait_for(is_answered.wait(), 10)
        await asyncio.sleep(0.01)
    assert [one[0] for one in received] == ["F" * 32] * 3
    assert {one[1]["status"] for one in received} == {"PAID"}
    assert "callbackIdentifier" not in received[0][1]
