"""The common parts of letters: sender and receiver, how to pay, and the sender's details."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from fordran.documents.logo import placed_logo
from fordran.documents.parties import PrintedOperator, PrintedPayee, PrintedSender, Receiver, organization_no_text
from fordran.documents.payment_code import payment_text, qr_code, swish_text
from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.domain.languages import Language
from fordran.domain.numbers import bankgiro
from fordran.texts.catalogue import texts
from fordran.texts.numbers import kronor_text

_MOST_OF_A_TITLE = 80
"""Printed above the text of every page but the first, where there is one line for it."""


def letter(
    language: Language, title: str, dated: date, sender: PrintedSender, operator: PrintedOperator, receiver: Receiver
) -> dict[str, Any]:
    """The data that `base.typ` needs of any letter."""
    return {
        "language": language,
        "words": dict(texts(language).area("document")),
        "title": printable(title, most=_MOST_OF_A_TITLE),
        "date": [dated.year, dated.month, dated.day],
        "sender": {
            "name": printable(sender.name, most=MOST_OF_A_NAME),
            "address": sender.address.lines(),
            "logo": placed_logo(sender.logo, 60, 12),
        },
        "logo_of": None,
        "receiver": [printable(receiver.name, most=MOST_OF_A_NAME), *receiver.address.lines()],
        "access": None,
        "particulars": _particulars(texts(language).area("document"), sender, operator),
    }


def payment_box(
    language: Language, payee: PrintedPayee, *, ocr_number: str, invoice_date: date, due_date: date, amount: int
) -> dict[str, str]:
    """The data of the payment box: the numbers a bank asks for, and the code that holds the same."""
    text = payment_text(payee, ocr_number=ocr_number, invoice_date=invoice_date, due_date=due_date, amount=amount)
    swish = payee.swish_number and swish_text(payee.swish_number, ocr_number=ocr_number, amount=amount)
    return {
        "swish": qr_code(swish) if swish else "",
        "amount": currency_text(amount, language),
        "due_date": due_date.isoformat(),
        "ocr_number": ocr_number,
        "bankgiro": bankgiro.format(payee.bankgiro),
        "payee": printable(payee.name, most=MOST_OF_A_NAME),
        "code": qr_code(text),
    }


def currency_text(amount: int, language: Language) -> str:
    """The amount with its currency, as the language writes it."""
    return texts(language).area("document")["currency_amount"].format(amount=kronor_text(amount, language))


def _particulars(words: Mapping[str, str], sender: PrintedSender, operator: PrintedOperator) -> list[list[str]]:
    """Three columns: the sender's numbers, its office (aktiebolagslagen 28 kap. 5 §) and tax status, and whom to ask."""
    numbers = [
        words["organization_no"].format(number=organization_no_text(sender.organization_no)),
        words["vat_number"].format(number=sender.vat_number) if sender.vat_number else None,
    ]
    standing = [
        words["registered_office"].format(place=sender.registered_office) if sender.registered_office else None,
        words["f_tax"] if sender.is_f_tax_approved else None,
    ]
    by_whom = words["distributed_by"].format(operator=operator.name) if operator.name != sender.name else None
    reached_at = ", ".join(filter(None, [operator.phone, operator.email]))
    contact = [words["questions"].format(contact=reached_at) if reached_at else None, by_whom]
    return [
        [printable(line, most=MOST_OF_A_NAME) for line in column if line] for column in (numbers, standing, contact)
    ]
