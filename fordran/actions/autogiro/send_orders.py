"""Send orders: new and ended mandates, debits and cancelled debits go into one file to Bankgirot, made from their rows.

The file is noted with its orders, in one transaction, and written afterwards under a name of its own. A file that was not
written, because the process ended or the disk was full, is written by the next run, with the same name and the same contents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.autogiro.send_debits import gather_debits
from fordran.formats.autogiro_orders import (
    AutogiroOrder,
    AutogiroPayee,
    CancelDebit,
    Debit,
    EndMandate,
    EnterMandate,
    write_orders,
)
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import AutogiroDebitRow, AutogiroFileRow
from fordran.store.upkeep.installation import business_day

MOST_IN_A_FILE = 100_000


class _ToSendRow(TypedDict):
    account_id: str
    id: str


_TO_SEND = """
select account_id, id from autogiro_mandates where state in ('new', 'ending') order by account_id, id limit $1
"""
_SEND = """
update autogiro_mandates
set state = case state when 'new' then 'sent' else 'end_sent' end,
    sent = case state when 'new' then $3 else sent end, file_id = case state when 'new' then $4 else file_id end,
    end_sent = case state when 'ending' then $3 else end_sent end,
    end_file_id = case state when 'ending' then $4 else end_file_id end,
    updated = greatest(updated, $5), revision = revision + 1
where account_id = $1 and id = any($2::text[]) and state in ('new', 'ending')
"""


async def gather_orders(tx: Connection, now: datetime) -> int:
    """Gather what waits into a new file; how many orders it has. Without any there is no file."""
    # One at a time: a second run finds nothing to gather. A mandate may still be ended meanwhile, and then its row waits.
    await tx.execute("lock table autogiro_files in exclusive mode")
    day, file = await business_day(tx, now), new_id()
    # Debits first: an act that changes a mandate has locked its case before.
    debits = await gather_debits(tx, file, day, MOST_IN_A_FILE, now)
    rows = await fetch_rows(tx, _ToSendRow, _TO_SEND, MOST_IN_A_FILE)
    for account in sorted({row["account_id"] for row in rows}):
        ids = [row["id"] for row in rows if row["account_id"] == account]
        await tx.execute(_SEND, account, ids, day, file, now)
    if debits or rows:
        await insert(tx, "autogiro_files", {"id": file, "created": now, "updated": now, "is_ours": True, "day": day})
    return debits + len(rows)


async def files_to_write(connection: Connection) -> list[AutogiroFileRow]:
    """The files that do not lie in their folder yet, the first one first."""
    return await fetch_rows(
        connection,
        AutogiroFileRow,
        "select id, day from autogiro_files where is_ours and written is null order by id",
    )


class _OrderRow(TypedDict):
    payer_number: str
    clearing_number: str
    account_number: str
    id_number: str
    is_new: bool


_ORDERS = """
select m.payer_number, m.clearing_number, m.account_number, c.id_number_compact as id_number, m.file_id = $1 as is_new
from autogiro_mandates m join customers c on c.account_id = m.account_id and c.id = m.customer_id
where m.file_id = $1 or m.end_file_id = $1
order by (m.file_id = $1), m.id
"""


class _DebitOrderRow(AutogiroDebitRow):
    payer_number: str
    is_cancelled: bool


_DEBIT_ORDERS = """
select m.payer_number, d.day, d.amount, d.reference, d.cancel_file_id is not distinct from $1 as is_cancelled
from autogiro_debits d join autogiro_mandates m on m.account_id = d.account_id and m.id = d.mandate_id
where d.file_id = $1 or d.cancel_file_id = $1
order by d.id
"""


async def file_content(connection: Connection, file: str, day: date, payee: AutogiroPayee) -> bytes:
    """The contents of a file: cancelled debits, mandates that end, new mandates, and debits."""
    rows: Sequence[_OrderRow] = await fetch_rows(connection, _OrderRow, _ORDERS, file)
    debits = await fetch_rows(connection, _DebitOrderRow, _DEBIT_ORDERS, file)
    cancelled = [
        CancelDebit(row["payer_number"], row["day"], row["amount"], row["reference"])
        for row in debits
        if row["is_cancelled"]
    ]
    drawn = [
        Debit(row["payer_number"], row["day"], row["amount"], row["reference"])
        for row in debits
        if not row["is_cancelled"]
    ]
    return write_orders(payee, day, [*cancelled, *(_order(row) for row in rows), *drawn])


def _order(row: _OrderRow) -> AutogiroOrder:
    if not row["is_new"]:
        return EndMandate(row["payer_number"])
    return EnterMandate(row["payer_number"], row["clearing_number"], row["account_number"], row["id_number"])


async def note_written(tx: Connection, file: str, now: datetime) -> None:
    """Note that a file lies in its folder."""
    await tx.execute(
        "update autogiro_files set written = $2, updated = $2, revision = revision + 1 where id = $1", file, now
    )


def file_name(file: AutogiroFileRow) -> str:
    """The name of a file to Bankgirot, the same whenever it is written."""
    return f"autogiro-{file['day']}-{file['id']}.txt"


async def export_step(
    tx: Connection, payee: AutogiroPayee, write: Callable[[str, bytes], object], now: datetime
) -> int:
    """Write the first file that does not lie in its folder yet; without any, gather what waits. 0 where nothing is left."""
    for file in (await files_to_write(tx))[:1]:
        write(file_name(file), await file_content(tx, file["id"], file["day"], payee))
        await note_written(tx, file["id"], now)
        return 1
    return await gather_orders(tx, now)
