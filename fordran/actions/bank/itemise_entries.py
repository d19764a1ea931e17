"""Itemise: a booking that one file has as a sum and another as its transactions is the same money, and counts once.

The transactions count, since they say what they are for; the sum becomes
their duplicate, in whichever order the files come. If a person has already handled
the sum, the transactions come too late and become its duplicates.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime

from fordran.actions.bank.journal import BookingAct, ChainedRow, write_acts
from fordran.domain.bank.bank_states import TransactionStatus
from fordran.domain.books.journal import received_unmatched
from fordran.formats.autogiro_payments import KIND
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import AutogiroTransferRow

MOST_DAYS = 5
"""The bank books a sum on the day that Bankgirot names, or so many days later where weekends and holidays lie between."""

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


class _TransferSumRow(ChainedRow):
    status: TransactionStatus
    suspense_amount: int
    is_new: bool


_TRANSFERS = "select id, day, amount from autogiro_transfers where transaction_id is null order by day, id"
# A sum says nothing of what it is for. One that is itemised is a payer's, unless it calls itself Autogiro.
_SUM_OF_TRANSFER = """
select t.id, t.status, t.suspense_amount, t.bookings, t.head_hash, t.file_id = $1 as is_new from bank_transactions t
where t.amount = $2 and (t.status = 'suspense' and t.suspense_amount = t.amount or t.amount < 0 and t.status = 'withdrawn')
  and not exists (select 1 from autogiro_transfers a where a.transaction_id = t.id)
  and t.booking_date between $3::date and $3::date + $4::integer
  and not exists (select 1 from bank_files f where f.id = t.file_id and f.kind = $5)
  and (not t.is_itemised or concat_ws(' ', t."references"::text, t.information::text, t.payer::text) ilike '%autogiro%')
order by t.booking_date, t.id limit 1
"""


async def match_deposits(tx: Connection, file: str, booked_on: date, now: datetime) -> Counter[TransactionStatus]:
    """Find the bank's sums of the deposits that wait for theirs; how many of the file's own became duplicates."""
    became: Counter[TransactionStatus] = Counter()
    for transfer in await fetch_rows(tx, AutogiroTransferRow, _TRANSFERS):
        rows = await fetch_rows(
            tx, _TransferSumRow, _SUM_OF_TRANSFER, file, transfer["amount"], transfer["day"], MOST_DAYS, KIND
        )
        for row in rows:
            await _stand_for(tx, transfer["id"], row, booked_on, now)
            if row["status"] == "suspense":
                became["suspense"] += row["is_new"]
    return became


async def _stand_for(tx: Connection, transfer: str, row: _TransferSumRow, booked_on: date, now: datetime) -> None:
    if row["bookings"]:
        reversal = received_unmatched(-row["suspense_amount"])
        await write_acts(
            tx, [BookingAct(row, "itemised", {"deposit": transfer}, reversal, "duplicate")], booked_on, now
        )
    elif row["status"] == "suspense":
        await _stand_as_duplicate(tx, [row["id"]])
    await tx.execute(
        "update autogiro_transfers set transaction_id = $2, updated = $3, revision = revision + 1 where id = $1",
        transfer,
        row["id"],
        now,
    )
