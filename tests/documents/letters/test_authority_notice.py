"""Withdrawals and reductions, as the authority reads them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from fordran.documents.letter_parts.correspondence import Agent
from fordran.documents.letters.authority_notice import AuthorityNotice, printed, render
from fordran.documents.parties import PostalAddress

NOTICE = AuthorityNotice(
    kind="reduction",
    agent=Agent("Exempelinkasso AB", "5560360793", PostalAddress("Storgatan 1", zip_code="11122", city="Stockholm")),
    creditor="Säljaren AB",
    debtor="Karin Ek",
    dated=date(2026, 10, 1),
    applied=date(2026, 9, 23),
    own_reference="1234567897",
    case_number="01-123456-26",
    capital=9000_00,
    interest=12_34,
    costs=0,
)


def test_a_reduction_says_what_remains_by_part() -> None:
    shown = printed(NOTICE)
    assert shown["kind"] == "Nedsättning av ansökan"
    assert ("Målnummer", "01-123456-26") in shown["facts"]
    text = str(shown["body"]).replace("\xa0", " ").replace("\\xa0", " ")
    assert "9 000,00" in text
    assert "9 012,34" in text
    assert render(NOTICE).startswith(b"%PDF-")


def test_a_withdrawal_says_that_nothing_remains() -> None:
    shown = printed(replace(NOTICE, kind="withdrawal", case_number=None, capital=0, interest=0))
    assert shown["kind"] == "Återkallelse av ansökan"
    assert "september 2026 återkallas" in str(shown["body"])
    assert "0,00" not in str(shown["body"])
