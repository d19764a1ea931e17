"""HTTP as accounting systems speak it: below their limit, within bounds of time and bytes, with a token that may end early.

What goes wrong is an `AccountingTrouble`. Nothing of a person is in it, in a log or in a URL.
"""

from __future__ import annotations

import asyncio
import ssl
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import httpx

from fordran.formats.accounting import AccountingTrouble

WAIT_SECONDS = 20.0
TRIES = 3
"""How often a request is made that is answered with 429."""
LONGEST_WAIT_SECONDS = 30.0
"""The longest `Retry-After` that is waited for; a longer one is left to the next time."""
EARLIER_SECONDS = 60.0
"""How much earlier than it ends a token is replaced."""
MOST_BYTES = 16 * 1024 * 1024
MOST_PAGES = 1000
PDF, JSON = "application/pdf", "application/json"


@dataclass(kw_only=True)
class AccountingHttp(ABC):
    """Requests to the accounting system of one creditor."""

    transport: httpx.AsyncBaseTransport | None = None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], float] = field(default_factory=lambda: lambda: asyncio.get_running_loop().time())
    """Seconds that only grow."""
    most_requests: ClassVar[int]
    within_seconds: ClassVar[float]
    """The limit of the system: so many requests in so many seconds."""
    _tls: ssl.SSLContext | None = None
    _made: deque[float] = field(init=False)
    """When the latest requests were made."""

    def __post_init__(self) -> None:
        self._made = deque(maxlen=self.most_requests)

    @abstractmethod
    async def bearer(self) -> str:
        """A token that is valid; raises `AccountingTrouble`."""

    @abstractmethod
    def forget_token(self) -> None:
        """Fetch another token the next time."""

    @abstractmethod
    def trouble_in(self, status: int, content: bytes) -> AccountingTrouble:
        """The trouble of an answer without success."""

    async def asked(self, method: str, url: str, accept: str = JSON, **given: Any) -> bytes:
        """The content of an answer with success; raises `AccountingTrouble`. What 429 and 401 refuse was not done there."""
        is_new, tries = False, 0
        while True:
            headers = {"Authorization": f"Bearer {await self.bearer()}", "Accept": accept}
            status, answered, content = await self.sent(method, url, headers=headers, **given)
            if status in (200, 201):
                return content
            trouble = self.trouble_in(status, content)
            tries += 1
            if trouble.reason == "not_accepted" and not is_new:
                # A token may end before its time, as when the client got a new secret.
                self.forget_token()
                is_new = True
                continue
            wait = self._retry_after(answered)
            if trouble.reason != "too_many_requests" or tries >= TRIES or wait > LONGEST_WAIT_SECONDS:
                raise trouble
            await self.sleep(wait)

    async def sent(self, method: str, url: str, **given: Any) -> tuple[int, httpx.Headers, bytes]:
        """Status, head and content of an answer, whatever it is; raises `AccountingTrouble` where there is none."""
        await self._turn()
        if self._tls is None:
            self._tls = ssl.create_default_context()
        try:
            async with (
                asyncio.timeout(WAIT_SECONDS),
                httpx.AsyncClient(
                    timeout=WAIT_SECONDS, verify=self._tls, transport=self.transport, trust_env=False
                ) as client,
                client.stream(method, url, **given) as answer,
            ):
                read = bytearray()
                async for piece in answer.aiter_bytes():
                    read += piece
                    if len(read) > MOST_BYTES:
                        raise AccountingTrouble("too_large")
                return answer.status_code, answer.headers, bytes(read)
        except (httpx.TimeoutException, TimeoutError):
            raise AccountingTrouble("no_answer") from None
        except httpx.RemoteProtocolError:
            raise AccountingTrouble("half_answer") from None
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as away:
            raise AccountingTrouble("no_connection", type(away).__name__) from None

    async def _turn(self) -> None:
        """Wait until one more request keeps below the limit."""
        if len(self._made) == self.most_requests and (wait := self._made[0] + self.within_seconds - self.now()) > 0:
            await self.sleep(wait)
        self._made.append(self.now())

    def _retry_after(self, headers: httpx.Headers) -> float:
        """How many seconds to wait; the documented window where there is none."""
        given = headers.get("retry-after", "")
        return float(given) if given.isdigit() else self.within_seconds


def paper(content: bytes) -> bytes:
    """A PDF; raises `AccountingTrouble` for half of one."""
    if not (content.startswith(b"%PDF-") and b"%%EOF" in content[-1024:]):
        raise AccountingTrouble("half_answer")
    return content
