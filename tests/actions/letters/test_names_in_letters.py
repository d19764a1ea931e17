"""Names in letters and invoices: what a tenant calls itself or a debtor carries no link."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

import pytest

from fordran.actions.letters.letter_parties import EnvelopePartiesRow, parties_of
from fordran.actions.printing.printed_invoice import PrintedRow, invoice_document
from fordran.operator import Operator

NAME = "Möbler\r\nhttps://www.evil.se/x AB"
PLAIN = "Möbler evil.se/x AB"


class _Row(dict[str, Any]):
    """A row of which a test sets only what matters."""

    def __missing__(self, name: str) -> Any:
        return None


ROW = _Row(creditor_name=NAME, customer_name=NAME, sender_address="{}", customer_address="{}", creditor_no="5560360793")


def test_the_names_of_a_letter_have_no_links() -> None:
    parties = parties_of(cast(EnvelopePartiesRow, ROW), Operator(), None)
    assert (parties.creditor.name, parties.receiver.name) == (PLAIN, PLAIN)


@pytest.mark.parametrize("party", ["sender", "receiver"])
def test_the_names_of_an_invoice_have_no_links(party: str) -> None:
    amounts = dict.fromkeys(
        ("total_amount_excluding_vat", *(f"total_vat_{rate}_percent" for rate in (25, 12, 6)), "amount_rounding"), 0
    )
    dates = dict.fromkeys(("invoice_date", "invoice_due_date"), datetime(2026, 11, 15, tzinfo=UTC))
    row = _Row(ROW | amounts | dates | {"matrix": "[]", "locale": "sv", "case_settings": "{}", "law_rows": "{}"})
    assert getattr(invoice_document(cast(PrintedRow, row), Operator()), party).name == PLAIN
