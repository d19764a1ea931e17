"""The words that a document comes with by e-mail: a subject, and some sentences."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.actions.delivery.parcel import Parcel
from fordran.domain.service.plain_names import plain_name
from fordran.texts.catalogue import texts


@dataclass(frozen=True)
class CoveringNote:
    subject: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class NoteSender:
    """The sender's name and, where known, its number and office: aktiebolagslagen (2005:551) 28 kap. 5 §."""

    name: str
    organization_no: str = ""
    registered_office: str = ""


def covering_note(parcel: Parcel, sender: NoteSender) -> CoveringNote:
    """The words for a parcel that the sender hands over. The last lines have the sender's particulars."""
    t = texts(parcel.language)
    values = {
        "creditor": plain_name(parcel.creditor_name),
        "name": plain_name(parcel.customer_name),
        "number": parcel.number,
        "sender": sender.name,
    }
    (subject,) = t.lines(f"covering_note.{parcel.kind}.subject", **values)
    particulars = [
        plain_name(sender.name),
        t("document.organization_no", number=sender.organization_no) if sender.organization_no else "",
        t("document.registered_office", place=sender.registered_office) if sender.registered_office else "",
    ]
    signed = ". ".join(part for part in particulars if part)
    return CoveringNote(subject, (*t.lines(f"covering_note.{parcel.kind}.text", **values), signed))
