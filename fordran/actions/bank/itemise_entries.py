"""Itemise: a booking that one file has as a sum and another as its transactions is the same money, and counts once.

The transactions count, since they say what they are for; the sum becomes their duplicate. If a person has already handled
the sum, the transactions come too late and become its duplicates.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime

from fordran.actions.bank.journal import BookingAct, ChainedRow, write_acts
from fordran.domain.bank.bank_states import TransactionStatus
from fordran.domain.books.journal import received_unmatched
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

WAITING: tuple[TransactionStatus, ...] = ("suspense", "withdrawn")


class _SumRow(ChainedRow):
    entry: str
    amount: int
    status: TransactionStatus
    suspense_amount: int
    is_new: bool
    """Whether the file brought it."""


async def itemise(tx: Connection, file: str, booked_on: date, now: datetime) -> Counter[TransactionStatus]:
    """Find the sums that the file's bookings have elsewhere, or the other way about.

    How many of the file's own transactions became duplicates, by the status that they had.
    """
    rows = await fetch_rows(
        tx,
        _SumRow,
        """select t.id, t.entry, t.amount, t.status, t.suspense_amount, t.bookings, t.head_hash, t.file_id = $1 as is_new
           from bank_transactions t
           where not t.is_itemised and t.entry in (select entry from incoming) order by t.id""",
        file,
    )
    sums: dict[str, list[_SumRow]] = defaultdict(list)
    for row in rows:
        sums[row["entry"]].append(row)
    became: Counter[TransactionStatus] = Counter()
    for entry, of_entry in sums.items():
        became += await _itemise(tx, entry, of_entry, file, booked_on, now)
    return became


async def _itemise(
    tx: Connection, entry: str, sums: list[_SumRow], file: str, booked_on: date, now: datetime
) -> Counter[TransactionStatus]:
    """An entry's amount is part of its key, so all its sums are equal, and its items make up one or more."""
    itemised = await tx.fetchval(
        """select coalesce(sum(amount), 0)::bigint from bank_transactions
           where entry = $1 and is_itemised and status <> 'duplicate'""",
        entry,
    )
    covered = min(len(sums), itemised // sums[0]["amount"])
    waiting = sorted((row for row in sums if row["status"] in WAITING), key=lambda row: not row["is_new"])
    missing = covered - sum(row["status"] == "duplicate" for row in sums)
    became: Counter[TransactionStatus] = Counter()
    acts = []
    for row in waiting[: max(missing, 0)]:
        became[row["status"]] += row["is_new"]
        if row["bookings"]:
            reversal = received_unmatched(-row["suspense_amount"])
            acts.append(BookingAct(row, "itemised", {"entry": entry}, reversal, "duplicate"))
        else:
            await _stand_as_duplicate(tx, [row["id"]])
    await write_acts(tx, acts, booked_on, now)
    if missing > len(waiting):
        late = await tx.fetch(
            "select id, status from bank_transactions where entry = $1 and is_itemised and file_id = $2", entry, file
        )
        became.update(row["status"] for row in late)
        await _stand_as_duplicate(tx, [row["id"] for row in late])
    return became


async def _stand_as_duplicate(tx: Connection, transactions: list[str]) -> None:
    await tx.execute(
        """update bank_transactions set status = 'duplicate', reason = null, suspense_amount = 0
           where id = any($1::text[])""",
        transactions,
    )
