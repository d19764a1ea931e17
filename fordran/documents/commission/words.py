"""Every word that a commission document prints beside those of any letter, once a language."""

from collections.abc import Mapping
from types import MappingProxyType

from fordran.documents.words import Language

_SWEDISH = {
    "kind": "Faktura",
    "self_billing": "Självfakturering",
    "issued_by": "Fakturan är utfärdad av köparen i säljarens namn enligt avtal om självfakturering "
    "(17 kap. 15 § mervärdesskattelagen). Den är godkänd om ni inte invänder mot den inom 10 dagar.",
    "number": "Fakturanummer",
    "date": "Fakturadatum",
    "period": "Period",
    "payout_reference": "Utbetalning",
    "buyer_organization_no": "Köparens org.nr",
    "buyer_vat_number": "Köparens momsreg.nr",
    "description": "Avser",
    "count": "Antal",
    "base": "Belopp exkl. moms",
    "vat_rate": "Moms",
    "vat": "Momsbelopp",
    "total": "Summa",
    "line": "Andel av avgifter som betalats av gäldenärer",
    "excluding_vat": "Summa exkl. moms",
    "total_vat": "Moms {rate} %",
    "including_vat": "Att få",
    "paid_to": "Betalas till {account} den {date}.",
    "reverse_charge": "Omvänd betalningsskyldighet: köparen redovisar mervärdesskatten.",
    "no_vat": "Ingen mervärdesskatt: säljaren är inte betalningsskyldig för ersättningen.",
}

_ENGLISH = {
    "kind": "Invoice",
    "self_billing": "Självfakturering (self-billing)",
    "issued_by": "The buyer issues this invoice in the seller's name, by agreement on self-billing "
    "(chapter 17, section 15 of the Swedish VAT Act). It is approved unless you object to it within 10 days.",
    "number": "Invoice number",
    "date": "Invoice date",
    "period": "Period",
    "payout_reference": "Payout",
    "buyer_organization_no": "Buyer's company no.",
    "buyer_vat_number": "Buyer's VAT no.",
    "description": "For",
    "count": "Number",
    "base": "Amount excl. VAT",
    "vat_rate": "VAT",
    "vat": "VAT amount",
    "total": "Total",
    "line": "Share of fees that debtors have paid",
    "excluding_vat": "Total excl. VAT",
    "total_vat": "VAT {rate} %",
    "including_vat": "To receive",
    "paid_to": "To be paid to {account} on {date}.",
    "reverse_charge": "Omvänd betalningsskyldighet (reverse charge): the buyer accounts for the VAT.",
    "no_vat": "No VAT: the seller is not liable to it for the compensation.",
}

COMMISSION_WORDS: Mapping[Language, Mapping[str, str]] = MappingProxyType(
    {"sv": MappingProxyType(_SWEDISH), "en": MappingProxyType(_ENGLISH)}
)
