"""Receipts of e-invoices: a UBL ApplicationResponse, as Peppol's responses are, to what it says of which document."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from fordran.formats.e_invoices.ubl import CAC, CBC

RESPONSE = "{urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2}ApplicationResponse"
ACCEPTED, REJECTED = "AP", "RE"
MOST_BYTES = 1024 * 1024
"""A receipt is some kilobytes; a tree of XML takes twenty times the room of its text."""


class BadReceipt(Exception):
    """A file that is no receipt that we can read, with the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class EInvoiceReceipt:
    """A receipt: a code of UNCL4343, its document, and the reason."""

    code: str
    document: str
    """The number of the invoice, or the id that we gave the file."""
    seller: str
    """The e-invoice address of whom it goes back to, without its scheme; empty where it says none."""
    reason: str


def read_receipt(content: bytes) -> EInvoiceReceipt:
    """The receipt; raises `BadReceipt`."""
    if len(content) > MOST_BYTES:
        raise BadReceipt(f"it has more than {MOST_BYTES // 1024} KiB")
    try:
        root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError as wrong:
        raise BadReceipt(f"it is no XML: {wrong}") from None
    if root.tag != RESPONSE:
        raise BadReceipt("it is no ApplicationResponse")
    names = {"cac": CAC, "cbc": CBC}

    def text(path: str) -> str:
        found = root.find(path, names)
        return (found.text or "").strip() if found is not None else ""

    response = "cac:DocumentResponse"
    code, document = text(f"{response}/cac:Response/cbc:ResponseCode"), text(f"{response}/cac:DocumentReference/cbc:ID")
    if not code or not document:
        raise BadReceipt("it lacks a response code, or does not say which document it is about")
    reasons = [
        *root.iterfind(f"{response}/cac:Response/cbc:Description", names),
        *root.iterfind(f"{response}/cac:Response/cac:Status/cbc:StatusReason", names),
    ]
    reason = "; ".join(dict.fromkeys((one.text or "").strip() for one in reasons if (one.text or "").strip()))
    return EInvoiceReceipt(code, document, text("cac:ReceiverParty/cbc:EndpointID"), reason[:300])
