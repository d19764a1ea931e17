"""A stored e-invoice with another address of its buyer: it goes where the buyer is reached when it leaves."""

from lxml import etree

from fordran.formats.e_invoices.ubl import CAC, CBC


def readdressed(content: bytes, address: str) -> bytes:
    """The document, to an address such as `0007:5560360793`; the same bytes where that is its address already."""
    root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    endpoint = root.find("cac:AccountingCustomerParty/cac:Party/cbc:EndpointID", {"cac": CAC, "cbc": CBC})
    assert endpoint is not None
    scheme, _, identifier = address.partition(":")
    if (endpoint.get("schemeID"), endpoint.text) == (scheme, identifier):
        return content
    endpoint.set("schemeID", scheme)
    endpoint.text = identifier
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")
