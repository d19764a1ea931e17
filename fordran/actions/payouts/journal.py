"""The journal of what was paid out to creditors, chained payout by payout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from fordran.domain.chain import entry_hash
from fordran.domain.payout import PayoutAct, postings_of
from fordran.shape.moments import iso_8601
from fordran.store.database import Connection
from fordran.store.ids import new_id

EXPORTED: PayoutAct = "exported"
BY_HAND: PayoutAct = "by_hand"


def hash_of(row: Mapping[str, Any]) -> str:
    """The hash of a row of the journal: over all that it holds, after the hash of the row before it."""
    content: dict[str, str | int | bool | None] = {
        "account": row["account_id"],
        "payout": row["payout_id"],
        "position": row["position"],
        "id": row["id"],
        "at": iso_8601(row["at"]),
        "booked_on": row["booked_on"].isoformat(),
        "act": row["act"],
        "postings": " ".join(
            f"{account}:{amount}" for account, amount in zip(row["ledger_accounts"], row["amounts"], strict=True)
        ),
    }
    return entry_hash(row["previous_hash"], content)


_WRITE = """
with given as (
    select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                         $9::text[])
    as given (account_id, payout_id, position, id, act, ledger_accounts, amounts, previous_hash, hash)),
booking as (
    insert into payout_bookings (account_id, payout_id, position, id, at, booked_on, act, ledger_accounts, amounts,
                                 previous_hash, hash)
    select account_id, payout_id, position, id, $10, $11, act, ledger_accounts::integer[], amounts::bigint[], previous_hash,
           hash
    from given)
update payouts p set bookings = g.position, head_hash = g.hash
from given g where p.account_id = g.account_id and p.id = g.payout_id
"""


async def book_payouts(
    tx: Connection, payouts: Sequence[Mapping[str, Any]], act: PayoutAct, booked_on: date, now: datetime
) -> None:
    """Book that payouts, given by their rows, were paid."""
    if not payouts:
        return
    rows = [_row_of(payout, act, booked_on, now) for payout in payouts]
    await tx.execute(_WRITE, *zip(*rows, strict=True), now, booked_on)


def _row_of(payout: Mapping[str, Any], act: PayoutAct, booked_on: date, now: datetime) -> tuple[Any, ...]:
    postings = postings_of(payout["finance_category"], payout["amount"], payout["vat_amount"])
    row = {
        "account_id": payout["account_id"],
        "payout_id": payout["id"],
        "position": payout["bookings"] + 1,
        "id": new_id(),
        "at": now,
        "booked_on": booked_on,
        "act": act,
        "ledger_accounts": [posting.account for posting in postings],
        "amounts": [posting.amount for posting in postings],
        "previous_hash": payout["head_hash"],
    }
    return (
        *(row["account_id"], row["payout_id"], row["position"], row["id"], row["act"]),
        *(_array(row["ledger_accounts"]), _array(row["amounts"]), row["previous_hash"], hash_of(row)),
    )


def _array(numbers: Sequence[int]) -> str:
    return f"{{{','.join(map(str, numbers))}}}"
