"""Print invoices: make their PDFs and keep them, once each. What is printed is in printed_invoice.py.

One that cannot be printed is put on the work list, is tried again after an hour or when its item is resolved, and keeps no
other waiting (unprintable.py).
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TypeAlias, TypedDict

from fordran.actions.debtors.codes import CaseKey, codes_for_cases
from fordran.actions.keep_file import Put
from fordran.actions.keep_logo import logo_of
from fordran.actions.printing.printed_invoice import PRINTED, PrintedRow, invoice_document
from fordran.actions.printing.unprintable import NOT_PUT_ASIDE, put_aside, take_up_again
from fordran.actions.rendering.renderers import RENDERERS, NotBegun
from fordran.documents.access import Access
from fordran.documents.invoices.invoice import InvoiceDocument, render
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import (
    change_found,
    everywhere,
    fetch_locked,
    is_on_a_cluster,
    of_one_account,
)
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.turns import AccountRound, WaitingRows, accounts_with

MOST = 100
PUT_AT_ONCE = 16
PORTION_SECONDS = 10.0
"""Invoices of a portion that are not begun in this time wait for their account's next turn, and others go first."""

Rendered: TypeAlias = bytes | Exception
"""A PDF, or why there is none."""
ToPrint: TypeAlias = InvoiceDocument
RenderAll: TypeAlias = Callable[[Sequence[str], Sequence[ToPrint]], Awaitable[list[Rendered]]]


async def in_processes(owners: Sequence[str], documents: Sequence[InvoiceDocument]) -> list[Rendered]:
    """The PDFs of documents, in their order, made side by side; one that cannot be made keeps no other from it."""
    return await RENDERERS.render_each(render, list(zip(owners, documents, strict=True)), PORTION_SECONDS)


async def blank_sheets(owners: Sequence[str], documents: Sequence[InvoiceDocument]) -> list[Rendered]:
    """In the place of PDFs that nobody will see, as in a dry run: typesetting is most of what printing costs."""
    return [b""] * len(documents)


async def print_invoice(tx: Connection, put: Put, operator: Operator, id_: str, now: datetime) -> bool:
    """Print one invoice that is not printed yet; False where it is, somebody else is printing it, or it cannot be."""
    rows = await fetch_locked(
        tx,
        PrintedRow,
        f"""{PRINTED} where i.id = $1 and i.print_id is null and {of_one_account("i")}
            and {NOT_PUT_ASIDE.format(now="$2")} for update of i skip locked""",
        id_,
        now,
    )
    return await _print(tx, put, operator, in_processes, rows, now) > 0


_UNPRINTED = WaitingRows("invoices", "w.print_id is null", "id")
# First by an index alone: joined at once with what is printed, all that wait would be read for each portion.
_TO_PRINT = f"""
select i.id from invoices i where i.account_id = $3 and i.print_id is null and {NOT_PUT_ASIDE.format(now="$2")}
order by i.id limit $1 for update of i skip locked
"""
_CHOSEN = f"{PRINTED} where i.account_id = $1 and i.id = any($2::text[]) order by i.id"


async def print_due_invoices(
    tx: Connection,
    put: Put,
    operator: Operator,
    now: datetime,
    render_all: RenderAll = in_processes,
    turn: AccountRound | None = None,
) -> int:
    """Print waiting invoices, account by account in turn, the oldest first of each; return the number handled."""

    async def lock(account: str, most: int) -> list[PrintedRow]:
        chosen = [row["id"] for row in await tx.fetch(everywhere(tx, _TO_PRINT, 3), most, now, account)]
        return await fetch_rows(tx, PrintedRow, everywhere(tx, _CHOSEN, 1), account, chosen) if chosen else []

    # Those of several accounts are typeset together, where they do not lie on several machines.
    of = 1 if is_on_a_cluster(tx) else 0
    rows = await (turn or AccountRound()).fill(lambda: accounts_with(tx, _UNPRINTED), lock, MOST, of)
    await _print(tx, put, operator, render_all, rows, now)
    return len(rows)


class _Printed(TypedDict):
    account_id: str
    creditor_id: str
    invoice_id: str
    media_id: str
    filename: str
    size: int
    sha256: str


async def _print(
    tx: Connection, put: Put, operator: Operator, render_all: RenderAll, rows: Sequence[PrintedRow], now: datetime
) -> int:
    """Print invoices whose rows are locked, and put those aside that cannot be; return how many were printed."""
    if not rows:
        return 0
    codes = await codes_for_cases(
        tx, operator, [CaseKey(row["account_id"], row["creditor_id"], row["case_id"]) for row in rows], now
    )
    documents: dict[str, InvoiceDocument] = {}
    unprintable: list[tuple[PrintedRow, Exception]] = []
    logos = {logo: await logo_of(tx, *logo) for logo in {(row["account_id"], row["logo_id"]) for row in rows}}
    for row in rows:
        try:
            access = Access(operator.public_url, codes[row["case_id"]])
            documents[row["id"]] = invoice_document(row, operator, access, logos[row["account_id"], row["logo_id"]])
        except Exception as trouble:  # noqa: BLE001  (as above)
            unprintable.append((row, trouble))
    owners = [row["account_id"] for row in rows if row["id"] in documents]
    made = dict(zip(documents, await render_all(owners, list(documents.values())), strict=True))
    printed: list[tuple[PrintedRow, bytes]] = []
    for row in rows:
        content = made.get(row["id"])
        if isinstance(content, bytes):
            printed.append((row, content))
        elif content is not None and not isinstance(content, NotBegun):
            unprintable.append((row, content))
    await _keep(tx, put, printed, now)
    for row, why in unprintable:
        await put_aside(tx, row, f"cannot be printed: {why!r}", now)
    return len(printed)


_KEEP = """
insert into media_files (account_id, id, created, creditor_id, filename, content_type, size, sha256)
select account_id, media_id, $1::timestamptz, creditor_id, filename, 'application/pdf', size, decode(sha256, 'hex')
from {given}"""
_SHOW = """
update invoices i set print_id = g.media_id, revision = i.revision + 1, updated = greatest(i.updated, $1)
from {given} where i.account_id = g.account_id and i.id = g.invoice_id"""
# From now on its delivery is looked at when what can leave is looked for. Who holds one may be about to wait for its invoice,
# which we hold: it is not waited for, and find_made.py handles it.
_LET_LEAVE = """
update deliveries q set made = $1, revision = q.revision + 1, updated = greatest(q.updated, $1)
from (select d.account_id, d.id from deliveries d, {given}
      where d.account_id = g.account_id and d.id = g.invoice_id and d.status in ('held', 'queued', 'failed')
      for update of d skip locked) free
where q.account_id = free.account_id and q.id = free.id"""
_KEEP_ALL = f"""
with given as materialized (select * from {recordset(_Printed, 2, "g")}), kept as ({_KEEP.format(given="given")}),
     let_leave as ({_LET_LEAVE.format(given="given g")})
{_SHOW.format(given="given g")}
"""
_KEEP_GIVEN = _KEEP.format(given=recordset(_Printed, 2, "given"))
_SHOW_GIVEN = _SHOW.format(given=recordset(_Printed, 2, "g"))
_LET_LEAVE_GIVEN = _LET_LEAVE.format(given=recordset(_Printed, 2, "g"))


async def _note(tx: Connection, noted: Sequence[_Printed], now: datetime) -> None:
    """In one statement; in three on a cluster, which sends what parts of one share to every node."""
    if not is_on_a_cluster(tx):
        await tx.execute(_KEEP_ALL, now, noted)
        return
    await tx.execute(_KEEP_GIVEN, now, noted)
    for given in (_SHOW_GIVEN, _LET_LEAVE_GIVEN):
        await change_found(tx, given, noted, now)


async def _keep(tx: Connection, put: Put, printed: Sequence[tuple[PrintedRow, bytes]], now: datetime) -> None:
    """Put the bytes of all, then note them: a row never lacks its bytes."""
    if not printed:
        return
    kept = [(_noted(row, content), content) for row, content in printed]
    await asyncio.to_thread(_put_all, put, [(noted["media_id"], content) for noted, content in kept])
    await _note(tx, [noted for noted, _ in kept], now)
    await take_up_again(tx, [row for row, _ in printed], now)


def _put_all(put: Put, files: Sequence[tuple[str, bytes]]) -> None:
    """Put them side by side: each waits for the disk."""
    with ThreadPoolExecutor(min(PUT_AT_ONCE, len(files))) as threads:
        for _ in threads.map(lambda file: put(*file), files):
            pass


def _noted(row: PrintedRow, content: bytes) -> _Printed:
    name = "kreditfaktura" if row["invoice_type"] == "credit_invoice" else "faktura"
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in row["invoice_number"])[:80]
    return {
        "account_id": row["account_id"],
        "creditor_id": row["creditor_id"],
        "invoice_id": row["id"],
        "media_id": new_id(),
        "filename": f"{name}-{safe}.pdf",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
