"""Fortnox's API for one company: tokens, overdue invoices with customers and PDFs, payments and vouchers that go back.

Requests keep below the documented limit. A number of a person is in answers alone, never in a log or a reason.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox import (
    MOST_REQUESTS,
    PAGE_SIZE,
    SCOPES,
    WITHIN_SECONDS,
    WRITE_SCOPES,
    FortnoxCompany,
    FortnoxToken,
    InvoicePage,
    document_of,
    read_company,
    read_page,
    read_token,
    trouble_in,
)
from fordran.formats.fortnox_payments import InvoicePayment, payment_body, read_payment, read_payments
from fordran.formats.fortnox_vouchers import BookedVoucher, FortnoxVoucher, read_voucher, read_vouchers, voucher_body
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
PDF, JSON = "application/pdf", "application/json"
T = TypeVar("T")


@dataclass
class Fortnox:
    """Fortnox of one creditor, as the settings name it."""

    section: FortnoxSection
    transport: httpx.AsyncBaseTransport | None = None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], float] = field(default_factory=lambda: lambda: asyncio.get_running_loop().time())
    """Seconds that only grow."""
    writes: bool = False
    """Whether it may write: else it asks for no permission to."""
    _token: FortnoxToken | None = field(default=None, repr=False)
    _ends: float = 0.0
    _tls: ssl.SSLContext | None = None
    _made: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_REQUESTS))
    """When the latest requests were made."""

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that are asked for."""
        return (*SCOPES, *WRITE_SCOPES) if self.writes else SCOPES

    async def token(self) -> FortnoxToken:
        """A token that is valid, kept until it ends; raises `AccountingTrouble`."""
        if self._token is None or self.now() >= self._ends:
            form = {"grant_type": "client_credentials", "scope": " ".join(self.scopes)}
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
            raise AccountingTrouble("half_answer")
        return content

    async def payments(self, invoice: str) -> list[InvoicePayment]:
        """All payments of an invoice."""
        paged = self._paged("invoicepayments", {"invoicenumber": invoice}, read_payments)
        return [one async for one in paged if one.invoice == invoice]

    async def payment(self, number: str) -> InvoicePayment:
        """A payment with its account."""
        return read_payment(await self._got(f"invoicepayments/{quote(number, safe='')}"))

    async def add_payment(self, invoice: str, amount: int, day: date, account: int) -> str:
        """Register a payment; its number. Where the outcome is not known, Fortnox is asked before it is done again."""
        body = payment_body(invoice, amount, day, account)
        return read_payment(await self._asked("POST", "invoicepayments", json=body)).number

    async def book_payment(self, number: str) -> None:
        """Book a payment that is registered."""
        await self._asked("PUT", f"invoicepayments/{quote(number, safe='')}/bookkeep")

    async def vouchers(self, day: date) -> list[BookedVoucher]:
        """The vouchers of a day."""
        # Without a year Fortnox lists the present one.
        days = dict.fromkeys(("fromdate", "todate", "financialyeardate"), day.isoformat())
        return [one async for one in self._paged("vouchers", days, read_vouchers) if one.day == day]

    async def add_voucher(self, voucher: FortnoxVoucher) -> str:
        """Book a voucher; its number. Where the outcome is not known, Fortnox is asked before it is done again."""
        return read_voucher(await self._asked("POST", "vouchers", json=voucher_body(voucher))).number

    async def _paged(
        self, path: str, query: Mapping[str, str], read: Callable[[bytes], tuple[list[T], int]]
    ) -> AsyncIterator[T]:
        for page in range(1, MOST_PAGES + 1):
            rows, pages = read(await self._got(path, {**query, "page": str(page), "limit": str(PAGE_SIZE)}))
            for row in rows:
                yield row
            if page >= pages:
                return

    async def _got(self, path: str, query: Mapping[str, str] | None = None, accept: str = JSON) -> bytes:
        """The content that is read there; raises `AccountingTrouble`."""
        return await self._asked("GET", path, accept, params=query)

    async def _asked(self, method: str, path: str, accept: str = JSON, **given: Any) -> bytes:
        """The content of an answer with success; raises `AccountingTrouble`. What 429 and 401 refuse was not done there."""
        url = f"{self.section.url.rstrip('/')}/{path}"
        is_new, tries = False, 0
        while True:
            token = await self.token()
            headers = {"Authorization": f"Bearer {token.token}", "Accept": accept}
            status, answered, content = await self._sent(method, url, headers=headers, **given)
            if status in (200, 201):
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
                        raise AccountingTrouble("too_large")
                return answer.status_code, answer.headers, bytes(read)
        except (httpx.TimeoutException, TimeoutError):
            raise AccountingTrouble("no_answer") from None
        except httpx.RemoteProtocolError:
            raise AccountingTrouble("half_answer") from None
        except (httpx.HTTPError, ssl.SSLError, OSError) as away:
            raise AccountingTrouble("no_connection", type(away).__name__) from None

    async def _turn(self) -> None:
        """Wait until one more request keeps below the limit."""
        if len(self._made) == MOST_REQUESTS and (wait := self._made[0] + WITHIN_SECONDS - self.now()) > 0:
            await self.sleep(wait)
        self._made.append(self.now())


def _retry_after(headers: httpx.Headers) -> float:
    """How many seconds to wait; the documented window where there is none."""
    given = headers.get("retry-after", "")
    return float(given) if given.isdigit() else WITHIN_SECONDS
