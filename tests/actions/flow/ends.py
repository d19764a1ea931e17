"""How an installation ends up: everything that happened to its cases, told without what differs from run to run.

Ids are random, moments pass, and hashes follow from both; whatever else two runs of the same days leave must be the same.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection

_CASES = """
select id, invoice_number, state, status, close_reason, next_step, next_step_date, state_history, status_history, flow, facts,
       bookings, refund_amount, total_added_costs_amount, total_added_interest_amount, total_remaining_capital_amount,
       total_remaining_interest_amount, total_remaining_costs_amount
from cases order by invoice_number
"""
_LETTERS = "select case_id, envelope_id, kind, status, dated, pay_by, fee, amount, checklist from letters"


async def end_of(connection: Connection) -> dict[str, Any]:
    """Each case by its invoice's number, and what went together in envelopes."""
    cases = await connection.fetch(_CASES)
    number = {row["id"]: row["invoice_number"] for row in cases}
    told: dict[str, Any] = {row["invoice_number"]: _case(row) for row in cases}
    for row in await connection.fetch("select case_id, booked_on, entries from bookings order by position"):
        entries = [
            {name: entry[name] for name in ("date", "type", "amount", "kind")} for entry in parsed(row["entries"])
        ]
        told[number[row["case_id"]]]["bookings"].append((row["booked_on"], entries))
    for row in await connection.fetch("select case_id, step, occurrence, done_on from steps"):
        told[number[row["case_id"]]]["steps"][(row["step"], row["occurrence"], row["done_on"])] += 1
    for row in await connection.fetch("select case_id, type from events where case_id is not null"):
        told[number[row["case_id"]]]["events"][row["type"]] += 1
    for row in await connection.fetch("select case_id, kind, reason from work_items"):
        told[number[row["case_id"]]]["work"][(row["kind"], row["reason"])] += 1
    envelopes: dict[str, set[tuple[str, str]]] = {}
    for row in await connection.fetch(_LETTERS):
        letter = (row["kind"], row["status"], row["dated"], row["pay_by"], row["fee"], row["amount"])
        told[number[row["case_id"]]]["letters"][letter] += 1
        envelopes.setdefault(row["envelope_id"], set()).add((number[row["case_id"]], row["kind"]))
    return told | {"envelopes": Counter(frozenset(found) for found in envelopes.values())}


def _case(row: Any) -> dict[str, Any]:
    same = {name: value for name, value in row.items() if name not in _TOLD_OTHERWISE}
    states = [(item["state"], day_of(moment_of(item["status_date"]))) for item in parsed(row["state_history"])]
    statuses = [(item["status"], day_of(moment_of(item["status_date"]))) for item in parsed(row["status_history"])]
    facts = [(fact["kind"], fact["date"], fact.get("article"), fact.get("amount")) for fact in parsed(row["facts"])]
    return same | {
        "states": states,
        "statuses": statuses,
        "facts": facts,
        "flow": parsed(row["flow"]),
        "bookings": [],
        "steps": Counter(),
        "events": Counter(),
        "work": Counter(),
        "letters": Counter(),
    }


_TOLD_OTHERWISE = ("id", "state_history", "status_history", "facts", "flow", "bookings")
