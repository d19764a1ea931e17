"""Filling an installation beyond its demo: overpaid, unknown and late payments, creditings, letters, and work that is due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import httpx

from fordran.domain.kinds.case_states import BIRTH, STATUSES
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from tools.upgrade.recording import Recorded

DAYS = 5
"""How far the clock moves, so that letters leave and payouts are made."""
CREATED = 201
LONGEST_SECONDS = 600.0
"""How long a move of the clock may take: it makes every letter of its days."""
_HAS_TO_BE_THERE = (
    *("cases", "letters", "events", "invoices", "finance--payouts", "finance--payout-specifications", "refunds"),
    *("creditor--payments", "creditor--creditings", "creditor--cancellations", "bank--transactions"),
    *("unmatched--payments", "work--items", "audit--log"),
)


class Refused(Exception):
    """The installation did not take what it had to take."""


async def business_day(client: httpx.AsyncClient, days: int = 0) -> date:
    """The day of the sandbox's clock, once it has moved so many days."""
    return date.fromisoformat((await posted(client, "/clock", {"days": days}))["date"])


async def fill(client: httpx.AsyncClient) -> date:
    """Add cases with every kind of money and document, let days pass, and leave some work due; the day of the clock."""
    today = await business_day(client)
    owner = await owner_of(client)
    cases = [await register(client, owner, today, number) for number in range(1, 9)]
    overpaid, paid_in_part, credited, taken_back, noted, *due = cases
    payments = [
        (70_000, await _reference(client, overpaid)),
        (10_000, await _reference(client, paid_in_part)),
        (5_000, await _reference(client, taken_back)),
        (12_345, "1234567897"),
    ]
    await posted(client, "/creditor--cancellations", {**_of(owner, taken_back), "account": None})
    await send_bank_file(client, today, payments)
    await posted(client, "/creditor--creditings", _of(owner, credited) | {"currency": "SEK", "amount": 100.25})
    await posted(client, f"/cases/{noted}/notes", {"text": "Rang om skulden.", "kind": "call"})
    await posted(client, f"/cases/{noted}/letters", {"subject": "Er fråga", "text": "Vi återkommer."})
    today = await business_day(client, DAYS)
    await posted(client, f"/cases/{overpaid}/refunds", {"amount": 50, "bankgiro": "991-2346"})
    for case in due:
        await pay(client, owner, case, 50, today)
    await register(client, owner, today, 9)
    return today


def missing(recorded: Recorded) -> Iterator[str]:
    """A sentence for each status without a case, and for each list without a document: they would not be compared."""
    statuses = {document["status"] for path, document in recorded.items() if _list_of(path) == "cases"}
    for status in STATUSES:
        if status not in (*statuses, BIRTH.status):
            yield f"No case has the status {status}, so that none was compared."
    lists = {_list_of(path) for path in recorded}
    for name in _HAS_TO_BE_THERE:
        if name not in lists:
            yield f"There is nothing in {name}, so that nothing of it was compared."


def counted(recorded: Recorded, name: str) -> int:
    """How many documents of a list were recorded."""
    return sum(_list_of(path) == name for path in recorded)


def _list_of(path: str) -> str | None:
    """The list that a recorded document is of; None for parts of documents and for files."""
    begin, name, *rest = path.split("/")
    return name if not begin and len(rest) == 1 else None


async def owner_of(client: httpx.AsyncClient) -> dict[str, str]:
    """The account and id of the first creditor."""
    creditor = (await client.get("/creditors")).json()["_items"][0]
    return {"account": creditor["account"], "creditor": creditor["_id"]}


async def register(client: httpx.AsyncClient, owner: dict[str, str], today: date, number: int) -> str:
    """Register a debt; its case."""
    address = {"address_line_1": "Gatan 1", "zip_code": "111 22", "city": "Örebro", "country": "SE"}
    debt = {
        "invoice_number": f"upgrade-{today}-{number}",
        "debt_description": "Papper",
        "invoice_date": str(date.fromordinal(today.toordinal() - 60)),
        "capital_to_claim": 500.5,
        "invoice_due_days_after_invoice_date": 30,
    }
    customer = {"name": f"Kim {number}", "id_number": "", "is_person": True, "address": address}
    about = {"first_action": "reminder", "currency": "SEK"}
    registered = await posted(
        client, "/case--registrations", owner | about | {"customer": customer, "debts": [debt], "start_flow": True}
    )
    case: str = registered["_cases"][0]
    return case


async def pay(client: httpx.AsyncClient, owner: dict[str, str], case: str, kronor: float, today: date) -> None:
    """Record that the creditor was paid."""
    about = {"currency": "SEK", "amount": kronor, "bank_transaction_date": str(today)}
    await posted(client, "/creditor--payments", _of(owner, case) | about)


async def send_bank_file(client: httpx.AsyncClient, today: date, payments: list[tuple[int, str]]) -> None:
    """Send a file of the bank with payments: öre and reference."""
    receipts = tuple(
        DemoTransaction(ore, reference, serial=f"{number:012}")
        for number, (ore, reference) in enumerate(payments, 990_001)
    )
    deposit = Deposit(Operator().bankgiro.replace("-", ""), today, 9901, receipts)
    file = make_bgmax([deposit], created=datetime.now(UTC))
    answer = await client.post("/bank--files", content=file, params={"filename": "upgrade.txt"})
    if answer.status_code != CREATED:
        raise Refused(f"/bank--files: {answer.status_code} {answer.text}")


async def posted(client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    """Post a body without its empty values; the answer."""
    given = {name: value for name, value in body.items() if value is not None}
    answer = await client.post(path, json=given, timeout=LONGEST_SECONDS)
    if answer.status_code != CREATED:
        raise Refused(f"{path}: {answer.status_code} {answer.text}")
    return answer.json()


def _of(owner: dict[str, str], case: str) -> dict[str, Any]:
    return owner | {"case": case, "origin": "creditor_system"}


async def _reference(client: httpx.AsyncClient, case: str) -> str:
    """The number that a payer of the case gives."""
    reference: str = (await client.get(f"/cases/{case}")).json()["ocr_number"]
    return reference
