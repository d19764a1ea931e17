"""Receipts of e-invoices: what they say of which document, and what is none."""

from __future__ import annotations

import pytest

from fordran.formats.e_invoices.receipts import BadReceipt, EInvoiceReceipt, read_receipt


def response(code: str = "AP", document: str = "F-1", seller: str = "5560360793", status: str = "") -> bytes:
    endpoint = f'<cac:ReceiverParty><cbc:EndpointID schemeID="0007">{seller}</cbc:EndpointID></cac:ReceiverParty>'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>imrid001</cbc:ID>{endpoint if seller else ""}
  <cac:DocumentResponse>
    <cac:Response><cbc:ResponseCode listID="UNCL4343OpSubset">{code}</cbc:ResponseCode>{status}</cac:Response>
    <cac:DocumentReference><cbc:ID>{document}</cbc:ID></cac:DocumentReference>
  </cac:DocumentResponse>
</ApplicationResponse>""".encode()


WHY = "<cac:Status><cbc:StatusReason>Fel köpare</cbc:StatusReason></cac:Status>"


@pytest.mark.parametrize(
    ("content", "receipt", "remark"),
    [
        (response(), EInvoiceReceipt("AP", "F-1", "5560360793", ""), "accepted"),
        (
            response("RE", status=WHY),
            EInvoiceReceipt("RE", "F-1", "5560360793", "Fel köpare"),
            "rejected, with a reason",
        ),
        (response("AB", seller=""), EInvoiceReceipt("AB", "F-1", "", ""), "received, by nobody said"),
    ],
)
def test_a_receipt_says_a_code_and_a_document(content: bytes, receipt: EInvoiceReceipt, remark: str) -> None:
    assert read_receipt(content) == receipt, remark


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no XML"),
        (b"<a>", "no XML"),
        (b"<Invoice/>", "no ApplicationResponse"),
        (response(code=""), "lacks a response code"),
        (response(document=""), "which document"),
        (b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', "no ApplicationResponse"),
    ],
)
def test_what_is_no_receipt_is_refused_with_the_reason(content: bytes, reason: str) -> None:
    with pytest.raises(BadReceipt, match=reason):
        read_receipt(content)
