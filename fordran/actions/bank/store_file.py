"""Store a bank file: check it to its end, match what it brings, and keep all of it or nothing, in one transaction.

What is for cases is left due, to be settled account by account (`settle_bank_payments`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import BinaryIO

from fordran.actions.bank.follow_transfers import follow_report, note_executed, reported_order
from fordran.actions.bank.itemise_entries import itemise, match_deposits
from fordran.actions.bank.journal import BookingAct, ChainedRow, ReceivedRow, details_of_receipt, lock_bank, write_acts
from fordran.actions.bank.lower_payments import lower_payments
from fordran.actions.bank.read_in_file import ReadBankFile, read_in
from fordran.actions.bank.recall_payments import recall_payments
from fordran.actions.refunds.follow_refunds import keep_returned
from fordran.domain.bank.bank_states import TransactionKind, TransactionStatus
from fordran.domain.books.journal import received_unmatched
from fordran.formats.autogiro_payments import KIND as AUTOGIRO
from fordran.formats.bank import BankPayment
from fordran.formats.pain002 import KIND, read_pain002
from fordran.formats.recognise import HEAD, kind_of_bank_file
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import BankFileRow
from fordran.store.upkeep.installation import business_day, read_installation

BLOCK = 1024 * 1024
BOOKED_AT_ONCE = 2000
LONG_SECONDS = 3600

COUNTED = ("matched", "suspense", "recalled", "withdrawals", "duplicates")


@dataclass(frozen=True)
class ReceivedBankFile:
    """A file as it came: a stream that can be wound back, and what the whole of it is known by."""

    stream: BinaryIO
    filename: str
    sha256: bytes
    size: int


def sent_file(stream: BinaryIO, filename: str) -> ReceivedBankFile:
    """The file in a stream, which is read to its end and wound back."""
    stream.seek(0)
    digest = hashlib.sha256()
    size = 0
    while block := stream.read(BLOCK):
        digest.update(block)
        size += len(block)
    stream.seek(0)
    last = filename.replace("\\", "/").rpartition("/")[2]
    return ReceivedBankFile(
        stream, "".join(letter for letter in last if letter.isprintable())[:200], digest.digest(), size
    )


@dataclass(frozen=True)
class StoredFile:
    """A file, and what became of its transactions at this coming of it."""

    id: str
    kind: str
    created: datetime
    revision: int
    is_new: bool
    counts: Counter[str]
    """By `COUNTED`, and `transactions`, which is their sum."""


async def store_bank_file(
    tx: Connection,
    file: ReceivedBankFile,
    own_bankgiro: str,
    now: datetime,
    by_autogiro: Iterator[BankPayment] | None = None,
) -> StoredFile:
    """Store what the file brings and no other file has brought. Raises `BadBankFile` for one that cannot be trusted.

    `by_autogiro` is what a report of Autogiro brings, which its caller has read.
    """
    known = await _known(tx, file.sha256)
    if known:
        return known
    kind = _kind(file.stream) if by_autogiro is None else AUTOGIRO
    sandbox = (await read_installation(tx)).sandbox
    today = await business_day(tx, now)
    reported = await reported_order(tx, read_pain002(file.stream)) if kind.startswith(KIND) else None
    returned = reported.returned(today) if reported else by_autogiro
    incoming = await read_in(tx, file.stream, own_bankgiro, today, sandbox=sandbox, returned=returned)
    await lock_bank(tx)
    # Once more, under the lock: the same file may have come twice at once.
    known = await _known(tx, file.sha256)
    if known:
        return known
    id_ = new_id()
    await _insert_file(tx, id_, kind, file, incoming, now, today)
    counts = await _keep(tx, id_, incoming, now)
    await _keep_balances(tx, id_, incoming, now)
    if reported:
        await follow_report(tx, reported, today, now)
    else:
        await note_executed(tx, id_, now)
    await tx.execute(
        """update bank_files set transactions = $2, matched = $3, suspense = $4, recalled = $5, withdrawals = $6,
               duplicates = $7 where id = $1""",
        id_,
        counts["transactions"],
        counts["matched"],
        counts["suspense"],
        counts["recalled"],
        counts["withdrawals"],
        counts["duplicates"],
    )
    return StoredFile(id_, kind, now, revision=1, is_new=True, counts=counts)


def _kind(stream: BinaryIO) -> str:
    """The kind of file that a stream holds; the stream is rewound."""
    stream.seek(0)
    kind = kind_of_bank_file(stream.read(HEAD)) or ""
    stream.seek(0)
    return kind


async def _insert_file(
    tx: Connection, id_: str, kind: str, file: ReceivedBankFile, incoming: ReadBankFile, now: datetime, today: date
) -> None:
    """The file's row, to which its transactions refer; what became of those it says when that is known."""
    row = {
        "id": id_,
        "created": now,
        "updated": now,
        "sha256": file.sha256,
        "filename": file.filename,
        "kind": kind,
        "size": file.size,
        "status": "stored",
        "first_date": incoming.first_date,
        "last_date": incoming.last_date,
        "amount_in": incoming.amount_in,
        "amount_out": incoming.amount_out,
        "imported_on": today,
    }
    await insert(tx, "bank_files", row | dict.fromkeys(("transactions", *COUNTED), 0))


async def _keep_balances(tx: Connection, file: str, incoming: ReadBankFile, now: datetime) -> None:
    """The balances that the bank reports; for one day, the latest report."""
    for stated in incoming.balances:
        await tx.execute(
            """insert into bank_balances (bank_account, day, created, updated, file_id, opening_amount, closing_amount)
               values ($1, $2, $3, $3, $4, $5, $6)
               on conflict (bank_account, day) do update set updated = excluded.updated, file_id = excluded.file_id,
                   opening_amount = excluded.opening_amount, closing_amount = excluded.closing_amount""",
            stated.account,
            stated.day,
            now,
            file,
            stated.opening,
            stated.closing,
        )


async def _known(tx: Connection, sha256: bytes) -> StoredFile | None:
    row = await fetch_row(
        tx,
        BankFileRow,
        "select id, kind, created, revision, transactions from bank_files where sha256 = $1",
        sha256,
    )
    if row is None:
        return None
    counts = Counter(transactions=row["transactions"], duplicates=row["transactions"])
    return StoredFile(row["id"], row["kind"], row["created"], row["revision"], is_new=False, counts=counts)


_KEEP = """
with kept as (
    insert into bank_transactions (id, created, updated, key, file_id, position, kind, booking_date, value_date, amount,
        bank_account, receiver, reference, "references", payer, information, bank_reference, own_reference, entry,
        is_itemised, status, reason, suspense_amount, order_date)
    select id, $2, $2, key, $1, position, kind, booking_date, value_date, amount, bank_account, receiver, reference,
        "references"::jsonb, payer::jsonb, information::jsonb, bank_reference, own_reference, entry, is_itemised, status,
        reason, suspense_amount, order_date
    from incoming
    on conflict (key) do nothing
    returning status)
select status, count(*) as transactions from kept group by status
"""
_KEEP_PARTS = """
insert into bank_payments (id, transaction_id, account_id, creditor_id, case_id, amount, booking_date)
select p.id, p.transaction_id, p.account_id, p.creditor_id, p.case_id, p.amount, p.booking_date
from incoming_parts p join bank_transactions t on t.id = p.transaction_id and t.status <> 'duplicate'
"""
_COUNTED_AS: dict[TransactionStatus, str] = {"matched": "matched", "suspense": "suspense", "withdrawn": "withdrawals"}


async def _keep(tx: Connection, file: str, incoming: ReadBankFile, now: datetime) -> Counter[str]:
    """Keep the transactions that are new; what became of all."""
    counts: Counter[str] = Counter(transactions=incoming.transactions)
    for row in await tx.fetch(_KEEP, file, now, timeout=LONG_SECONDS):
        counts[_COUNTED_AS[row["status"]]] += row["transactions"]
    counts["duplicates"] = incoming.transactions - sum(counts[name] for name in COUNTED)
    booked_on = await business_day(tx, now)
    duplicates = await itemise(tx, file, booked_on, now) + await match_deposits(tx, file, booked_on, now)
    for status, number in duplicates.items():
        counts[_COUNTED_AS[status]] -= number
        counts["duplicates"] += number
    await tx.execute(_KEEP_PARTS, timeout=LONG_SECONDS)
    await keep_returned(tx, file)
    await _book_suspense(tx, ["payment"], booked_on, now)
    lowered = await lower_payments(tx, incoming.deductions)
    recalled = await recall_payments(tx, file, booked_on, now)
    counts.update({"matched": lowered, "recalled": recalled, "suspense": -lowered - recalled})
    await _book_suspense(tx, ["deduction", "recall"], booked_on, now)
    return counts


class _SuspenseRow(ChainedRow, ReceivedRow):
    suspense_amount: int


async def _book_suspense(tx: Connection, kinds: list[TransactionKind], booked_on: date, now: datetime) -> None:
    """Book what waits and is not booked yet, of some kinds."""
    while rows := await fetch_rows(
        tx,
        _SuspenseRow,
        """select id, key, kind, booking_date, amount, suspense_amount, bookings, head_hash from bank_transactions
           where status = 'suspense' and bookings = 0 and kind = any($1::text[]) order by id limit $2""",
        kinds,
        BOOKED_AT_ONCE,
    ):
        acts = [
            BookingAct(
                transaction=row,
                act="received",
                details=details_of_receipt(row),
                postings=received_unmatched(row["suspense_amount"]),
                status="suspense",
                suspense_amount=row["suspense_amount"],
            )
            for row in rows
        ]
        await write_acts(tx, acts, booked_on, now)
