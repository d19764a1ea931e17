"""A stand-in of Swish's commerce API, as its test system behaves: an error code as the message makes that error.

Payment requests and refunds are kept in memory. What is answered follows from what is sent, never from chance.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import httpx
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

REFUSED: Mapping[str, str] = {
    "RP01": "Missing or empty payee number.",
    "RP02": "Wrong formatted message.",
    "RP03": "The callback URL is missing or does not use https.",
    "RP06": "Another request is open for this payer.",
    "FF08": "The payment reference is invalid.",
    "BE18": "The payer number is invalid.",
    "PA02": "The amount is missing or is no number.",
    "AM02": "The amount is too large.",
    "AM03": "The currency is invalid or missing.",
    "AM06": "The amount is less than the agreed minimum.",
    "ACMT01": "The counterpart is not activated.",
    "ACMT03": "The payer is not enrolled.",
    "ACMT07": "The payee is not enrolled.",
}
"""Errors that a payment request is refused with."""

ENDED: Mapping[str, str] = {
    "RF07": "The transaction was declined.",
    "BANKIDCL": "The payer cancelled BankID signing.",
    "BANKIDONGOING": "BankID is in use already.",
    "BANKIDUNKN": "BankID cannot authorise the payment.",
    "FF10": "The bank's system has an error.",
    "TM01": "The payer did not start in time.",
    "DS24": "The bank did not answer in time: the outcome is not known.",
}
"""Errors that a payment request ends with."""

REFUND_REFUSED: Mapping[str, str] = {
    "RF02": "The original payment is not found.",
    "RF06": "The payer is not the payee of the original payment.",
    "RF08": "The amount is more than what is left of the original payment.",
}
REFUND_REFUSED_BY_RULE: Mapping[str, str] = {
    "RF03": "The payer's number is another than the payee's of the original payment.",
    "RF04": "The payer's organisation is another than that of the original payment.",
    "RF07": "The transaction was declined.",
    "RF09": "Another refund of the payment is in progress.",
    "PA01": "A parameter is not correct.",
    "ACMT01": "The counterpart is not activated.",
    "ACMT07": "The payee is not enrolled.",
}
"""Errors that a refund is refused with by rule."""
REFUND_ENDED: Mapping[str, str] = {
    "AM04": "There is too little on the account.",
    "FF10": "The bank's system has an error.",
    "DS24": "The bank did not answer in time: the outcome is not known.",
}
"""Errors that a refund ends with, likewise."""

OUTAGES: Mapping[str, int] = {"HTTP401": 401, "HTTP403": 403, "HTTP429": 429, "HTTP500": 500}
"""Messages that stand for a service that is away, or refuses the caller."""

PAYERS: Mapping[str, str] = {
    "46700000001": "RF07",
    "46700000002": "BANKIDCL",
    "46700000003": "BANKIDONGOING",
    "46700000004": "BANKIDUNKN",
    "46700000005": "FF10",
    "46700000006": "TM01",
    "46700000007": "DS24",
    "46700000008": "ACMT03",
    "46700000009": "HTTP500",
}
"""Payers' numbers that make the same as a message with that code, for pages on which no message is written."""

MOST_AMOUNT = Decimal("999999999999.99")
TRIES = 10
_ID = re.compile("[0-9A-F]{32}")
_MESSAGE = re.compile(r"[\wåäöÅÄÖ :;.,?!()\"-]{0,50}")
_REFERENCE = re.compile("[A-Za-z0-9-]{0,35}")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass
class _Object:
    """A payment request or a refund, as it is shown, and when it ends by itself."""

    shown: dict[str, Any]
    amount: Decimal
    ends_at: float
    ends_as: dict[str, Any]
    callback: str
    identifier: str
    refunded: Decimal = field(default_factory=Decimal)

    @property
    def is_open(self) -> bool:
        return self.shown["status"] in ("CREATED", "VALIDATED")


class SwishStandIn:
    """The stand-in: its routes, and what it was asked for."""

    def __init__(
        self,
        now: Callable[[], datetime],
        seconds: float = 2.0,
        retry_seconds: float = 1.0,
        callbacks: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.now, self.seconds, self.retry_seconds, self._callbacks = now, seconds, retry_seconds, callbacks
        self._payments: dict[str, _Object] = {}
        self._refunds: dict[str, _Object] = {}
        self._calls: set[asyncio.Task[None]] = set()
        self.refund_rules: list[str] = []
        """The outcome of the next refunds: an error, or an outage."""

    def routes(self) -> list[Route]:
        """The routes below the base of the API."""
        return [
            Route("/v2/paymentrequests/{id}", self.create, methods=["PUT"]),
            Route("/v1/paymentrequests/{id}", self.read, methods=["GET"]),
            Route("/v1/paymentrequests/{id}", self.cancel, methods=["PATCH"]),
            Route("/v2/refunds/{id}", self.refund, methods=["PUT"]),
            Route("/v1/refunds/{id}", self.read_refund, methods=["GET"]),
        ]

    async def create(self, request: Request) -> Response:
        """Take a payment request."""
        id_, given = request.path_params["id"], await _object_in(request)
        if given is None or not _ID.fullmatch(id_) or id_ in self._payments:
            return Response(status_code=400)
        message = PAYERS.get(str(given.get("payerAlias")), str(given.get("message", "")))
        if message in OUTAGES:
            return Response(status_code=OUTAGES[message])
        self._settle()
        if codes := list(self._wrong(given)) or [code for code in REFUSED if code == message]:
            return _refused(codes, REFUSED)
        if message in ENDED:
            status = "DECLINED" if message == "RF07" else "ERROR"
            ends: dict[str, Any] = {"status": status, "errorCode": message, "errorMessage": ENDED[message]}
        else:
            ends = {"status": "PAID", "paymentReference": _derived("reference", id_), "datePaid": None}
        token = {} if given.get("payerAlias") else {"PaymentRequestToken": _derived("token", id_).lower()}
        self._payments[id_] = kept = self._kept(id_, given, "CREATED", ends)
        self._call_back(kept)
        return Response(status_code=201, headers={"Location": _read_at(request, id_), **token})

    async def read(self, request: Request) -> Response:
        """A payment request as it is now."""
        return self._shown(self._payments, request)

    async def cancel(self, request: Request) -> Response:
        """Cancel a payment request that is open."""
        self._settle()
        found = self._payments.get(request.path_params["id"])
        if found is None:
            return Response(status_code=404)
        if await _json_in(request) != [{"op": "replace", "path": "/status", "value": "cancelled"}]:
            return Response(status_code=400)
        if not found.is_open:
            return _refused(["RP08"], {"RP08": "The request is not open."})
        found.shown["status"] = "CANCELLED"
        return JSONResponse(found.shown)

    async def refund(self, request: Request) -> Response:
        """Take a refund of a payment."""
        id_, given = request.path_params["id"], await _object_in(request)
        if given is None or not _ID.fullmatch(id_) or id_ in self._refunds:
            return Response(status_code=400)
        self._settle()
        if codes := list(_wrong_money(given)) + list(_wrong_callback(given)):
            return _refused(codes, REFUSED)
        reference = given.get("originalPaymentReference")
        paid = [one for one in self._payments.values() if one.shown.get("paymentReference") == reference]
        amount = Decimal(str(given["amount"]))
        if not reference or not paid:
            return _refused(["RF02"], REFUND_REFUSED)
        if given.get("payerAlias") != paid[0].shown["payeeAlias"]:
            return _refused(["RF06"], REFUND_REFUSED)
        if paid[0].refunded + amount > paid[0].amount:
            return _refused(["RF08"], REFUND_REFUSED)
        message = str(given.get("message", ""))
        rule = self.refund_rules.pop(0) if self.refund_rules else message
        if rule in REFUND_REFUSED_BY_RULE:
            return _refused([rule], REFUND_REFUSED_BY_RULE)
        if rule in OUTAGES:
            return Response(status_code=OUTAGES[rule])
        paid[0].refunded += amount
        ends: dict[str, Any] = {"status": "PAID", "paymentReference": _derived("refund", id_), "datePaid": None}
        if rule in REFUND_ENDED:
            ends = {"status": "ERROR", "errorCode": rule, "errorMessage": REFUND_ENDED[rule]}
        self._refunds[id_] = kept = self._kept(id_, given, "VALIDATED", ends)
        self._call_back(kept)
        return Response(status_code=201, headers={"Location": _read_at(request, id_)})

    async def read_refund(self, request: Request) -> Response:
        """A refund as it is now."""
        return self._shown(self._refunds, request)

    def _wrong(self, given: Mapping[str, Any]) -> Iterator[str]:
        """The codes of everything that is wrong with a payment request."""
        if not re.fullmatch("123[0-9]{7}", str(given.get("payeeAlias", ""))):
            yield "RP01"
        if not _MESSAGE.fullmatch(str(given.get("message", ""))):
            yield "RP02"
        yield from _wrong_callback(given)
        payer = given.get("payerAlias")
        if payer is not None and not re.fullmatch("46[0-9]{8,13}", str(payer)):
            yield "BE18"
        if payer and any(one.is_open and one.shown.get("payerAlias") == payer for one in self._payments.values()):
            yield "RP06"
        if not _REFERENCE.fullmatch(str(given.get("payeePaymentReference", ""))):
            yield "FF08"
        yield from _wrong_money(given)

    def _kept(self, id_: str, given: Mapping[str, Any], status: str, ends: dict[str, Any]) -> _Object:
        shown = {name: value for name, value in given.items() if name != "callbackIdentifier"}
        amount = Decimal(str(given["amount"]))
        shown |= {"id": id_, "amount": _number(amount), "status": status, "dateCreated": self._moment()}
        ends_at = asyncio.get_running_loop().time() + self.seconds
        return _Object(shown, amount, ends_at, ends, given["callbackUrl"], str(given.get("callbackIdentifier", "")))

    def _moment(self) -> str:
        return self.now().isoformat(timespec="milliseconds")

    def _settle(self) -> None:
        """End what ends by itself by now."""
        moment = asyncio.get_running_loop().time()
        for one in (*self._payments.values(), *self._refunds.values()):
            if one.is_open and one.ends_at <= moment:
                one.shown |= one.ends_as | ({"datePaid": self._moment()} if "datePaid" in one.ends_as else {})

    def _shown(self, kept: Mapping[str, _Object], request: Request) -> Response:
        self._settle()
        found = kept.get(request.path_params["id"])
        return Response(status_code=404) if found is None else JSONResponse(found.shown)

    def _call_back(self, one: _Object) -> None:
        task = asyncio.create_task(self._told(one))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _told(self, one: _Object) -> None:
        """Send the whole object to the callback until it is answered 200, ten times at most; to this machine alone."""
        await asyncio.sleep(self.seconds)
        self._settle()
        if urlsplit(one.callback).hostname not in _LOOPBACK:
            return
        headers = {"callbackIdentifier": one.identifier} if one.identifier else {}
        async with httpx.AsyncClient(timeout=5, transport=self._callbacks) as client:
            for _ in range(TRIES):
                # A receiver that is away is tried again.
                with suppress(httpx.HTTPError):
                    if (await client.post(one.callback, json=one.shown, headers=headers)).status_code == 200:
                        return
                await asyncio.sleep(self.retry_seconds)


def _wrong_callback(given: Mapping[str, Any]) -> Iterator[str]:
    url = urlsplit(str(given.get("callbackUrl", "")))
    if url.scheme != "https" and not (url.scheme == "http" and url.hostname in _LOOPBACK):
        yield "RP03"


def _wrong_money(given: Mapping[str, Any]) -> Iterator[str]:
    if given.get("currency") != "SEK":
        yield "AM03"
    try:
        amount = Decimal(str(given.get("amount")))
    except InvalidOperation:
        yield "PA02"
        return
    if not amount.is_finite() or amount != round(amount, 2):
        yield "PA02"
    elif amount < Decimal("0.01"):
        yield "AM06"
    elif amount > MOST_AMOUNT:
        yield "AM02"


async def _json_in(request: Request) -> Any:
    try:
        return json.loads(await request.body(), parse_float=Decimal)
    except ValueError:
        return None


async def _object_in(request: Request) -> dict[str, Any] | None:
    given = await _json_in(request)
    return given if isinstance(given, dict) else None


def _refused(codes: list[str], texts: Mapping[str, str]) -> Response:
    errors = [{"errorCode": code, "errorMessage": texts[code], "additionalInformation": None} for code in codes]
    return JSONResponse(errors, status_code=422)


def _number(amount: Decimal) -> int | str:
    """The amount as the API shows it: a whole number, or kronor and öre in a text."""
    return int(amount) if amount == int(amount) else f"{amount:.2f}"


def _derived(kind: str, id_: str) -> str:
    return sha256(f"{kind} {id_}".encode()).hexdigest()[:32].upper()


def _read_at(request: Request, id_: str) -> str:
    path = request.url.path.replace("/v2/", "/v1/").rpartition("/")[0]
    return str(request.url.replace(path=f"{path}/{id_}", query=""))
