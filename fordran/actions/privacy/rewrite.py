"""Documents of registrations, and the lines of their invoices, written again with what may be left of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from fordran.actions.cases.case_facts import document_hash
from fordran.actions.privacy.chain import Erasure
from fordran.actions.privacy.documents import Document, without_contact_details, without_identity
from fordran.actions.privacy.erasing import Erasing
from fordran.actions.registrations.sent_invoice import shown_line
from fordran.resources.invoice_registrations import MatrixInput
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.shape.kept import Becomes, RetentionRule
from fordran.shape.wire import plain_number
from fordran.store.rows.erased_rows import documents_in, write_document
from fordran.store.rows.personal_rows import PersonalTable

LEFT_OF: dict[Becomes, Callable[[Document], Document]] = {
    "without contact details": without_contact_details,
    "without identity": without_identity,
}
"""The rest of a document after erasure."""


async def rewrite_documents(erasing: Erasing, table: PersonalTable, rule: RetentionRule) -> None:
    """Leave of each registration what a rule leaves, and tell how the hashes went over into each other."""
    erasing.done.rows[table.name] += 0
    for row in await documents_in(erasing.tx, table, rule.only, erasing.found):
        document = LEFT_OF[rule.becomes](_read(row["document"]))
        written = await write_document(erasing.tx, table, row, _exact(document), erasing.now)
        before, after = document_hash(row["document"]), document_hash(written)
        if before != after:
            erasing.done.erasures.append(Erasure(table.name, row["id"], rule.columns, before, after))
            erasing.done.rows[table.name] += 1


async def rewrite_lines(erasing: Erasing) -> None:
    """Leave of the lines of invoices what is left of those of their registrations without identity."""
    rows = await erasing.tx.fetch(
        """select i.account_id, i.id, r.document from invoices i
           join invoice_registrations r on r.account_id = i.account_id and r.id = i.registration_id
           where i.account_id = any($1::text[]) and i.customer_id = any($2::text[]) order by i.id""",
        erasing.found.accounts,
        erasing.found.customers,
    )
    for row in rows:
        lines = without_identity(_read(row["document"]))["matrix"]
        await erasing.tx.execute(
            "update invoices set matrix = $3 where account_id = $1 and id = $2",
            row["account_id"],
            row["id"],
            _exact([shown_line(read(MatrixInput, line)) for line in lines]),
        )


def _read(stored: Any) -> Document:
    """A stored document with every digit of its numbers."""
    document: Document = json_of(orjson.dumps(stored))
    return document


def _exact(value: Any) -> orjson.Fragment:
    """JSON with every digit of its numbers."""
    return orjson.Fragment(orjson.dumps(value, default=plain_number))
