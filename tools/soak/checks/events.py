"""The reader saw every event once and in order; the receivers got every event, and those of a case in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import orjson

from tools.soak.checks.ground import Ground
from tools.soak.writers import CASES, CREDITINGS, INVOICES, PAYMENTS

TOLD_ONCE = {
    "invoice.registered": "invoice",
    "case.registered": "invoice_number",
    "case.credited": "crediting",
    "payment.settled": "payment",
    "letter.sent": "letter",
}
"""Types of which there is one event for each document, and the field that names it."""
BESIDE_THE_CASE = ("invoice.sent", "invoice.not_delivered", "case.noted")
"""Types that are noted without holding their case: what happens to it meanwhile may be numbered before or after them."""


async def check_events(ground: Ground) -> None:
    """Hold the table against the reader, the receivers and the clients' records."""
    rows = await ground.rows(
        """select id, account_id, creditor_id, case_id, type, serial, position, data::text as data
           from events order by position"""
    )
    ground.counts.checked["events"] = len(rows)
    _check_reader(ground, rows)
    for account in ground.hooked_after:
        _check_receiver(ground, account, [row for row in rows if row["account_id"] == account])
    _check_causes(ground, rows)


def _check_reader(ground: Ground, rows: list[Any]) -> None:
    seen, there = ground.records.event_positions, [(row["position"], row["id"]) for row in rows]
    if [position for position, _ in there] != list(range(1, len(there) + 1)):
        ground.counts.other("positions of events have gaps")
    for event, number in Counter(seen).items():
        if number > 1:
            ground.counts.doubled(f"the reader was shown the event {event} {number} times")
    for event in set(there) - set(seen):
        ground.counts.lost(f"the reader was never shown the event {event}")
    for event in set(seen) - set(there):
        ground.counts.stray(f"the reader was shown the event {event}, which is not there")
    if seen != sorted(seen):
        ground.counts.other("the reader was shown events out of order")
    last: dict[str, int] = {}
    for row in (row for row in rows if row["case_id"] is not None and row["type"] not in BESIDE_THE_CASE):
        if last.get(row["case_id"], 0) > row["serial"]:
            ground.counts.other(f"events of case {row['case_id']} are numbered in another order than they happened in")
        last[row["case_id"]] = row["serial"]


def _check_receiver(ground: Ground, account: str, rows: list[Any]) -> None:
    accepted = ground.receiver.hooks[account].accepted
    due = [row["id"] for row in rows if row["position"] > ground.hooked_after[account]]
    ground.counts.checked["events delivered"] += len(accepted)
    for event in set(due) - accepted.keys():
        ground.counts.lost(f"the webhook of {account} never got the event {event}")
    for event in accepted.keys() - set(due):
        ground.counts.stray(f"the webhook of {account} got {event}, which is no event of its")
    place = {row["id"]: row["position"] for row in rows}
    of_case: dict[str, list[int]] = defaultdict(list)
    for event, case in accepted.items():
        if case is not None and event in place:
            of_case[case].append(place[event])
    for case, positions in of_case.items():
        if positions != sorted(positions):
            ground.counts.other(f"the webhook of {account} got events of case {case} in the order {positions}")


def _check_causes(ground: Ground, rows: list[Any]) -> None:
    """What was acknowledged was told of, once."""
    told: Counter[tuple[Any, ...]] = Counter()
    for row in rows:
        field = TOLD_ONCE.get(row["type"])
        if field is not None:
            told[row["type"], row["creditor_id"], orjson.loads(row["data"])[field]] += 1
    for about, number in told.items():
        if number > 1:
            ground.counts.doubled(f"{number} events of {about}")
    records = ground.records
    wanted = [
        *(("invoice.registered", body["creditor"], said["_invoice"]) for body, said in records.of(INVOICES) if said),
        *(
            ("case.registered", body["creditor"], debt["invoice_number"])
            for body, said in records.of(CASES)
            if said
            for debt in body["debts"]
        ),
        *(
            ("payment.settled", body["creditor"], said["_id"])
            for body, said in records.of(PAYMENTS)
            if said and said["settled_amount"]
        ),
        *(("case.credited", body["creditor"], said["_id"]) for body, said in records.of(CREDITINGS) if said),
    ]
    for about in wanted:
        if about not in told:
            ground.counts.lost(f"no event of {about}")
