"""A registration that is made and not yet inserted, of whatever is registered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran.actions.outbox.queue_invoice import ToDeliver, queued_invoice
from fordran.domain.kinds.channels import ContactDetails
from fordran.shape.fields import Shape
from fordran.shape.wire import wire
from fordran.store.rows.tables import NewRow


@dataclass(frozen=True)
class NewRegistration:
    """A registration with all its rows, not yet inserted; `answer` is the answer to its sender."""

    id: str
    answer: dict[str, Any]
    rows: list[NewRow]
    to_deliver: ToDeliver | None = None
    """The invoice that is to be sent, where it is one."""

    def delivery(
        self, customer: str, reach: ContactDetails, details: Mapping[str, Any] | None, now: datetime
    ) -> list[NewRow]:
        """The delivery of the invoice, as its customer wants it; `details` are the creditor's details of the customer."""
        if self.to_deliver is None:
            return []
        wants = details.get("invoice_distribution") if details else None
        return [queued_invoice(self.to_deliver, customer, reach, wants, now)]


def sent_document(given: Shape, report: dict[str, Any] | None) -> dict[str, Any]:
    """The registration as it was sent, and the file import that it came with, if any."""
    return wire(given) | ({"file_import_report": report} if report else {})
