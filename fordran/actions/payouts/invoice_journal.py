"""The journal of invoices to creditors, chained invoice by invoice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cached_property

from fordran.domain.books.chain import entry_hash
from fordran.domain.books.journal import Posting
from fordran.domain.payouts.operator_invoice import OperatorInvoiceAct, postings_of_act
from fordran.shape.moments import iso_8601
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import OperatorInvoiceRow

INVOICE_COLUMNS = """
account_id, id, creditor_id, number, period_start_date, period_end_date, invoice_date, due_date, lines, kept_amount, net_amount,
vat_percent, vat_amount, settled_amount, fee_vat, settle_fees, taxation, bookings, head_hash, outlay_amount, outlays
"""


@dataclass(frozen=True)
class OperatorInvoiceBooking:
    """A row of the journal by the names of its columns, chained to the row before it of the same invoice."""

    account_id: str
    operator_invoice_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    day: date
    act: OperatorInvoiceAct
    amount: int
    ledger_accounts: Sequence[int]
    amounts: Sequence[int]
    previous_hash: str
    bank_key: str | None = None
    """The key of the payment in a bank file, where one says that it was paid."""

    @cached_property
    def hash(self) -> str:
        """Over all that the row holds, after the hash of the row before it."""
        postings = zip(self.ledger_accounts, self.amounts, strict=True)
        content: dict[str, str | int | bool | None] = {
            "account": self.account_id,
            "invoice": self.operator_invoice_id,
            "position": self.position,
            "id": self.id,
            "at": iso_8601(self.at),
            "booked_on": self.booked_on.isoformat(),
            "day": self.day.isoformat(),
            "act": self.act,
            "amount": self.amount,
            "postings": " ".join(f"{account}:{amount}" for account, amount in postings),
        }
        if self.bank_key is not None:
            content["bank_key"] = self.bank_key
        return entry_hash(self.previous_hash, content)


def act_postings(act: OperatorInvoiceAct, amount: int, invoice: OperatorInvoiceRow) -> list[Posting]:
    """The postings of what happens to an invoice."""
    sums = (invoice["net_amount"], invoice["vat_amount"], invoice["kept_amount"], invoice["outlay_amount"] or 0)
    return postings_of_act(act, amount, invoice["taxation"], *sums)


async def book_invoice(
    tx: Connection,
    invoice: OperatorInvoiceRow,
    act: OperatorInvoiceAct,
    amount: int,
    day: date,
    booked_on: date,
    now: datetime,
    bank_key: str | None = None,
) -> OperatorInvoiceRow:
    """Book what happened to an invoice, which is locked. The result is its row afterwards."""
    postings = act_postings(act, amount, invoice)
    booking = OperatorInvoiceBooking(
        account_id=invoice["account_id"],
        operator_invoice_id=invoice["id"],
        position=invoice["bookings"] + 1,
        id=new_id(),
        at=now,
        booked_on=booked_on,
        day=day,
        act=act,
        amount=amount,
        ledger_accounts=[posting.account for posting in postings],
        amounts=[posting.amount for posting in postings],
        previous_hash=invoice["head_hash"],
        bank_key=bank_key,
    )
    await insert(tx, "operator_invoice_bookings", asdict(booking) | {"hash": booking.hash})
    settled = 0 if act == "issued" else amount
    await tx.execute(
        """update operator_invoices set bookings = $3, head_hash = $4, settled_amount = settled_amount + $5,
                  revision = revision + 1, updated = greatest(updated, $6)
           where account_id = $1 and id = $2""",
        invoice["account_id"],
        invoice["id"],
        booking.position,
        booking.hash,
        settled,
        now,
    )
    booked: OperatorInvoiceRow = {
        **invoice,
        "bookings": booking.position,
        "head_hash": booking.hash,
        "settled_amount": invoice["settled_amount"] + settled,
    }
    return booked
