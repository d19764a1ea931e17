"""The settlement note: how a creditor's share of fees was settled, where it carries no VAT.

The share is no payment for a service of the creditor's (Skatterättsnämnden 2005-06-16), so that it needs no invoice. The
operator issues the note in its own name.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.documents.letter import currency_text, letter
from fordran.documents.parties import PrintedOperator, PrintedSender, Receiver, organization_no_text
from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.documents.typesetting import typeset
from fordran.domain.languages import SWEDISH, Language
from fordran.texts.catalogue import texts
from fordran.texts.numbers import kronor_text


@dataclass(frozen=True, slots=True)
class SettlementNote:
    """All that is printed on it."""

    sender: PrintedSender
    """The operator."""
    receiver: Receiver
    """The creditor."""
    contact: PrintedOperator
    number: str
    dated: date
    first_day: date
    last_day: date
    payout_reference: str
    count: int
    """How many shares."""
    amount: int
    """Their sum, in öre."""
    paid_to: str
    """Empty where the creditor was paid otherwise than to an account."""
    paid_on: date
    language: Language = SWEDISH


def render(note: SettlementNote) -> bytes:
    """The note as PDF, A4; the same note always gives the same bytes."""
    return typeset("commission", printed(note), note.dated)


def printed(note: SettlementNote) -> dict[str, Any]:
    """All that the template shows, as text in the note's language."""
    language, words = note.language, texts(note.language).area("settlement_note")
    facts = [
        ("number", note.number),
        ("date", note.dated.isoformat()),
        ("period", f"{note.first_day} – {note.last_day}"),
        ("payout_reference", note.payout_reference),
        ("receiver_organization_no", organization_no_text(note.receiver.organization_no or "")),
    ]
    paid_to = words["paid_to"].format(account=note.paid_to, date=note.paid_on)
    title = f"{words['kind']} {note.number}"
    return letter(language, title, note.dated, note.sender, note.contact, note.receiver) | {
        "kind": words["kind"],
        "heading": words["about"],
        "facts": [(words[name], printable(text)) for name, text in facts if text],
        "headlines": [words[name] for name in ("description", "count", "amount")],
        "rows": [[words["line"], str(note.count), kronor_text(note.amount, language)]],
        "sums": [],
        "total": [words["to_receive"], currency_text(note.amount, language)],
        "settled": [printable(paid_to, most=MOST_OF_A_NAME)] if note.paid_to else [],
        "notes": [printable(words["no_vat"], most=MOST_OF_A_NAME)],
    }
