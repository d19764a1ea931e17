"""A stand-in of an SMS provider, with the API of 46elks: it takes messages, and reports on them. By rule, never by chance."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import httpx
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

STATUSES: Mapping[str, int] = {
    "+46700000401": 401,
    "+46700000403": 403,
    "+46700000429": 429,
    "+46700000500": 500,
    "+46700000503": 503,
    "+46700000400": 400,
}
"""Number → the status that a message to it is answered with."""
UNDELIVERED = "+46700000002"
SILENT = "+46700000003"
HALF = "+46700000004"
TRIES = 10
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_NEEDED = {"from", "to", "message"}


class SmsStandIn:
    """The stand-in: its routes, and the messages that it took."""

    def __init__(
        self,
        seconds: float = 2.0,
        retry_seconds: float = 1.0,
        reports: httpx.AsyncBaseTransport | None = None,
        away_seconds: float = 30.0,
    ) -> None:
        self.seconds, self.retry_seconds, self._reports = seconds, retry_seconds, reports
        self.away_seconds = away_seconds
        """How long a message to `SILENT` is kept waiting."""
        self.messages: list[dict[str, str]] = []
        self._calls: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        """The routes below the base of the API."""
        return [Route("/a1/sms", self.take, methods=["POST"]), Route("/a1/me", self.show_account, methods=["GET"])]

    async def show_account(self, request: Request) -> Response:
        """The account of a user; that of `refused` is nobody's."""
        user = _user_of(request)
        if user in ("", "refused"):
            return PlainTextResponse("No or wrong credentials", 401)
        return JSONResponse({"id": user, "displayname": "Stand-in", "currency": "SEK", "balance": 1000000})

    async def take(self, request: Request) -> Response:
        """Take a message."""
        if not _user_of(request):
            return PlainTextResponse("No or wrong credentials", 401)
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        to = form.get("to", "")
        if to in STATUSES:
            return PlainTextResponse("by rule", STATUSES[to])
        if not set(form) >= _NEEDED or not re.fullmatch(r"\+[1-9][0-9]{6,14}", to):
            return PlainTextResponse("Missing or invalid key", 400)
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{2,10}|\+[1-9][0-9]{6,14}", form["from"]):
            return PlainTextResponse("Invalid from", 400)
        id_ = f"s{len(self.messages):031x}"
        self.messages.append(form | {"id": id_})
        if to == SILENT:
            await asyncio.sleep(self.away_seconds)
        if urlsplit(form.get("whendelivered", "")).hostname in _LOOPBACK:
            task = asyncio.create_task(self._report(form["whendelivered"], id_, to))
            self._calls.add(task)
            task.add_done_callback(self._calls.discard)
        if to == HALF:
            return PlainTextResponse('{"id": "s')
        return JSONResponse(
            {"id": id_, "status": "created", "to": to, "parts": 1, "cost": 3500, "direction": "outgoing"}
        )

    async def _report(self, url: str, id_: str, to: str) -> None:
        """Report until that is answered with success, ten times at most."""
        status = "failed" if to == UNDELIVERED else "delivered"
        form = {"id": id_, "status": status, "delivered": "2026-01-01T00:00:00"}
        async with httpx.AsyncClient(timeout=5, transport=self._reports) as client:
            for attempt in range(TRIES):
                await asyncio.sleep(self.retry_seconds if attempt else self.seconds)
                # A receiver that is away is tried again.
                with suppress(httpx.HTTPError):
                    if (await client.post(url, data=form)).status_code in (200, 201, 202, 203, 204):
                        return


def _user_of(request: Request) -> str:
    """The user whose credentials a request has; empty where it has none."""
    scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
    user, colon, _ = base64.b64decode(credentials + "==").decode(errors="replace").partition(":")
    return user if scheme == "Basic" and colon else ""
