"""`python -m tools.pages.recording`, or `make examples`: record the examples of the interface's description anew."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from fordran.api.description.recorded import FILE
from fordran.api.endpoint import Effect
from tools.pages.recording import billing, callbacks, cases, connecting, erasing, law, money, people, returning
from tools.pages.recording.chance import told_anew
from tools.pages.recording.place import Place, demo, server
from tools.pages.recording.tape import Tape

PROBES = ("GET /", "GET /me", "GET /health", "GET /ready")


async def record(url: str, folder: Path) -> dict[str, Any]:
    """What is recorded in an empty database."""
    async with demo(url, folder) as place:
        tape = Tape(place.app, place.table)
        await _play(tape, place)
        await _read_everything(tape)
        events = await money.messages(tape)
        await tape.http.aclose()
    found: dict[str, Any] = told_anew(
        {
            "operations": dict(sorted(tape.operations.items())),
            "errors": tape.errors,
            "events": events,
            "more": tape.more,
        }
    )
    return found


async def _play(tape: Tape, place: Place) -> None:
    """Everything that changes something, in an order in which each finds what it needs."""
    await people.sign_in(tape, place)
    account = await people.run_accounts(tape)
    await people.run_users(tape, account)
    await people.run_customers(tape)
    creditor = (await tape.some("creditors"))[0]
    owner = cases.Owner(creditor["account"], creditor["_id"])
    invoice, case = await cases.register(tape, owner)
    await money.agree_on_commission(tape, owner)
    refunded = await money.come_over_the_bank(tape, owner)
    await cases.import_a_file(place, tape.operations["create_invoice_registration"]["body"])
    await people.be_logged(tape, place)
    await cases.act_on(tape, place, case["_cases"][0])
    await cases.pay_and_credit(tape, owner, invoice, case)
    await cases.state(tape, place)
    await cases.come_back(tape, place)
    await cases.see_to_work(tape, place, owner, case["_cases"][0])
    await money.pay_out(tape, place, owner)
    await billing.be_billed(tape, place, owner)
    await returning.be_paid_by_hand(tape, owner)
    await returning.go_and_come_back(tape, place, owner, refunded)
    await money.be_told(tape, place, owner)
    await money.be_told_no_more(tape, place, owner)
    await law.be_decided(tape, place)
    await erasing.be_listed(tape, place)
    await connecting.be_listed(tape, place.database)
    await callbacks.be_called_back(tape, place, owner)
    await tape.do("POST /clock", body={"days": 1})
    for probe in PROBES:
        await tape.do(probe)


async def _read_everything(tape: Tape) -> None:
    """A list and a document of every resource: the fullest of its documents."""
    for endpoint in tape.endpoints.values():
        resource = endpoint.resource
        if endpoint.effect != Effect.READ or resource is None:
            continue
        answer = await tape.http.get(f"/{resource.name}", params={"max_results": 100, "sort": "_id"})
        items = answer.json()["_items"]
        if not items:
            continue
        fullest = max(items, key=lambda item: len(json.dumps(item)))
        await tape.do(f"GET /{resource.name}", params={"where": json.dumps({"_id": fullest["_id"]})})
        await tape.do(endpoint.name, fullest["_id"])


def text_of(found: dict[str, Any]) -> str:
    """What is recorded as the file has it."""
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Record, and write the file if it is another."""
    with server() as (url, folder):
        found = asyncio.run(record(url, folder))
    text = text_of(found)
    if FILE.read_text(encoding="utf-8") != text:
        FILE.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{FILE.name}\n")


if __name__ == "__main__":
    main()
