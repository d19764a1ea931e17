"""Fortnox's API for one company: a token for an hour, pages of overdue invoices, an invoice with its customer and its PDF.

Requests keep below the documented limit. A number of a person is in answers alone, never in a log or a reason.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import quote

import httpx

from fordran.formats.fortnox import (
    MOST_REQUESTS,
    PAGE_SIZE,
    SCOPES,
    WITHIN_SECONDS,
    FortnoxCompany,
    FortnoxToken,
    FortnoxTrouble,
    InvoicePage,
    document_of,
    read_company,
    read_page,
    read_token,
    trouble_in,
)
from fordran.sections import FortnoxSection

WAIT_SECONDS = 20.0
TRIES = 3
"""How often a request is made that Fortnox answers with 429."""
LONGEST_WAIT_SECONDS = 30.0
"""The longest `Retry-After` that is waited for; a longer one is left to the next pull."""
EARLIER_SECONDS = 60.0
"""How much earlier than it ends a token is replaced."""
MOST_BYTES = 16 * 1024 * 1024
MOST_PAGES = 1000
PDF = "application/pdf"


@dataclass
class Fortnox:
    """Fortnox of one creditor, as the settings name it."""

    section: FortnoxSection
    transport: httpx.AsyncBaseTransport | None = None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], float] = field(default_factory=lambda: lambda: asyncio.get_running_loop().time())
    """Seconds that only grow."""
    _token: FortnoxToken | None = field(default=None, repr=False)
    _ends: float = 0.0
    _tls: ssl.SSLContext | None = None
    _made: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_REQUESTS))
    """When the latest requests were made."""

    async def token(self) -> FortnoxToken:
        """A token that is valid, kept until it ends; raises `FortnoxTrouble`."""
        if self._token is None or self.now() >= self._ends:
            form = {"grant_type": "client_credentials", "scope": " ".join(SCOPES)}
            client, tenant = (self.section.client, self.section.secret), {"TenantId": self.section.tenant}
            status, _, content = await self._sent(
                "POST", self.section.token_url, data=form, auth=client, headers=tenant
            )
            self._token = read_token(status, content)
            self._ends = self.now() + self._token.seconds - EARLIER_SECONDS
        return self._token

    async def company(self) -> FortnoxCompany:
        """The company whose Fortnox it is."""
        return read_company(await self._got("companyinformation"))

    async def overdue_page(self, page: int = 1, limit: int = PAGE_SIZE) -> InvoicePage:
        """A page of the invoices that are overdue and unpaid."""
        query = {"filter": "unpaidoverdue", "page": str(page), "limit": str(limit)}
        return read_page(await self._got("invoices", query))

    async def overdue(self) -> dict[str, Decimal]:
        """All invoices that are overdue and unpaid: number → balance in kronor."""
        found: dict[str, Decimal] = {}
        for page in range(1, MOST_PAGES + 1):
            given = await self.overdue_page(page)
            found |= given.balances
            if page >= given.pages:
                break
        return found

    async def invoice(self, number: str) -> dict[str, Any]:
        """An invoice, as Fortnox has it."""
        return document_of(await self._got(f"invoices/{quote(number, safe='')}"), "Invoice")

    async def customer(self, number: str) -> dict[str, Any]:
        """A customer, as Fortnox has it."""
        return document_of(await self._got(f"customers/{quote(number, safe='')}"), "Customer")

    async def pdf(self, number: str) -> bytes:
        """The paper of an invoice. A preview leaves the invoice as it is, where a print would mark it as sent."""
        content = await self._got(f"invoices/{quote(number, safe='')}/preview", accept=PDF)
        if not (content.startswith(b"%PDF-") and b"%%EOF" in content[-1024:]):
            raise FortnoxTrouble("half_answer")
        return content

    async def _got(self, path: str, query: Mapping[str, str] | None = None, accept: str = "application/json") -> bytes:
        """The content of an answer with success; raises `FortnoxTrouble`."""
        url = f"{self.section.url.rstrip('/')}/{path}"
        is_new, tries = False, 0
        while True:
            token = await self.token()
            headers = {"Authorization": f"Bearer {token.token}", "Accept": accept}
            status, answered, content = await self._sent("GET", url, params=query, headers=headers)
            if status == 200:
                return content
            trouble = trouble_in(status, content)
            tries += 1
            if trouble.reason == "not_accepted" and not is_new:
                # A token may end before its time, as when the client got a new secret.
                self._token, is_new = None, True
                continue
            wait = _retry_after(answered)
            if trouble.reason != "too_many_requests" or tries >= TRIES or wait > LONGEST_WAIT_SECONDS:
                raise trouble
            await self.sleep(wait)

    async def _sent(self, method: str, url: str, **given: Any) -> tuple[int, httpx.Headers, bytes]:
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
                        raise FortnoxTrouble("too_large")
                return answer.status_code, answer.headers, bytes(read)
        except (httpx.TimeoutException, TimeoutError):
            raise FortnoxTrouble("no_answer") from None
        except httpx.RemoteProtocolError:
            raise FortnoxTrouble("half_answer") from None
        except (httpx.HTTPError, ssl.SSLError, OSError) as away:
            raise FortnoxTrouble("no_connection", type(away).__name__) from None

    async def _turn(self) -> None:
        """Wait until one more request keeps below the limit."""
        if len(self._made) == MOST_REQUESTS and (wait := self._made[0] + WITHIN_SECONDS - self.now()) > 0:
            await self.sleep(wait)
        self._made.append(self.now())


def _retry_after(headers: httpx.Headers) -> float:
    """How many seconds to wait; the documented window where there is none."""
    given = headers.get("retry-after", "")
    return float(given) if given.isdigit() else WITHIN_SECONDS
