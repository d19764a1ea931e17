"""The journal of money that is on no case: what waits in suspense, chained transaction by transaction.

A transaction whose money went straight to cases has no row here: its postings stand in the cases' own bookings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson

from fordran.domain.bank_states import BankAct, TransactionStatus
from fordran.domain.chain import entry_hash
from fordran.domain.journal import Posting
from fordran.shape.moments import iso_8601
from fordran.store.database import Connection
from fordran.store.ids import new_id


@dataclass(frozen=True)
class Act:
    """Something that happens to a transaction's money, and where the transaction stands after it."""

    transaction: Mapping[str, Any]
    """Its row: `id`, `bookings` and `head_hash` at least."""
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


def hash_of(row: Mapping[str, Any]) -> str:
    """The hash of a row of the journal: over all that it holds, after the hash of the row before it."""
    content: dict[str, str | int | bool | None] = {
        "transaction": row["transaction_id"],
        "id": row["id"],
        "position": row["position"],
        "at": iso_8601(row["at"]),
        "booked_on": row["booked_on"].isoformat(),
        "act": row["act"],
        "details": orjson.dumps(row["details"], option=orjson.OPT_SORT_KEYS).decode(),
        "postings": " ".join(
            f"{account}:{amount}" for account, amount in zip(row["ledger_accounts"], row["amounts"], strict=True)
        ),
    }
    return entry_hash(row["previous_hash"], content)


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


async def write_acts(tx: Connection, acts: Sequence[Act], booked_on: date, now: datetime) -> None:
    """Append a booking for each act, each of a transaction of its own, and let the transactions show how they stand."""
    if acts:
        await tx.execute(_WRITE, [_row_of(act, booked_on, now) for act in acts], timeout=600)


def _row_of(act: Act, booked_on: date, now: datetime) -> dict[str, Any]:
    row: dict[str, Any] = {
        "transaction_id": act.transaction["id"],
        "position": act.transaction["bookings"] + 1,
        "id": new_id(),
        "at": now,
        "booked_on": booked_on,
        "act": act.act,
        "details": dict(act.details),
        "ledger_accounts": [posting.account for posting in act.postings],
        "amounts": [posting.amount for posting in act.postings],
        "previous_hash": act.transaction["head_hash"],
    }
    return row | {"hash": hash_of(row), "status": act.status, "suspense_amount": act.suspense_amount}
