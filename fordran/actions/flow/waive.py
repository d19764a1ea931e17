"""Waive interest or costs of a case, and read what was waived."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.cases.book import book
from fordran.actions.cases.booking import used_of
from fordran.actions.cases.case_facts import SYSTEM, StoredFact, entry_from_json, from_json
from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.claims.facts import Waiver
from fordran.resources.case_acts import WaiverInput
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import CaseWaiverRow


async def waive(tx: Connection, flowing: FlowingCase, given: WaiverInput, now: datetime, by: Caller) -> None:
    """Give up interest or costs for the creditor: räntelag (1975:635) 8 §. Payments are counted again after it."""
    case = flowing.case
    waiver = Waiver(
        new_id(),
        flowing.today,
        given.component,
        given.article,
        given.amount,
        None if given.from_ is None else day_of(given.from_),
        None if given.until is None else day_of(given.until),
    )
    row = {
        "account_id": case.account,
        "id": waiver.id,
        "created": now,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "user_id": by.user,
        "reason": given.reason,
    }
    await insert(tx, "case_waivers", row)
    await book(tx, case, [StoredFact(waiver, case.business_now, SYSTEM)], now)


class _WaiverRow(CaseWaiverRow):
    user_name: str | None


_WAIVERS = """
select w.id, w.created, w.reason, w.user_id, u.name as user_name
from case_waivers w left join users u on u.id = w.user_id
where w.account_id = $1 and w.case_id = $2
"""


async def read_waivers(connection: Connection, account: str, case: str) -> list[dict[str, Any]]:
    """The waivers of a case, the first one first. Amounts are öre."""
    found = await connection.fetchrow(
        """select k.facts, (select jsonb_agg(b.entries order by b.position) from bookings b
                            where b.account_id = k.account_id and b.case_id = k.id) as booked
           from cases k where k.account_id = $1 and k.id = $2""",
        account,
        case,
    )
    assert found is not None
    facts = [stored.fact for stored in from_json(parsed(found["facts"])) if isinstance(stored.fact, Waiver)]
    if not facts:
        return []
    entries = [entry_from_json(entry) for entries in parsed(found["booked"]) for entry in entries]
    taken = used_of(entries, "waived")
    rows = {row["id"]: row for row in await fetch_rows(connection, _WaiverRow, _WAIVERS, account, case)}
    return [_shown(fact, rows.get(fact.id), taken.get(fact.id, 0)) for fact in facts]


def _shown(fact: Waiver, row: _WaiverRow | None, taken: int) -> dict[str, Any]:
    """A waiver with its reason, which is gone once the customer's data is."""
    shown = {
        "_id": fact.id,
        "date": fact.date.isoformat(),
        "component": fact.component,
        "article": fact.article,
        "amount": fact.amount,
        "from": None if fact.begins is None else fact.begins.isoformat(),
        "until": fact.last_day.isoformat(),
        "waived_amount": taken,
    }
    if row is None:
        return shown
    who = {"user": row["user_id"], "user_name": row["user_name"]}
    return shown | {"_created": row["created"], "reason": row["reason"]} | who
