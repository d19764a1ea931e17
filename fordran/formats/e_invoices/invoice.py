"""The contents of an e-invoice before it is written: plain values in öre, named as in the interface."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fordran.domain.numbers import organisationsnummer
from fordran.domain.numbers.digits import luhn_fits
from fordran.domain.vat import InvoiceTotals, VatCategory, VatPercent, vat_category


class NotExpressible(Exception):
    """An invoice that Peppol BIS Billing 3 has no way to say, with the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Party:
    """The seller, buyer or payee. `address` is an e-invoice address, `country` two letters."""

    name: str
    organization_no: str = ""
    vat_no: str = ""
    address: str = ""
    streets: tuple[str, ...] = ()
    zip_code: str = ""
    city: str = ""
    country: str = "SE"
    contact: str = ""
    email: str = ""
    phone: str = ""
    approved_for_f_tax: bool = False

    @property
    def legal_no(self) -> str:
        """The ten digits of a Swedish number, or nothing where it is no such number."""
        digits = organisationsnummer.compact(self.organization_no)[-10:]
        return digits if len(digits) == 10 and luhn_fits(digits) else ""


@dataclass(frozen=True, slots=True)
class EInvoiceLine:
    """A line: the amount that it adds, and its units and price where they were given."""

    description: str
    amount: int
    vat_percent: VatPercent
    is_zero_rated: bool = False
    """Whether 0 % is a rate of the tax, and no exemption from it."""
    units: Decimal | None = None
    unit_price: Decimal | None = None
    article_number: str = ""
    order_line_reference: str = ""
    cost_center: str = ""
    extra: tuple[str, ...] = ()
    is_outlay: bool = False
    """Whether it was paid for the buyer, and is no part of the price: mervärdesskattelag (2023:200) 8 kap."""


@dataclass(frozen=True, slots=True)
class EInvoice:
    """An invoice, or a credit invoice where it says which invoice it credits. Its lines are positive in both."""

    number: str
    invoice_date: date
    due_date: date
    seller: Party
    buyer: Party
    payee: Party
    bankgiro: str
    ocr_number: str
    lines: tuple[EInvoiceLine, ...]
    totals: InvoiceTotals
    credits: str = ""
    delivery_date: date | None = None
    buyer_reference: str = ""
    order_reference: str = ""
    contract_reference: str = ""
    note: str = ""
    customer_number: str = ""
    iban: str = ""
    """Of the account to pay to, where that is no bankgiro."""
    paid_amount: int = 0
    """The part of it that is paid already."""
    is_netted: bool = False
    """Whether the rest is set off, and nothing is paid."""
    taxed_as: VatCategory | None = None
    """How all lines are taxed, where that does not follow from their rates."""

    def category(self, line: EInvoiceLine) -> VatCategory:
        if line.is_outlay:
            return "E"
        if self.taxed_as is not None:
            return self.taxed_as
        is_registered = bool(self.seller.vat_no) or self.seller.approved_for_f_tax
        return vat_category(line.vat_percent, is_zero_rated=line.is_zero_rated, seller_is_registered=is_registered)

    def check(self) -> None:
        """Raises `NotExpressible` for what BIS 3 demands and the invoice lacks."""
        seller = self.seller
        categories = {self.category(line) for line in self.lines}
        for is_missing, reason in (
            (not self.lines, "it has no lines"),
            (not seller.legal_no, "the creditor's organization_no is no Swedish organisation number"),
            ("S" in categories and not seller.vat_no, "the creditor has no vat_no, and lines have VAT"),
            ("Z" in categories and not seller.vat_no, "the creditor has no vat_no, and lines have 0 % VAT as a rate"),
            (not self.buyer.address, "the customer has no e_invoice_address"),
            (not self.buyer.country, "the customer's address has no country"),
            (self.totals.amount_to_pay < 0, "it comes to less than nothing"),
        ):
            if is_missing:
                raise NotExpressible(f"It cannot be an e-invoice: {reason}.")
