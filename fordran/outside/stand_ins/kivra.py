"""A stand-in of Kivra's sender API: tokens, matches, contents with a strict schema, duplicates, and signed callbacks.

What is answered follows from the personal number, by the rules in docs/simulators.md. Contents are kept in memory.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import httpx
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fordran.domain.days import is_banking_day
from fordran.domain.numbers import ocr
from fordran.formats.kivra import ERRORS, MOST_BYTES, signature

SECRET = "whsec_" + base64.b64encode(b"the stand-in of Kivra signs with").decode()
"""Signs callbacks."""

FAILING: Mapping[str, int] = {
    "198001019002": 40000,
    "198002019019": 40009,
    "198003019026": 40019,
    "198004019033": 40041,
    "198005019040": 40042,
    "198006019056": 40044,
    "198007019063": 40105,
    "198008019070": 40300,
    "198009019087": 40400,
    "198010019092": 41300,
    "198011019109": 42221,
    "198012019116": 42900,
    "198101019126": 40100,
    "198102019133": 50000,
}
"""Number → the error that a content to it is refused with."""
SILENT = "198103019140"
DECLINING = "198104019156"
UNREACHED = "198105019163"
"""Is with Kivra by the match, and has left when something is sent."""
PAYABLE = ("invoice", "invoice.reminder", "invoice.debtcollection")
TYPES = (*PAYABLE, "letter")
TRIES = 10
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class _Refused(Exception):
    """A request that Kivra would refuse, with its code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class KivraStandIn:
    """The stand-in: its routes, and what it was given."""

    def __init__(
        self,
        now: Callable[[], datetime],
        seconds: float = 2.0,
        retry_seconds: float = 1.0,
        callbacks: httpx.AsyncBaseTransport | None = None,
        away_seconds: float = 30.0,
    ) -> None:
        self.now, self.seconds, self.retry_seconds, self._callbacks = now, seconds, retry_seconds, callbacks
        self.away_seconds = away_seconds
        """How long a content to `SILENT` is kept waiting."""
        self.contents: dict[str, dict[str, Any]] = {}
        """Key → the content that was delivered."""
        self.asked = 0
        """How many numbers were asked about."""
        self._keys: dict[str, str] = {}
        self._hooks: list[str] = []
        self._tokens: set[str] = set()
        self._calls: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        """The routes below the base of the API."""
        return [
            Route("/v1/auth", self.authenticate, methods=["POST"]),
            Route("/v2/tenant/{tenant}/usermatch/ssn", self.match, methods=["POST"]),
            Route("/v2/tenant/{tenant}/content", self.take, methods=["POST"]),
            Route("/v2/webhooks/payments", self.add_hook, methods=["POST"]),
        ]

    def end_tokens(self) -> None:
        """Let every token that was given have ended."""
        self._tokens.clear()

    async def authenticate(self, request: Request) -> Response:
        """Give a token to a client."""
        scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
        try:
            client = base64.b64decode(credentials, validate=True).decode()
        except ValueError:
            client = ""
        if scheme != "Basic" or not all(client.partition(":")):
            return _error(40104)
        if (await request.body()).decode() != "grant_type=client_credentials":
            return _error(40103)
        if client.startswith("refused:"):
            return _error(40104)
        token = sha256(f"{client} {len(self._tokens)} {self.now()}".encode()).hexdigest()[:32]
        self._tokens.add(token)
        return JSONResponse({"state": "", "access_token": token, "expires_in": 28800, "token_type": "bearer"})

    async def match(self, request: Request) -> Response:
        """Those of a list of numbers who are reached."""
        try:
            given = await self._given(request, 10_000_000)
            numbers = given["list"]
            if set(given) != {"list"} or not isinstance(numbers, list):
                raise _Refused(40000)
            if any(not re.fullmatch("[0-9]{12}", str(number)) for number in numbers):
                raise _Refused(40009)
        except KeyError:
            return _error(40000)
        except _Refused as refused:
            return _error(refused.code)
        self.asked += len(numbers)
        return JSONResponse({"list": [number for number in numbers if is_reached(number)]})

    async def take(self, request: Request) -> Response:
        """Take a content. One that comes twice is answered as before, and delivered once."""
        try:
            given = await self._given(request, MOST_BYTES)
            number = str(given.get("ssn"))
            _check(given, self.now().date())
            if number in FAILING:
                raise _Refused(FAILING[number])
            if number == UNREACHED or not is_reached(number):
                raise _Refused(40032)
        except _Refused as refused:
            return _error(refused.code)
        alike = {name: value for name, value in given.items() if name != "generated_at"}
        print_ = sha256(json.dumps(alike, sort_keys=True).encode()).hexdigest()
        key = self._keys.setdefault(print_, f"17{len(self._keys):08d}{print_[:32]}")
        if key not in self.contents:
            self.contents[key] = given
            self._tell(key, given)
        if number == SILENT:
            await asyncio.sleep(self.away_seconds)
        location = str(request.url.replace(path=f"{request.url.path}/{key}", query=""))
        return JSONResponse({"subject": given["subject"]}, 201, {"kivra-objkey": key, "location": location})

    async def add_hook(self, request: Request) -> Response:
        """Let callbacks go to an address of this machine."""
        try:
            given = await self._given(request, MOST_BYTES)
        except _Refused as refused:
            return _error(refused.code)
        url = str(given.get("url", ""))
        if urlsplit(url).hostname not in _LOOPBACK:
            return _error(40038)
        self._hooks.append(url)
        return JSONResponse({"id": f"hook-{len(self._hooks)}", "url": url}, 201)

    async def _given(self, request: Request, most: int) -> dict[str, Any]:
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self._tokens:
            raise _Refused(40100)
        if not re.fullmatch("[0-9A-Za-z]+", request.path_params.get("tenant", "x")):
            raise _Refused(40400)
        body = await request.body()
        if len(body) > most:
            raise _Refused(41300)
        try:
            given = json.loads(body)
        except ValueError:
            raise _Refused(40008) from None
        if not isinstance(given, dict):
            raise _Refused(40008)
        return given

    def _tell(self, key: str, given: Mapping[str, Any]) -> None:
        moment = self.now().isoformat(timespec="seconds")
        kind, data = "content_viewed", {"content_key": key, "event_time": moment, "content_type": given["type"]}
        if given["ssn"] == DECLINING and given["type"] in PAYABLE:
            option = given["payment_multiple_options"]["options"][0]
            kind = "invoice_declined"
            data |= {"due_date": option["due_date"], "remittance_type": option["type"]}
            data |= {"remittance_string": option["reference"]}
        body = json.dumps({"id": f"event-{key}", "timestamp": moment, "type": kind, "data": data}).encode()
        for hook in self._hooks:
            task = asyncio.create_task(self._call(hook, f"event-{key}", body))
            self._calls.add(task)
            task.add_done_callback(self._calls.discard)

    async def _call(self, hook: str, id_: str, body: bytes) -> None:
        """Send a callback until it is answered with success, ten times at most."""
        async with httpx.AsyncClient(timeout=5, transport=self._callbacks) as client:
            for attempt in range(TRIES):
                await asyncio.sleep(self.retry_seconds if attempt else self.seconds)
                timestamp = str(int(self.now().timestamp()))
                headers = {
                    "content-type": "application/json",
                    "webhook-id": id_,
                    "webhook-timestamp": timestamp,
                    "webhook-signature": signature(SECRET, id_, timestamp, body),
                }
                # A receiver that is away is tried again.
                with suppress(httpx.HTTPError):
                    if (await client.post(hook, content=body, headers=headers)).is_success:
                        return


def is_reached(number: str) -> bool:
    """Whether a person is with Kivra: by the last digit, which is even, or one with a rule of its own."""
    return number in FAILING or number in (SILENT, DECLINING, UNREACHED) or int(number[-1]) % 2 == 0


def _check(given: Mapping[str, Any], today: date) -> None:
    """Raise `_Refused` for a content that does not pass Kivra's own validation."""
    known = {"ssn", "subject", "generated_at", "type", "parts", "payment_multiple_options"}
    if set(given) - known or not isinstance(given.get("subject"), str) or not given["subject"]:
        raise _Refused(40000)
    if not re.fullmatch("[0-9]{12}", str(given.get("ssn", ""))):
        raise _Refused(40009)
    if given.get("type") not in TYPES:
        raise _Refused(40012)
    _check_parts(given.get("parts"))
    if given["type"] in PAYABLE:
        _check_payment(given.get("payment_multiple_options"), today)
    elif "payment_multiple_options" in given:
        raise _Refused(40000)


def _check_parts(parts: Any) -> None:
    if not isinstance(parts, list) or not parts:
        raise _Refused(40019)
    for part in parts:
        if not isinstance(part, dict) or set(part) != {"name", "data", "content_type"}:
            raise _Refused(40019)
        if part["content_type"] != "application/pdf":
            raise _Refused(40028)
        try:
            data = base64.b64decode(part["data"], validate=True)
        except (ValueError, TypeError):
            raise _Refused(40019) from None
        if not data.startswith(b"%PDF"):
            raise _Refused(40047)


def _check_payment(payment: Any, today: date) -> None:
    needed = {"payable", "account", "method", "currency", "options"}
    if not isinstance(payment, dict) or not needed <= set(payment) <= needed | {"swish_alias"}:
        raise _Refused(40000)
    if payment["payable"] is not True or payment["currency"] != "SEK" or payment["method"] not in ("1", "2"):
        raise _Refused(40000)
    if not re.fullmatch("[0-9]{3,4}-[0-9]{4}", str(payment["account"])):
        raise _Refused(40021)
    seen = set()
    for option in payment["options"]:
        if not isinstance(option, dict) or set(option) != {"due_date", "amount", "type", "reference"}:
            raise _Refused(40000)
        _check_option(option, today)
        seen.add((option["amount"], option["reference"]))
    if not seen or len(seen) < len(payment["options"]):
        raise _Refused(40000)


def _check_option(option: Mapping[str, Any], today: date) -> None:
    try:
        due = date.fromisoformat(option["due_date"])
    except ValueError:
        raise _Refused(40041) from None
    if due < today or not is_banking_day(due):
        raise _Refused(40041)
    try:
        amount = Decimal(option["amount"])
    except InvalidOperation:
        raise _Refused(40042) from None
    if amount < 1 or amount != round(amount, 2):
        raise _Refused(40042)
    if option["type"] != "SE_OCR" or not ocr.is_valid(option["reference"]) or len(option["reference"]) > 25:
        raise _Refused(40044)


def _error(code: int) -> Response:
    error = ERRORS.get(code)
    text = "not documented" if error is None else error.says
    status = code // 100
    return JSONResponse(
        {"code": code, "short_message": text, "long_message": text}, status, {"x-error-code": str(code)}
    )
