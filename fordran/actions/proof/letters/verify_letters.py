"""Verify letters: every letter that left has its document, its proof, and is lawful still when the check is made again.

What the law asks of a letter is looked at in letter_law.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator

from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.proof.letters.letter_facts import check_letter_facts
from fordran.actions.proof.letters.letter_law import check_law
from fordran.actions.proof.letters.letter_rows import LEFT, LeftRow
from fordran.domain.flow.lawfulness import RULES, rules_of
from fordran.domain.service.retention import PSEUDONYMISED
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

Get = Callable[[str], bytes]
Tell = Callable[[int, int], None]


async def verify_letters(
    tx: Connection, get: Get, operator_name: str, tell: Tell = lambda *_: None
) -> AsyncIterator[Discrepancy]:
    """Every difference there is. `tx` is a transaction in which nothing has been done yet; `get` reads a document."""
    await tx.execute("set transaction isolation level repeatable read, read only")
    total = await tx.fetchval("select count(*) from letters where status in ('sent', 'shown')")
    done, last = 0, ""
    while rows := await fetch_rows(tx, LeftRow, LEFT, last):
        for row in rows:
            for found in _check_letter(row, get, operator_name):
                yield found
        done, last = done + len(rows), rows[-1]["letter_id"]
        tell(done, total)


def _check_letter(row: LeftRow, get: Get, operator_name: str) -> Iterator[Discrepancy]:
    """All of a letter that is kept. What it was judged by is gone with its customer, and a document without a fee too."""
    if row["erasure"] is None or (row["erasure"] == PSEUDONYMISED and row["fee"]):
        yield from _check_document(row, get)
    yield from _check_proof(row)
    yield from check_letter_facts(row)
    if row["erasure"] is None:
        yield from check_law(row, operator_name)


def _check_document(row: LeftRow, get: Get) -> Iterator[Discrepancy]:
    """The document is there, byte for byte."""
    letter = row["letter_id"]
    yield from differs("letters", letter, "envelope", row["letter_status"], row["envelope_status"])
    if row["media_id"] is None or row["kept_sha256"] is None:
        yield Discrepancy("letters", letter, "document", "there", "missing")
        return
    yield from differs("letters", letter, "sha256", row["kept_sha256"].hex(), (row["sha256"] or b"").hex())
    try:
        content = get(row["media_id"])
    except Exception as trouble:  # noqa: BLE001  (whatever keeps the bytes from being read is what differs)
        yield Discrepancy("letters", letter, "document's bytes", "there", trouble)
        return
    found = hashlib.sha256(content).hexdigest()
    yield from differs("letters", letter, "document's bytes", (row["sha256"] or b"").hex(), found)


def _check_proof(row: LeftRow) -> Iterator[Discrepancy]:
    """Its checklist has every rule of its kind that there was, and every rule passed."""
    kept = parsed(row["checklist"]) if row["checklist"] is not None else []
    earlier = {rule.name for rule in RULES if row["kind"] in rule.earlier}
    names = [line["rule"] for line in kept if line["rule"] not in earlier]
    asked = [rule.name for rule in rules_of(row["kind"]) if rule.name in names or not rule.is_later]
    yield from differs("letters", row["letter_id"], "rules of its checklist", asked, names)
    for line in kept:
        yield from differs("letters", row["letter_id"], f"answer to {line['rule']}", True, line["passed"])
