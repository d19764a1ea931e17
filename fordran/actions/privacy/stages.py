"""The two stages of erasing a customer, each by the rules of `domain/retention.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson

from fordran.actions.cases.case_facts import document_hash
from fordran.actions.privacy.chain import Erasure, note_erasures
from fordran.actions.privacy.documents import Document, without_contact_details, without_identity
from fordran.actions.privacy.find import Key, pseudonym
from fordran.actions.registrations.sent_invoice import shown_line
from fordran.domain.retention import ANONYMISED, PSEUDONYMISED, RULES, Stage
from fordran.resources.invoice_registrations import MatrixInput
from fordran.resources.work_items import WORK_ITEMS
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.shape.wire import plain_number
from fordran.store.callers import token_key
from fordran.store.database import Connection
from fordran.store.personal_rows import (
    Found,
    blank_rows,
    delete_rows,
    erase_from_audit,
    ids_of_all,
    personal_tables,
)


@dataclass(frozen=True)
class Let:
    """A customer that is let go of, whose rows are locked; `rows` counts what is erased, by table."""

    tx: Connection
    key: Key
    found: Found
    today: date
    now: datetime
    rows: Counter[str]

    @property
    def account(self) -> str:
        return self.key[0]


async def pseudonymise(let: Let) -> int:
    """Let go of all that is no bookkeeping; how many files are to be removed."""
    documents = await ids_of_all(let.tx, let.found)
    erasures = await _write_documents(let, without_contact_details)
    name = pseudonym(await token_key(let.tx), let.found.compact or "/".join(let.key))
    await _blank(let, PSEUDONYMISED)
    await _mark(let, PSEUDONYMISED, name)
    let.rows["work_items"] += await _delete_work_items(let)
    tables = await personal_tables(let.tx)
    for table in ("request_logs", "idempotent_answers"):
        let.rows[table] += await delete_rows(let.tx, table, tables[table], let.found)
    files = await _remove_files(
        let,
        """delete from media_files m using letters l
           where l.account_id = $1 and l.customer_id = $2 and l.fee = 0 and m.account_id = l.account_id and m.id = l.media_id
             and not exists (select from letters o where o.account_id = l.account_id and o.media_id = l.media_id and o.fee > 0)
           returning m.id""",
    )
    # What lies ready for the printer is a copy, and was posted long ago.
    printed = await let.tx.execute(
        """insert into files_to_remove (id, kind, created)
           select id, 'print', $3 from envelopes where account_id = $1 and customer_id = $2 and channel = 'print'
           on conflict do nothing""",
        *let.key,
        let.now,
    )
    await _note(let, PSEUDONYMISED, erasures)
    let.rows["audit_log"] += await erase_from_audit(let.tx, documents, let.now)
    return files + int(printed.rpartition(" ")[2])


async def anonymise(let: Let) -> int:
    """Let go of what the bookkeeping rested on, but for amounts, dates and numbers; how many files are to be removed."""
    documents = await ids_of_all(let.tx, let.found)
    await _mark(let, ANONYMISED, None)
    erasures = await _write_documents(let, without_identity)
    await _blank(let, ANONYMISED)
    files = await _remove_files(
        let,
        """delete from media_files where account_id = $1 and id in (
               select print_id from invoices where account_id = $1 and customer_id = $2
               union select original_invoice_id from cases where account_id = $1 and customer_id = $2
               union select media_id from letters where account_id = $1 and customer_id = $2)
           returning id""",
    )
    await _note(let, ANONYMISED, erasures)
    files += await let_go_of_orders(let.tx, let.found, let.now)
    let.rows["audit_log"] += await erase_from_audit(let.tx, [*documents, *await orders_let_go_of(let.tx)], let.now)
    return files


async def _blank(let: Let, stage: Stage) -> None:
    """Write over every column for which the rules have one value for all."""
    tables = await personal_tables(let.tx)
    for table in dict.fromkeys(rule.table for rule in RULES if rule.stage == stage):
        if table in tables:
            besides = _BESIDES.get(table, "true")
            let.rows[table] += await blank_rows(let.tx, table, stage, tables[table], let.found, let.now, besides)


_BESIDES = {
    "bank_transactions": """not exists (
        select from bank_payments p join cases k on k.account_id = p.account_id and k.id = p.case_id
        where p.transaction_id = bank_transactions.id and k.erasure is distinct from 'anonymised')""",
    "bank_refunds": """not exists (
        select from bank_payments p join cases k on k.account_id = p.account_id and k.id = p.case_id
        where p.transaction_id = bank_refunds.transaction_id and k.erasure is distinct from 'anonymised')""",
}
"""One payment may be several customers' money: who paid is known until the last of them is anonymised."""


async def _mark(let: Let, stage: Stage, name: str | None) -> None:
    """Say of the customer and its cases how far they are erased; and what stands for its name, unless that is gone."""
    await let.tx.execute(
        """update customers set erasure = $3, name = coalesce($4, name), name_folded = coalesce($5, name_folded)
           where account_id = $1 and id = $2""",
        *let.key,
        stage,
        name,
        name and name.casefold(),
    )
    await let.tx.execute("update cases set erasure = $3 where account_id = $1 and customer_id = $2", *let.key, stage)


# Registrations ----------------------------------------------------------------------------------------------------------------

_REGISTRATIONS = {
    "invoice_registrations": "select id, document from invoice_registrations where account_id = $1 and id = any($2::text[])",
    "case_registrations": "select id, document from case_registrations where account_id = $1 and id = any($2::text[])",
}
_REWRITE = {
    "invoice_registrations": """update invoice_registrations set document = $3, revision = revision + 1,
        updated = greatest(updated, $4) where account_id = $1 and id = $2 returning document""",
    "case_registrations": """update case_registrations set document = $3, revision = revision + 1,
        updated = greatest(updated, $4) where account_id = $1 and id = $2 returning document""",
}


async def _write_documents(let: Let, left_of: Callable[[Document], Document]) -> list[Erasure]:
    """Leave of each registration what may be left; how the hashes went over into each other."""
    erasures = []
    for table, statement in _REGISTRATIONS.items():
        for row in await let.tx.fetch(statement, let.account, let.found.registrations):
            document = left_of(json_of(orjson.dumps(row["document"])))
            written = await let.tx.fetchval(_REWRITE[table], let.account, row["id"], _exact(document), let.now)
            before, after = document_hash(row["document"]), document_hash(written)
            if before != after:
                erasures.append(Erasure(table, row["id"], ("document",), before, after))
                let.rows[table] += 1
            if left_of is without_identity and "matrix" in document:
                await _write_lines(let, row["id"], document)
    return erasures


async def _write_lines(let: Let, registration: str, document: Document) -> None:
    """An invoice's lines, as those of its registration are now."""
    lines = [shown_line(read(MatrixInput, line)) for line in document["matrix"]]
    await let.tx.execute(
        "update invoices set matrix = $3 where account_id = $1 and registration_id = $2",
        let.account,
        registration,
        _exact(lines),
    )


def _exact(value: Any) -> orjson.Fragment:
    """JSON with every digit of its numbers."""
    return orjson.Fragment(orjson.dumps(value, default=plain_number))


# Rows and files ---------------------------------------------------------------------------------------------------------------


async def _delete_work_items(let: Let) -> int:
    """Delete what was on the work list, and tally that there is less."""
    gone: int = await let.tx.fetchval(
        """with gone as (delete from work_items where account_id = $1 and case_id = any($2::text[])
                         returning account_id, creditor_id),
           noted as (insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
                     select $3, a.partner_id, g.account_id, g.creditor_id, -count(*)
                     from gone g join accounts a on a.id = g.account_id group by 2, 3, 4)
           select count(*) from gone""",
        let.account,
        let.found.cases,
        WORK_ITEMS.name,
    )
    return gone


async def _remove_files(let: Let, statement: str) -> int:
    """Delete the rows of files, and note that their bytes are to go when we are done."""
    gone = [row["id"] for row in await let.tx.fetch(statement, *let.key)]
    await let.tx.execute(
        "insert into files_to_remove (id, kind, created) select id, 'media', $2 from unnest($1::text[]) id",
        gone,
        let.now,
    )
    let.rows["media_files"] += len(gone)
    return len(gone)


async def let_go_of_orders(tx: Connection, found: Found, now: datetime) -> int:
    """Have the files of orders that paid a customer back removed: nothing in them is younger than what the law asks for."""
    done: str = await tx.execute(
        """insert into files_to_remove (id, kind, created)
           select distinct l.order_id, 'order', $4::timestamptz from bank_order_lines l
           where l.kind <> 'payout' and ((l.account_id = any($1::text[]) and l.case_id = any($2::text[]))
               or l.subject_id in (select r.id from bank_refunds r where r.transaction_id = any($3::text[])))
           on conflict do nothing""",
        found.accounts,
        found.cases,
        found.transactions,
        now,
    )
    return int(done.rpartition(" ")[2])


async def orders_let_go_of(tx: Connection) -> list[str]:
    """The orders whose files are to go: of a line that is erased, the audit log speaks as a change of its order."""
    return [row["id"] for row in await tx.fetch("select id from files_to_remove where kind = 'order'")]


async def _note(let: Let, stage: Stage, erasures: list[Erasure]) -> None:
    columns = tuple(
        column for rule in RULES if rule.table == "customers" and rule.stage == stage for column in rule.columns
    )
    await note_erasures(
        let.tx, let.account, stage, [Erasure("customers", let.key[1], columns), *erasures], let.today, let.now
    )
