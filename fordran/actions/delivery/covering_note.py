"""The words that a document comes with by e-mail, in Swedish and English: a subject, and some sentences."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.actions.delivery.parcels import Parcel
from fordran.domain.kinds.channels import DeliveryKind
from fordran.domain.languages import Language

_SUBJECTS: dict[Language, dict[DeliveryKind, str]] = {
    "sv": {
        "invoice": "Faktura {number} från {creditor}",
        "credit_invoice": "Kreditfaktura {number} från {creditor}",
        "letters": "Brev om er faktura från {creditor}",
        "application": "Ansökan för {creditor}",
    },
    "en": {
        "invoice": "Invoice {number} from {creditor}",
        "credit_invoice": "Credit invoice {number} from {creditor}",
        "letters": "Letter about your invoice from {creditor}",
        "application": "Application for {creditor}",
    },
}
_SENTENCES: dict[Language, dict[DeliveryKind, tuple[str, ...]]] = {
    "sv": {
        "invoice": ("Hej {name}!", "Här kommer faktura {number} från {creditor}.", "Fakturan är bifogad som PDF."),
        "credit_invoice": (
            "Hej {name}!",
            "Här kommer kreditfaktura {number} från {creditor}.",
            "Kreditfakturan är bifogad som PDF.",
        ),
        "letters": ("Hej {name}!", "Här kommer brev från {sender} för {creditor}.", "Breven är bifogade som PDF."),
        "application": ("Hej {name}!", "Här kommer en ansökan från {sender} för {creditor}."),
    },
    "en": {
        "invoice": ("Dear {name},", "Here is invoice {number} from {creditor}.", "It is attached as a PDF."),
        "credit_invoice": (
            "Dear {name},",
            "Here is credit invoice {number} from {creditor}.",
            "It is attached as a PDF.",
        ),
        "letters": ("Dear {name},", "Please find letters from {sender} for {creditor}.", "They are attached as PDFs."),
        "application": ("Dear {name},", "Please find an application from {sender} for {creditor}."),
    },
}


@dataclass(frozen=True)
class CoveringNote:
    subject: str
    sentences: tuple[str, ...]


def covering_note(parcel: Parcel, sender: str) -> CoveringNote:
    """The words for a parcel that a sender of that name hands over."""
    words = {
        "creditor": parcel.creditor_name,
        "name": parcel.customer_name,
        "number": parcel.number,
        "sender": sender,
    }
    sentences = _SENTENCES[parcel.language][parcel.kind]
    # A name with a line end in it is to end no line of the message's head.
    subject = " ".join(_SUBJECTS[parcel.language][parcel.kind].format(**words).split())
    return CoveringNote(subject, tuple(" ".join(sentence.format(**words).split()) for sentence in sentences))
