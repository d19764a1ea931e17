"""Verify erasures: the record's chain is whole, and who is marked as erased is erased, is recorded so, and nobody else is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TypedDict

from fordran.actions.privacy.chain import hash_of
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.proof.registration import Erased
from fordran.domain.books.chain import GENESIS
from fordran.domain.service.retention import GONE
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CaseRow, ErasureRow

AT_A_TIME = 2000


class _ErasedDocumentRow(TypedDict):
    table_name: str
    row_id: str
    hash_before: str
    hash_after: str


async def erased_documents(tx: Connection, account: str, cases: Sequence[CaseRow]) -> Erased:
    """The erased parts of case registrations, in order."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    if all(case["erasure"] is None for case in cases):
        return found
    rows = await fetch_rows(
        tx,
        _ErasedDocumentRow,
        """select e.table_name, e.row_id, e.hash_before, e.hash_after from erasures e
           where e.account_id = $1 and e.hash_after is not null and (e.row_id = any($2::text[]) or e.row_id in (
               select r.id from invoice_registrations r where r.account_id = $1 and r.case_id = any($3::text[])))
           order by e.position""",
        account,
        [case["registration_id"] for case in cases],
        [case["id"] for case in cases],
    )
    for row in rows:
        found[row["table_name"], row["row_id"]].append((row["hash_before"], row["hash_after"]))
    return found


_ERASURES = """
select account_id, id, position, at, erased_on, stage, table_name, row_id, columns, hash_before, hash_after, previous_hash,
       hash
from erasures where (account_id, position) > ($1, $2) order by account_id, position limit $3
"""


async def check_erasures(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Every account's record, then every customer that is marked or recorded."""
    total = await tx.fetchval("select count(*) from erasures")
    done, last = 0, ("", 0)
    heads: dict[str, tuple[int, str]] = {}
    while rows := await fetch_rows(tx, ErasureRow, _ERASURES, *last, AT_A_TIME):
        for row in rows:
            position, head = heads.get(row["account_id"], (0, GENESIS))
            for found in _check_link(row, position + 1, head):
                yield found
            heads[row["account_id"]] = (row["position"], row["hash"])
        done, last = done + len(rows), (rows[-1]["account_id"], rows[-1]["position"])
        tell("erasures", done, total)
    async for found in _check_marks(tx):
        yield found


async def _check_marks(tx: Connection) -> AsyncIterator[Discrepancy]:
    """Customers and cases are marked as the record says, and who is marked is erased."""
    for customer in await tx.fetch(_MARKED):
        for found in differs("customers", customer["id"], "erasure", customer["recorded"], customer["marked"]):
            yield found
    for customer in await tx.fetch(_NOT_GONE, GONE):
        yield Discrepancy("customers", customer["id"], "personal data of one that is erased", "none", "some")
    for case in await tx.fetch(
        """select k.id, k.erasure as found, c.erasure as expected from cases k
           join customers c on c.account_id = k.account_id and c.id = k.customer_id
           where k.erasure is distinct from c.erasure"""
    ):
        yield Discrepancy("cases", case["id"], "erasure", case["expected"], case["found"])


def _check_link(row: ErasureRow, position: int, head: str) -> Iterator[Discrepancy]:
    yield from differs("erasures", row["id"], "position", position, row["position"])
    yield from differs("erasures", row["id"], "previous_hash", head, row["previous_hash"])
    try:
        hash_ = hash_of(row)
    except Exception as trouble:  # noqa: BLE001  (whatever somebody has put there)
        yield Discrepancy("erasures", row["id"], "content", "readable", repr(trouble))
        return
    yield from differs("erasures", row["id"], "hash", hash_, row["hash"])


_MARKED = """
select coalesce(c.id, e.row_id) as id, c.erasure as marked, e.stage as recorded
from (select * from customers where erasure is not null) c
full join (select distinct on (account_id, row_id) account_id, row_id, stage from erasures
           where table_name = 'customers' order by account_id, row_id, position desc) e
    on e.account_id = c.account_id and e.row_id = c.id
where c.erasure is distinct from e.stage
"""
_NOT_GONE = """
select id from customers where erasure is not null
  and (id_number <> '' or id_number_compact <> '' or email is not null or mobile_number is not null
       or name not like $1 || '%' or (erasure = 'anonymised' and name <> $1))
union
select c.id from customers c join customer_details s on s.account_id = c.account_id and s.customer_id = c.id
where c.erasure is not null
  and (s.id_number <> '' or s.email is not null or s.mobile_number is not null
       or s.name not like $1 || '%' or (c.erasure = 'anonymised' and s.name <> $1))
"""
