"""The customers, invoices and papers of the company in Fortnox's stand-in (docs/simulators.md)."""

from __future__ import annotations

from typing import Any


def make_paper(text: str) -> bytes:
    """A PDF of one page with a line of text."""
    drawn = f"BT /F1 16 Tf 72 720 Td ({text}) Tj ET".encode("latin-1", "replace")
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    paper, starts = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        starts.append(len(paper))
        paper += b"%d 0 obj%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(parts) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return paper + end % (count, table, count, len(paper))


def _customer(number: str, name: str, **more: Any) -> dict[str, Any]:
    ordinary = {
        "CustomerNumber": number,
        "Name": name,
        "OrganisationNumber": "5560360793",
        "Type": "COMPANY",
        "Address1": "Storgatan 1",
        "Address2": "",
        "ZipCode": "111 22",
        "City": "Stockholm",
        "CountryCode": "SE",
        "Email": "",
        "Active": True,
    }
    return ordinary | more


def sample_customers() -> list[dict[str, Any]]:
    """The customers."""
    return [
        _customer("1", "Bygg och Plåt AB", Email="faktura@example.com"),
        _customer(
            "2", "Karin Öberg", OrganisationNumber="19811228-9874", Type="PRIVATE", City="Umeå", ZipCode="903 21"
        ),
        _customer("3", "Utan Nummer AB", OrganisationNumber=""),
        _customer("4", "Utan Adress AB", Address1="", ZipCode="", City=""),
        _customer("5", "Fjord AS", OrganisationNumber="NO999999999", CountryCode="NO", City="Oslo", ZipCode="0150"),
    ]


def _invoice(number: str, customer: str, total: float, **more: Any) -> dict[str, Any]:
    ordinary = {
        "DocumentNumber": number,
        "CustomerNumber": customer,
        "InvoiceDate": "2026-05-04",
        "DueDate": "2026-06-03",
        "Total": total,
        "TotalToPay": total,
        "Balance": total,
        "Currency": "SEK",
        "OCR": f"{number}5",
        "Booked": True,
        "Cancelled": False,
        "Credit": "false",
        "Sent": True,
        "Reminders": 0,
        "LastRemindDate": None,
        "InvoiceRows": [{"Description": "Kontorsmaterial", "Total": total}],
    }
    return ordinary | more


def sample_invoices() -> list[dict[str, Any]]:
    """The invoices, each for a rule."""
    return [
        _invoice("1001", "1", 12500.0),
        _invoice("1002", "2", 899.5, Reminders=1, LastRemindDate="2026-06-15", Balance=499.5),
        _invoice("1003", "1", 300.0, Currency="EUR"),
        _invoice("1004", "3", 400.0),
        _invoice("1005", "4", 500.0),
        _invoice("1006", "1", 600.0, Booked=False),
        _invoice("1007", "1", -700.0, Credit="true"),
        _invoice("1008", "1", 800.0, Balance=0),
        _invoice("1009", "1", 900.0, Cancelled=True),
        _invoice("1010", "5", 1000.0),
        _invoice("1011", "1", 1100.0),
        _invoice("1012", "1", 1200.0),
    ]
