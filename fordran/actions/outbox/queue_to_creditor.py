"""Queue a document to a creditor: an invoice of the operator, or the document of a payout.

It is queued in the transaction that makes the document, under that thing's id: so nothing is lost, and nothing leaves twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal, TypeAlias, TypedDict

import orjson

from fordran import clock
from fordran.actions.outbox.creditor_reach import creditor_reach
from fordran.domain.kinds.channels import CHANNELS, ContactDetails, InvoiceChannel
from fordran.domain.service.delivery import ChosenChannels, choose
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.schema_rows import DELIVERIES_TABLE
from fordran.store.rows.tables import insert_rows
from fordran.store.upkeep.installation import business_now

CreditorDocument: TypeAlias = Literal["operator_invoice", "operator_credit_invoice", "payout_document"]
"""The kinds of deliveries that go to creditors."""


@dataclass(frozen=True)
class ToCreditor:
    """A document that is made, and the creditor that gets it."""

    account: str
    creditor: str
    id: str
    """The id of the operator invoice, or of the payout."""
    kind: CreditorDocument
    has_e_invoice: bool = False
    """Whether it was also made as an e-invoice."""
    leaves: date | None = None
    """The first day on which it leaves; at once unless given."""
    way: InvoiceChannel | None = None
    """The channel that a person chose."""


class _CreditorRow(TypedDict):
    organization_no: str
    email: str | None
    billing: orjson.Fragment | None


async def queue_to_creditor(tx: Connection, document: ToCreditor, now: datetime) -> None:
    """Queue a document that has just been made, or that a version before this one made."""
    row = await fetch_the_row(
        tx,
        _CreditorRow,
        "select organization_no, email, billing from creditors where account_id = $1 and id = $2",
        document.account,
        document.creditor,
    )
    billing = None if row["billing"] is None else parsed(row["billing"])
    reach = creditor_reach(row["organization_no"], row["email"], billing)
    if document.way is None:
        chosen = _chosen(reach, has_e_invoice=document.has_e_invoice)
    else:
        chosen = ChosenChannels(tuple(CHANNELS)[tuple(CHANNELS).index(document.way) :])
    then = await business_now(tx, now)
    leaves = then if document.leaves is None else max(then, clock.start_of_day(document.leaves))
    is_payout = document.kind == "payout_document"
    await insert_rows(
        tx,
        [
            DELIVERIES_TABLE.row(
                {
                    "account_id": document.account,
                    "id": document.id,
                    "created": now,
                    "updated": now,
                    "creditor_id": document.creditor,
                    "kind": document.kind,
                    "operator_invoice_id": None if is_payout else document.id,
                    "payout_id": document.id if is_payout else None,
                    "channel": chosen.ways[0] if chosen.ways else "none",
                    "ways": list(chosen.ways[1:]),
                    "status": "queued" if chosen.ways else "not_ours",
                    "next_attempt": leaves,
                    "queued": then,
                    # The same words are used of customers.
                    "reason": None if chosen.remark is None else chosen.remark.replace("customer", "creditor"),
                    "made": now,
                }
            )
        ],
    )


def _chosen(reach: ContactDetails, *, has_e_invoice: bool) -> ChosenChannels:
    """The channels that take it. A document that is no e-invoice begins with the one after that."""
    if has_e_invoice or reach.asked == "none":
        return choose(None, None, reach.asked, reach)
    asked = None if reach.asked == "e_invoice" else reach.asked
    return choose(None, None, asked, replace(reach, e_invoice_address="", asked=asked))
