"""The work list: what waits for a person, and why."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, TypedDict

from fordran.resources.work_items import WORK_ITEMS, WorkItemKind
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import tally


class Listed(Protocol):
    """A case, as far as the list has to know it; without an id where it is about no single one."""

    @property
    def account(self) -> str: ...
    @property
    def creditor(self) -> str: ...
    @property
    def partner(self) -> str | None: ...
    @property
    def id(self) -> str | None: ...


class _WorkItemRow(TypedDict):
    account_id: str
    id: str
    created: datetime
    updated: datetime
    creditor_id: str
    case_id: str | None
    letter_id: str | None
    kind: str
    reason: str


_PUT = f"""
insert into work_items (account_id, id, created, updated, creditor_id, case_id, letter_id, kind, reason)
select account_id, id, created, updated, creditor_id, case_id, letter_id, kind, reason
from {recordset(_WorkItemRow, 1, "new")}
where not exists (select 1 from work_items w where w.account_id = $2 and w.case_id = new.case_id
                  and w.kind = new.kind and w.reason = new.reason and w.resolved is null)
  and (new.case_id is not null or not exists (
      select 1 from work_items w where w.account_id = $2 and w.creditor_id = new.creditor_id and w.case_id is null
      and w.kind = new.kind and w.reason = new.reason and w.resolved is null))
"""


async def put_on_work_list(
    tx: Connection, case: Listed, kind: WorkItemKind, reason: str, now: datetime, letter: str | None = None
) -> None:
    """Put a case on the list, once for each reason that is not resolved."""
    item: _WorkItemRow = {
        "account_id": case.account,
        "id": new_id(),
        "created": now,
        "updated": now,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "letter_id": letter,
        "kind": kind,
        "reason": reason,
    }
    if await tx.execute(_PUT, [item], case.account) == "INSERT 0 1":
        await tally(tx, WORK_ITEMS, partner=case.partner, account=case.account, creditor=case.creditor)
