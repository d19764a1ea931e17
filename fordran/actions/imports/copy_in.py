"""Copy prepared registrations into the database, with their customers and the tallies of the new rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from fordran.actions.imports.customers import CustomerBook
from fordran.actions.imports.prepare import Grounds, PreparedRegistration
from fordran.actions.outbox.queue_invoice import queued_invoice
from fordran.actions.registrations.customer_details import reach_of
from fordran.domain.kinds.channels import ContactDetails
from fordran.store.connections.database import Connection
from fordran.store.rows.tables import Columns, NewRow, copy_lines, copy_rows
from fordran.store.rows.tally_rows import tally_row


class _Tally(NamedTuple):
    """A count of documents of a resource and owner."""

    resource: str
    partner: str | None
    account: str | None
    creditor: str | None


@dataclass
class _Gathered:
    """The data to copy: rows of each table as COPY text, and the number of documents of each kind."""

    rows: dict[str, list[bytes]]
    documents: Counter[_Tally] = field(default_factory=Counter)
    deliveries: list[NewRow] = field(default_factory=list)

    def add(self, prepared: PreparedRegistration, customer: str) -> None:
        """Add what was prepared, with its customer's id in the place of the proposed one."""
        proposed, its = prepared.customer.encode(), customer.encode()
        for table, row in prepared.copies:
            self.rows[table].append(row if its == proposed else row.replace(proposed, its))
        for tally in prepared.tallies:
            self.documents[_tally_of(tally)] += tally["documents"]

    def queue(
        self,
        prepared: PreparedRegistration,
        customer: str,
        reach: ContactDetails,
        details: Mapping[str, Any] | None,
        now: datetime,
    ) -> None:
        """Add how an invoice leaves, which depends on what is known of its customer."""
        if prepared.to_deliver is not None:
            wants = details.get("invoice_distribution") if details else None
            self.deliveries.append(queued_invoice(prepared.to_deliver, customer, reach, wants, now))


def _tally_of(tally: Mapping[str, Any]) -> _Tally:
    return _Tally(
        resource=tally["resource"],
        partner=tally["partner_id"],
        account=tally["account_id"],
        creditor=tally["creditor_id"],
    )


async def copy_in(
    tx: Connection,
    waiting: Sequence[PreparedRegistration],
    tables: Mapping[str, Columns],
    grounds: Grounds,
    now: datetime,
) -> int:
    """Copy in those up to the first that was prepared for another sort of customer than it has; return how many there were.

    `tables` has the columns of the prepared rows, in the order in which rows refer to each other.
    """
    book = await CustomerBook.open(tx, waiting)
    gathered = _Gathered({name: [] for name in tables})
    copied = 0
    for prepared in waiting:
        found = book.match(prepared)
        if found is not None and prepared.data.is_business_of(found.row) != prepared.is_business:
            break
        details = found.details.get(prepared.creditor) if found else None
        reach = reach_of(prepared.data, details)
        customer = book.take(prepared, found, now)
        gathered.add(prepared, customer)
        gathered.queue(prepared, customer, reach, details, now)
        copied += 1
    partners = {account: ground["partner_id"] for (account, _), ground in grounds.items()}
    await book.write(tx, partners, now)
    for name, columns in tables.items():
        await copy_lines(tx, columns, gathered.rows[name])
    await copy_rows(tx, gathered.deliveries)
    await copy_rows(tx, (_tallied(tally, documents) for tally, documents in gathered.documents.items()))
    return copied


def _tallied(tally: _Tally, documents: int) -> NewRow:
    return tally_row(
        tally.resource, partner=tally.partner, account=tally.account, creditor=tally.creditor, documents=documents
    )
