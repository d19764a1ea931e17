"""The journal of money that is on no case: what waits in suspense, chained transaction by transaction.

A transaction whose money went straight to cases has no row here: its postings stand in the cases' own bookings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, TypedDict

import orjson

from fordran.domain.bank.bank_states import BankAct, TransactionStatus
from fordran.domain.books.chain import entry_hash
from fordran.domain.books.journal import Posting
from fordran.shape.moments import iso_8601
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id


class ChainedRow(TypedDict):
    """A transaction, and the head of its chain of bookings."""

    id: str
    bookings: int
    head_hash: str


class ReceivedRow(TypedDict):
    """Bookings of a transaction that waits."""

    key: str
    kind: str
    booking_date: date
    amount: int


@dataclass(frozen=True)
class BookingAct:
    """Something that happens to a transaction's money, and the position of the transaction after it."""

    transaction: ChainedRow
    act: BankAct
    details: Mapping[str, Any]
    postings: Sequence[Posting]
    status: TransactionStatus
    suspense_amount: int = 0


async def lock_bank(tx: Connection) -> None:
    """Be the only one who changes transactions, until this transaction ends.

    What a file brings is held against all that other files brought; the lock spares every such comparison a race.
    Settling cases, which is most of the work, is done without it.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtext('fordran bank'))", timeout=600)


@dataclass(frozen=True)
class BankBooking:
    """A row of the journal by the names of its columns, chained to the row before it of the same transaction."""

    transaction_id: str
    id: str
    position: int
    at: datetime
    booked_on: date
    act: BankAct
    details: Mapping[str, Any]
    ledger_accounts: Sequence[int]
    amounts: Sequence[int]
    previous_hash: str

    @cached_property
    def hash(self) -> str:
        """Over all that the row holds, after the hash of the row before it."""
        postings = zip(self.ledger_accounts, self.amounts, strict=True)
        content: dict[str, str | int | bool | None] = {
            "transaction": self.transaction_id,
            "id": self.id,
            "position": self.position,
            "at": iso_8601(self.at),
            "booked_on": self.booked_on.isoformat(),
            "act": self.act,
            "details": orjson.dumps(self.details, option=orjson.OPT_SORT_KEYS).decode(),
            "postings": " ".join(f"{account}:{amount}" for account, amount in postings),
        }
        return entry_hash(self.previous_hash, content)


def details_of_receipt(row: ReceivedRow) -> dict[str, str]:
    """The fields that the booking of a waiting transaction shows."""
    return {
        "key": row["key"],
        "kind": row["kind"],
        "booking_date": row["booking_date"].isoformat(),
        "amount": str(row["amount"]),
    }


_WRITE = """
with given as (
    select * from jsonb_to_recordset($1) as given (
        transaction_id text, position integer, id text, at timestamptz, booked_on date, act text, details jsonb,
        ledger_accounts integer[], amounts bigint[], previous_hash text, hash text, status text, suspense_amount bigint)),
booking as (
    insert into bank_bookings (transaction_id, position, id, at, booked_on, act, details, ledger_accounts, amounts,
                               previous_hash, hash)
    select transaction_id, position, id, at, booked_on, act, details, ledger_accounts, amounts, previous_hash, hash
    from given)
update bank_transactions t set revision = t.revision + 1, updated = greatest(t.updated, g.at), status = g.status,
    reason = case when g.status = 'suspense' then t.reason end, suspense_amount = g.suspense_amount,
    bookings = g.position, head_hash = g.hash
from given g where t.id = g.transaction_id
"""


async def write_acts(tx: Connection, acts: Sequence[BookingAct], booked_on: date, now: datetime) -> None:
    """Append a booking for each act, each of a transaction of its own, and let the transactions show how they stand."""
    if acts:
        await tx.execute(_WRITE, [_row_of(act, booked_on, now) for act in acts], timeout=600)


def _row_of(act: BookingAct, booked_on: date, now: datetime) -> dict[str, Any]:
    """The booking of an act by the names of its columns, and the position of the transaction after it."""
    booking = BankBooking(
        transaction_id=act.transaction["id"],
        id=new_id(),
        position=act.transaction["bookings"] + 1,
        at=now,
        booked_on=booked_on,
        act=act.act,
        details=act.details,
        ledger_accounts=[posting.account for posting in act.postings],
        amounts=[posting.amount for posting in act.postings],
        previous_hash=act.transaction["head_hash"],
    )
    position = {"status": act.status, "suspense_amount": act.suspense_amount}
    return asdict(booking) | {"hash": booking.hash} | position
