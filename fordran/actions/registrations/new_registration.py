"""A registration that is made and not yet inserted, of whatever is registered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran.actions.answer_warnings import AnswerWarning
from fordran.actions.outbox.queue_invoice import ToDeliver, queued_invoice
from fordran.actions.registrations.customer_book import MatchedCustomer
from fordran.shape.fields import Shape
from fordran.shape.wire import wire
from fordran.store.rows.tables import NewRow, TableRow


@dataclass(frozen=True)
class NewRegistration:
    """A registration with all its rows, not yet inserted; `answer` is the answer to its sender."""

    id: str
    answer: dict[str, Any]
    rows: Sequence[TableRow]
    to_deliver: ToDeliver | None = None
    """The invoice that is to be sent, where it is one."""
    cases: Sequence[str] = ()
    warnings: Sequence[AnswerWarning] = ()

    def delivery(self, customer: MatchedCustomer, now: datetime) -> list[NewRow]:
        """The delivery of the invoice, as its customer wants it."""
        if self.to_deliver is None:
            return []
        return [queued_invoice(self.to_deliver, customer.id, customer.reach, customer.distribution, now)]


def sent_document(given: Shape, report: dict[str, Any] | None) -> dict[str, Any]:
    """The registration as it was sent, and the file import that it came with, if any."""
    return wire(given) | ({"file_import_report": report} if report else {})
