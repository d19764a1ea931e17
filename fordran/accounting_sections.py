"""Sections of the settings about accounting systems: a table for each creditor that has one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields

from fordran.addresses import check_url


@dataclass(frozen=True, kw_only=True)
class AccountingSection:
    """Whether anything goes back to the accounting system of a creditor, and the accounts of its books."""

    write_back: str = "off"
    """Whether payments, creditings and payouts go back to it: `on` or `off`."""
    payment_account: str = "1680"
    """The account of money that the operator has received and not paid out."""
    crediting_account: str = "3790"
    """The account of what the creditor has credited."""
    bank_account: str = "1930"
    """The account of the bank account that payouts reach."""
    receivable_account: str = "1510"
    """The account of receivables."""
    supplier_account: str = "2440"
    """The account of the operator's invoices, whose VAT is taken from capital."""
    interest_account: str = "8313"
    """The account of interest on late payment."""
    outlay_account: str = "3590"
    """The account of reminder fees and the like that the creditor had charged."""
    commission_account: str = "3921"
    """The account of the creditor's share of the operator's fees."""
    vat_account: str = "2611"
    """The account of the VAT on that share."""

    @property
    def writes_back(self) -> bool:
        """Whether anything is written to it."""
        return self.write_back == "on"

    def check(self, creditor: str, series: str, url: str, version: str) -> None:
        """Refuse values that do not fit. The address ends with a version."""
        if not re.fullmatch("[A-Z]{1,10}", series):
            raise ValueError(f"voucher_series cannot be {series!r}: it is capital letters")
        if self.write_back not in ("on", "off"):
            raise ValueError(f"write_back cannot be {self.write_back!r}: it is on or off")
        for entry in fields(self):
            number = getattr(self, entry.name)
            if entry.name.endswith("_account") and not re.fullmatch("[1-8][0-9]{3}", number):
                raise ValueError(f"{entry.name} cannot be {number!r}: it is an account of four digits")
        check_url(url)
        if not re.fullmatch("[0-9a-f]{24}", creditor):
            raise ValueError(f"creditor cannot be {creditor!r}: it is the id of a creditor")
        if not re.fullmatch(f".+/{version}/?", url):
            raise ValueError(f"url cannot be {url!r}: it ends with /{version}")


@dataclass(frozen=True)
class FortnoxSection(AccountingSection):
    """`[fortnox.NAME]`: overdue invoices of a creditor come from its Fortnox, and payments go back there."""

    creditor: str
    """The id of the creditor."""
    client: str
    """The id of the client, by which Fortnox knows the installation."""
    secret: str = field(repr=False)
    """The secret of the client."""
    tenant: str
    """The number of the creditor's company at Fortnox (DatabaseNumber), which has consented."""
    url: str
    """The base of the API, which ends with its version: `https://api.fortnox.se/3`."""
    voucher_series: str = "A"
    """The series of the vouchers of payouts."""

    def __post_init__(self) -> None:
        self.check(self.creditor, self.voucher_series, self.url, "3")
        if not re.fullmatch("[0-9]{1,12}", self.tenant):
            raise ValueError(f"tenant cannot be {self.tenant!r}: it is a number")

    @property
    def token_url(self) -> str:
        """Where tokens are given: at Fortnox on a host of its own, elsewhere beside the API."""
        base = self.url.rstrip("/").removesuffix("/3")
        return f"{base.replace('https://api.', 'https://apps.', 1)}/oauth-v1/token"


@dataclass(frozen=True)
class VismaSection(AccountingSection):
    """`[visma.NAME]`: overdue invoices of a creditor come from its Visma eAccounting, and vouchers go back there."""

    creditor: str
    """The id of the creditor."""
    client: str
    """The id of the client, by which Visma knows the installation."""
    secret: str = field(repr=False)
    """The secret of the client. The creditor's refresh token is kept encrypted by it."""
    redirect_url: str
    """Where Visma sends the browser of the one who consents, as it is registered with Visma."""
    url: str
    """The base of the API, which ends with its version: `https://eaccountingapi.vismaonline.com/v2`."""
    voucher_series: str = ""
    """The series of vouchers; without it Visma's own for vouchers by hand."""

    def __post_init__(self) -> None:
        self.check(self.creditor, self.voucher_series or "A", self.url, "v2")
        if not re.fullmatch(r"https?://[^\s?#]+", self.redirect_url):
            raise ValueError(f"redirect_url cannot be {self.redirect_url!r}: it is an address without query")

    @property
    def identity_url(self) -> str:
        """The base of consents and tokens: at Visma on a host of its own, elsewhere beside the API."""
        base = self.url.rstrip("/").removesuffix("/v2")
        return f"{base.replace('https://eaccountingapi', 'https://identity', 1)}/connect"
