"""The journal of what was paid out to creditors, chained payout by payout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cached_property

from fordran.domain.books.chain import entry_hash
from fordran.domain.payouts.payout import PayoutAct, postings_of
from fordran.shape.moments import iso_8601
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import PayoutRow

EXPORTED: PayoutAct = "exported"
BY_HAND: PayoutAct = "by_hand"
REJECTED: PayoutAct = "rejected"


@dataclass(frozen=True)
class PayoutBooking:
    """A row of the journal by the names of its columns, chained to the row before it of the same payout."""

    account_id: str
    payout_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    act: PayoutAct
    ledger_accounts: Sequence[int]
    amounts: Sequence[int]
    previous_hash: str

    @cached_property
    def hash(self) -> str:
        """Over all that the row holds, after the hash of the row before it."""
        postings = zip(self.ledger_accounts, self.amounts, strict=True)
        content: dict[str, str | int | bool | None] = {
            "account": self.account_id,
            "payout": self.payout_id,
            "position": self.position,
            "id": self.id,
            "at": iso_8601(self.at),
            "booked_on": self.booked_on.isoformat(),
            "act": self.act,
            "postings": " ".join(f"{account}:{amount}" for account, amount in postings),
        }
        return entry_hash(self.previous_hash, content)


_WRITE = """
with given as (
    select * from jsonb_to_recordset($1) as given (
        account_id text, payout_id text, position integer, id text, at timestamptz, booked_on date, act text,
        ledger_accounts integer[], amounts bigint[], previous_hash text, hash text)),
booking as (
    insert into payout_bookings (account_id, payout_id, position, id, at, booked_on, act, ledger_accounts, amounts,
                                 previous_hash, hash)
    select account_id, payout_id, position, id, at, booked_on, act, ledger_accounts, amounts, previous_hash, hash
    from given)
update payouts p set bookings = g.position, head_hash = g.hash
from given g where p.account_id = g.account_id and p.id = g.payout_id
"""


async def book_payouts(
    tx: Connection, payouts: Sequence[PayoutRow], act: PayoutAct, booked_on: date, now: datetime
) -> None:
    """Book that payouts were paid, or that the bank rejected them."""
    if payouts:
        bookings = [_booking_of(payout, act, booked_on, now) for payout in payouts]
        await tx.execute(_WRITE, [asdict(booking) | {"hash": booking.hash} for booking in bookings])


def _booking_of(payout: PayoutRow, act: PayoutAct, booked_on: date, now: datetime) -> PayoutBooking:
    postings = postings_of(payout["finance_category"], payout["amount"], payout["vat_amount"])
    sign = -1 if act == REJECTED else 1
    return PayoutBooking(
        account_id=payout["account_id"],
        payout_id=payout["id"],
        position=payout["bookings"] + 1,
        id=new_id(),
        at=now,
        booked_on=booked_on,
        act=act,
        ledger_accounts=[posting.account for posting in postings],
        amounts=[sign * posting.amount for posting in postings],
        previous_hash=payout["head_hash"],
    )
