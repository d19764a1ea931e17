"""The words that a document comes with by e-mail: a subject, and some sentences."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.actions.delivery.parcels import Parcel
from fordran.domain.service.plain_names import plain_name
from fordran.texts.catalogue import texts


@dataclass(frozen=True)
class CoveringNote:
    subject: str
    sentences: tuple[str, ...]


def covering_note(parcel: Parcel, sender: str) -> CoveringNote:
    """The words for a parcel that a sender of that name hands over."""
    t = texts(parcel.language)
    values = {
        "creditor": plain_name(parcel.creditor_name),
        "name": plain_name(parcel.customer_name),
        "number": parcel.number,
        "sender": sender,
    }
    (subject,) = t.lines(f"covering_note.{parcel.kind}.subject", **values)
    return CoveringNote(subject, t.lines(f"covering_note.{parcel.kind}.text", **values))
