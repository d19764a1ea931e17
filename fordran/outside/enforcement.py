"""The receiver of messages to the enforcement authority, at an operator's bridge: our own JSON (docs/enforcement-json.md).

A message has a key of its own, so that the same one twice is one. What it says of people is in its body alone, never in a reason.
"""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx

from fordran.actions.filing.receiver import FeedTrouble, HandOverResult
from fordran.formats.enforcement import AuthorityMessage, BadFeed, FeedPage, is_taken, read_errors, read_page
from fordran.sections import EnforcementSection

WAIT_SECONDS = 20.0
MOST_BYTES = 4 * 1024 * 1024
PAGE_SIZE = 100
LONGEST_WAIT = timedelta(hours=6)
REFUSED = (400, 409, 413, 415, 422)
"""Statuses that refuse a message as it is."""


@dataclass
class EnforcementReceiver:
    """The receiver, as the settings name it."""

    section: EnforcementSection
    transport: httpx.AsyncBaseTransport | None = None
    _tls: ssl.SSLContext | None = None

    async def send(self, message: AuthorityMessage) -> HandOverResult:
        """Hand a message over. Whatever happens, it answers."""
        head = {"Content-Type": "application/json"}
        try:
            status, headers, content = await self._asked(
                "PUT", f"messages/{message.key}", content=message.written(), headers=head
            )
        except (httpx.ConnectError, httpx.ConnectTimeout) as away:
            return HandOverResult("later", f"no connection to the receiver: {type(away).__name__}")
        except (httpx.TimeoutException, TimeoutError):
            return HandOverResult("unknown", "the receiver did not answer in time")
        except (httpx.HTTPError, ssl.SSLError, OSError) as trouble:
            return HandOverResult("unknown", f"the answer was lost: {type(trouble).__name__}")
        if status in (200, 201, 202):
            taken = is_taken(content, message.key)
            return HandOverResult("taken") if taken else HandOverResult("unknown", "half an answer")
        if status in REFUSED:
            return HandOverResult("refused", f"HTTP {status}", read_errors(content))
        if status in (429, 503):
            return HandOverResult("later", f"the receiver asks to wait (HTTP {status})", wait=_retry_after(headers))
        if status in (401, 403):
            return HandOverResult("later", f"the receiver does not accept the secret (HTTP {status})")
        return HandOverResult("unknown" if status >= 500 else "later", f"HTTP {status}")

    async def read(self, cursor: str) -> FeedPage:
        """Read the feed after a cursor; raises `FeedTrouble`."""
        query = {"limit": str(PAGE_SIZE)} | ({"after": cursor} if cursor else {})
        try:
            status, _, content = await self._asked("GET", "entries", params=query)
        except (httpx.TimeoutException, TimeoutError):
            raise FeedTrouble("the receiver did not answer in time") from None
        except (httpx.HTTPError, ssl.SSLError, OSError) as away:
            raise FeedTrouble(f"no connection to the receiver: {type(away).__name__}") from None
        if status != 200:
            raise FeedTrouble(f"the receiver does not give its feed (HTTP {status})")
        try:
            return read_page(content)
        except BadFeed as bad:
            raise FeedTrouble(str(bad)) from None

    async def _asked(self, method: str, path: str, **given: Any) -> tuple[int, httpx.Headers, bytes]:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        headers = {"Authorization": f"Bearer {self.section.secret}"} | given.pop("headers", {})
        url = f"{self.section.url.rstrip('/')}/{path}"
        async with (
            asyncio.timeout(WAIT_SECONDS),
            httpx.AsyncClient(
                timeout=WAIT_SECONDS, verify=self._tls, transport=self.transport, trust_env=False
            ) as client,
            client.stream(method, url, headers=headers, **given) as answer,
        ):
            read = bytearray()
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > MOST_BYTES:
                    raise httpx.RemoteProtocolError("the answer is too long")
            return answer.status_code, answer.headers, bytes(read)


def _retry_after(headers: httpx.Headers) -> timedelta | None:
    given = headers.get("retry-after", "")
    return min(timedelta(seconds=int(given)), LONGEST_WAIT) if given.isascii() and given.isdigit() else None
