"""Fortnox's API for one company: tokens, overdue invoices with customers and PDFs, payments and vouchers that go back.

Requests keep below the documented limit. A number of a person is in answers alone, never in a log or a reason.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, TypeVar
from urllib.parse import quote

from fordran.accounting_sections import FortnoxSection
from fordran.domain.service.accounting_systems import AccountingSystemCode
from fordran.formats.accounting import (
    AccountingCompany,
    AccountingTrouble,
    AccountingVoucher,
    BookedVoucher,
    OverdueInvoice,
)
from fordran.formats.fortnox import (
    MOST_REQUESTS,
    PAGE_SIZE,
    SCOPES,
    WITHIN_SECONDS,
    WRITE_SCOPES,
    FortnoxToken,
    InvoicePage,
    document_of,
    read_company,
    read_page,
    read_token,
    trouble_in,
)
from fordran.formats.fortnox_invoices import FortnoxInvoice
from fordran.formats.fortnox_payments import InvoicePayment, payment_body, read_payment, read_payments
from fordran.formats.fortnox_vouchers import read_voucher, read_vouchers, voucher_body
from fordran.outside.accounting_http import EARLIER_SECONDS, JSON, MOST_PAGES, PDF, AccountingHttp, paper

T = TypeVar("T")


@dataclass
class Fortnox(AccountingHttp):
    """Fortnox of one creditor, as the settings name it."""

    system: ClassVar[AccountingSystemCode] = "fortnox"
    most_requests: ClassVar[int] = MOST_REQUESTS
    within_seconds: ClassVar[float] = WITHIN_SECONDS
    section: FortnoxSection
    writes: bool = False
    """Whether it may write: else it asks for no permission to."""
    _token: FortnoxToken | None = field(default=None, repr=False)
    _ends: float = 0.0

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that are asked for."""
        return (*SCOPES, *WRITE_SCOPES) if self.writes else SCOPES

    async def token(self) -> FortnoxToken:
        """A token that is valid, kept until it ends; raises `AccountingTrouble`."""
        if self._token is None or self.now() >= self._ends:
            form = {"grant_type": "client_credentials", "scope": " ".join(self.scopes)}
            client, tenant = (self.section.client, self.section.secret), {"TenantId": self.section.tenant}
            status, _, content = await self.sent("POST", self.section.token_url, data=form, auth=client, headers=tenant)
            self._token = read_token(status, content)
            self._ends = self.now() + self._token.seconds - EARLIER_SECONDS
        return self._token

    async def bearer(self) -> str:
        return (await self.token()).token

    def forget_token(self) -> None:
        self._token = None

    def trouble_in(self, status: int, content: bytes) -> AccountingTrouble:
        return trouble_in(status, content)

    async def company(self) -> AccountingCompany:
        """The company whose Fortnox it is."""
        return read_company(await self._got("companyinformation"))

    async def overdue_page(self, page: int = 1, limit: int = PAGE_SIZE) -> InvoicePage:
        """A page of the invoices that are overdue and unpaid."""
        query = {"filter": "unpaidoverdue", "page": str(page), "limit": str(limit)}
        return read_page(await self._got("invoices", query))

    async def overdue(self, day: date) -> dict[str, OverdueInvoice]:  # noqa: ARG002
        """All invoices that are overdue and unpaid, by number. Fortnox knows the day."""
        found: dict[str, OverdueInvoice] = {}
        for page in range(1, MOST_PAGES + 1):
            given = await self.overdue_page(page)
            found |= {number: OverdueInvoice(number, balance) for number, balance in given.balances.items()}
            if page >= given.pages:
                break
        return found

    async def read(self, number: str) -> FortnoxInvoice:
        """An invoice with its customer."""
        invoice = await self.invoice(number)
        return FortnoxInvoice(invoice, await self.customer(str(invoice.get("CustomerNumber") or "")))

    async def rest(self, number: str) -> Decimal | None:
        """The rest of an invoice; None of one that is cancelled. Raises `InvoiceRefused`."""
        invoice = FortnoxInvoice(await self.invoice(number), {})
        return None if invoice.is_cancelled else invoice.balance

    async def invoice(self, number: str) -> dict[str, Any]:
        """An invoice, as Fortnox has it."""
        return document_of(await self._got(f"invoices/{quote(number, safe='')}"), "Invoice")

    async def customer(self, number: str) -> dict[str, Any]:
        """A customer, as Fortnox has it."""
        return document_of(await self._got(f"customers/{quote(number, safe='')}"), "Customer")

    async def pdf(self, number: str) -> bytes:
        """The paper of an invoice. A preview leaves the invoice as it is, where a print would mark it as sent."""
        return paper(await self._got(f"invoices/{quote(number, safe='')}/preview", accept=PDF))

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

    async def add_voucher(self, voucher: AccountingVoucher) -> str:
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
        return await self.asked(method, f"{self.section.url.rstrip('/')}/{path}", accept, **given)
