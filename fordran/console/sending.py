"""Sending a document again from its page: the channel that was chosen, and how the document leaves, in words."""

from __future__ import annotations

from fordran.domain.kinds.channels import CHANNELS, InvoiceChannel
from fordran.store.reading.documents import Values
from fordran.web.troubles import BadForm
from fordran.web.visit import Visit


def chosen_way(visit: Visit) -> InvoiceChannel:
    """The channel of the form."""
    for way in CHANNELS:
        if visit.form.own.get("channel") == way:
            return way
    raise BadForm


def delivery_text(visit: Visit, document: Values) -> str:
    """How a document leaves, in words."""
    delivery = document.get("delivery")
    return (
        f"{visit.t.of('distribution', delivery['channel'])}: {visit.t.of('delivery_state', delivery['status'])}"
        if delivery
        else "–"
    )
