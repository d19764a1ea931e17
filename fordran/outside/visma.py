"""Visma eAccounting's API for one company: consent, tokens, overdue invoices with customers and PDFs, vouchers that go back.

A refresh token may be used once, so that it is claimed, exchanged and replaced outside this class. A number of a person is in
answers alone, never in a log or a reason.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, ClassVar, Protocol
from urllib.parse import quote

from fordran.accounting_sections import VismaSection
from fordran.addresses import check_url, is_loopback
from fordran.domain.service.accounting_systems import AccountingSystemCode
from fordran.formats.accounting import (
    AccountingCompany,
    AccountingTrouble,
    AccountingVoucher,
    BookedVoucher,
    OverdueInvoice,
)
from fordran.formats.visma import (
    MOST_REQUESTS,
    PAGE_SIZE,
    SCOPES,
    WITHIN_SECONDS,
    WRITE_SCOPES,
    VismaPage,
    VismaToken,
    document_of,
    read_company,
    read_page,
    read_token,
    trouble_in,
)
from fordran.formats.visma_invoices import VismaInvoice, overdue_in
from fordran.formats.visma_vouchers import read_voucher, voucher_body
from fordran.outside.accounting_http import EARLIER_SECONDS, JSON, MOST_PAGES, AccountingHttp, paper
from fordran.outside.visma_consent import consent_address


class RefreshTokens(Protocol):
    """The refresh token of a creditor. One who takes it keeps the next one, or gives it back."""

    async def take(self) -> str | None:
        """The token, which nobody else takes for a while; None while somebody else has it. Raises `AccountingTrouble`."""

    async def keep(self, token: str) -> None:
        """Replace the token that was taken; an empty one stays as it was."""


TAKE_SECONDS, TAKES = 1.0, 20
"""How often the token is asked for while somebody else has it."""


@dataclass
class Visma(AccountingHttp):
    """Visma eAccounting of one creditor, as the settings name it."""

    system: ClassVar[AccountingSystemCode] = "visma"
    most_requests: ClassVar[int] = MOST_REQUESTS
    within_seconds: ClassVar[float] = WITHIN_SECONDS
    section: VismaSection
    tokens: RefreshTokens | None = field(default=None, repr=False)
    _token: VismaToken | None = field(default=None, repr=False)
    _ends: float = 0.0

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that the creditor is asked for."""
        return (*SCOPES, *WRITE_SCOPES) if self.section.writes_back else SCOPES

    def consent(self, state: str) -> str:
        """The address at which the creditor consents."""
        return consent_address(
            self.section.identity_url, self.section.client, self.section.redirect_url, self.scopes, state
        )

    async def exchange(self, code: str) -> VismaToken:
        """The first tokens, for the code of a consent; raises `AccountingTrouble`."""
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.section.redirect_url}
        return self._have(await self._token_for(form))

    async def token(self) -> VismaToken:
        """A token that is valid, kept until it ends; raises `AccountingTrouble`."""
        if self._token is not None and self.now() < self._ends:
            return self._token
        assert self.tokens is not None, "one that asks has a refresh token"
        for _ in range(TAKES):
            refresh = await self.tokens.take()
            if refresh is not None:
                break
            await self.sleep(TAKE_SECONDS)
        else:
            raise AccountingTrouble("no_answer")
        new = ""
        try:
            given = await self._token_for({"grant_type": "refresh_token", "refresh_token": refresh})
            new = given.refresh
        finally:
            await self.tokens.keep(new)
        return self._have(given)

    async def bearer(self) -> str:
        return (await self.token()).token

    def forget_token(self) -> None:
        self._token = None

    def trouble_in(self, status: int, content: bytes) -> AccountingTrouble:
        return trouble_in(status, content)

    async def company(self) -> AccountingCompany:
        """The company whose books they are."""
        return read_company(await self._got("companysettings"))

    async def overdue_page(self, day: date, page: int = 1, size: int = PAGE_SIZE) -> VismaPage:
        """A page of the invoices that are overdue and unpaid on a day."""
        return await self._page("customerinvoices", _before(day), page, size)

    async def overdue(self, day: date) -> dict[str, OverdueInvoice]:
        """All invoices that are overdue and unpaid on a day, by their ids."""
        return overdue_in([row async for row in self._paged("customerinvoices", _before(day))], day)

    async def read(self, key: str) -> VismaInvoice:
        """An invoice with its customer."""
        invoice = await self._invoice(key)
        customer = document_of(await self._got(f"customers/{quote(str(invoice.get('CustomerId') or '-'), safe='')}"))
        return VismaInvoice(invoice, customer)

    async def rest(self, key: str) -> Decimal | None:
        """The rest of an invoice. Raises `InvoiceRefused`."""
        return VismaInvoice(await self._invoice(key), {}).balance

    async def pdf(self, key: str) -> bytes:
        """The paper of an invoice: Visma says where it is, for a while."""
        url = document_of(await self._got(f"customerinvoices/{quote(key, safe='')}/pdf")).get("Url")
        try:
            if not isinstance(url, str) or (is_loopback(url) != is_loopback(self.section.url)):
                raise ValueError(url)
            check_url(url)
        except ValueError:
            raise AccountingTrouble("half_answer") from None
        # The address is the permission: it gets no token.
        status, _, content = await self.sent("GET", url)
        if status != 200:
            raise trouble_in(status, content)
        return paper(content)

    async def vouchers(self, day: date) -> list[BookedVoucher]:
        """The vouchers of a day."""
        # A day more on both sides, whatever zone the times are in.
        first, after = day - timedelta(days=1), day + timedelta(days=2)
        within = f"VoucherDate ge {_moment(first)} and VoucherDate lt {_moment(after)}"
        found = [read_voucher(row) async for row in self._paged("vouchers", within)]
        return [one for one in found if one.day == day]

    async def add_voucher(self, voucher: AccountingVoucher) -> str:
        """Book a voucher; its id. Where the outcome is not known, Visma is asked before it is done again."""
        query = {
            "useAutomaticVatCalculation": "false",
            "useDefaultVoucherSeries": "false" if voucher.series else "true",
        }
        given = await self._asked("POST", "vouchers", params=query, json=voucher_body(voucher))
        return read_voucher(document_of(given)).number

    async def _invoice(self, key: str) -> dict[str, Any]:
        return document_of(await self._got(f"customerinvoices/{quote(key, safe='')}"))

    async def _paged(self, path: str, within: str) -> AsyncIterator[dict[str, Any]]:
        for page in range(1, MOST_PAGES + 1):
            given = await self._page(path, within, page, PAGE_SIZE)
            for row in given.rows:
                yield row
            if page >= given.pages:
                return

    async def _page(self, path: str, within: str, page: int, size: int) -> VismaPage:
        query = {"$filter": within, "$orderby": "CreatedUtc", "$page": str(page), "$pagesize": str(size)}
        return read_page(await self._got(path, query))

    async def _got(self, path: str, query: Mapping[str, str] | None = None) -> bytes:
        """The content that is read there; raises `AccountingTrouble`."""
        return await self._asked("GET", path, params=query)

    async def _asked(self, method: str, path: str, **given: Any) -> bytes:
        return await self.asked(method, f"{self.section.url.rstrip('/')}/{path}", JSON, **given)

    async def _token_for(self, form: Mapping[str, str]) -> VismaToken:
        url, client = f"{self.section.identity_url}/token", (self.section.client, self.section.secret)
        status, _, content = await self.sent("POST", url, data=form, auth=client)
        return read_token(status, content)

    def _have(self, token: VismaToken) -> VismaToken:
        self._token, self._ends = token, self.now() + token.seconds - EARLIER_SECONDS
        return token


def _before(day: date) -> str:
    return f"RemainingAmount gt 0 and DueDate lt {_moment(day)}"


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
