"""What is recorded of the bank, refunds, payouts, events, webhooks and the service itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from typing import Any

from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.actions.webhooks.claim_deliveries import claim_deliveries
from fordran.actions.webhooks.messages import AttemptOutcome, body_of
from fordran.actions.webhooks.note_outcome import GONE, note_outcome
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.domain.kinds.event_types import EVENT_TYPES
from fordran.formats.bank import BankPayer
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.shape.moments import moment_of
from tools.pages.recording.cases import Owner
from tools.pages.recording.persons import as_person
from tools.pages.recording.place import TODAY, Place
from tools.pages.recording.tape import Document, Tape

OUR_BANKGIRO = "5555552"
PAYER = BankPayer(name="Karin Lind", organization_no="8507099805", account="9912346")


async def agree_on_commission(tape: Tape, owner: Owner) -> None:
    """From now on the creditor gets a share of the fees that debtors pay."""
    await _configure(tape, owner, {"commission_share_percent": 10})


async def _configure(tape: Tape, owner: Owner, config: Document) -> None:
    (creditor,) = await tape.some("creditors", f'{{"_id": "{owner.creditor}"}}')
    changed = await tape.http.patch(
        f"/creditors/{owner.creditor}", json={"case_config": config}, headers={"If-Match": creditor["_etag"]}
    )
    assert changed.is_success, changed.text


async def come_over_the_bank(tape: Tape, owner: Owner) -> str:
    """A file from the bank: a payment of more than is owed, and three that nobody knows the case of. The case of the first,
    of which some is refunded."""
    cases = await tape.some(
        "cases", json.dumps({"state": "reminder", "creditor": owner.creditor, "status": "reminder_active"})
    )
    owed = round(cases[0]["total_remaining_transaction_amount"] * 100)
    receipts = [DemoTransaction(owed + 50_00, cases[0]["ocr_number"], serial="1")]
    receipts += [
        DemoTransaction(100_00, f"7{n}", serial=str(n), payer=PAYER, information=("tack",)) for n in (2, 3, 4, 5)
    ]
    file = make_bgmax(
        [Deposit(OUR_BANKGIRO, date(2026, 6, 15), 1, tuple(receipts))], created=datetime(2026, 6, 15, tzinfo=UTC)
    )
    await tape.do("POST /bank--files", files={"file": ("bgmax.txt", file)})
    open_ = [case["_id"] for case in await tape.some("cases", '{"state": "debt_collection"}')]
    first, second, third, _ = await tape.some("unmatched--payments", '{"suspense_amount": 100}')
    parts = [{"case": open_[0], "amount": 60}, {"case": open_[1], "amount": 40}]
    await tape.do("POST /unmatched--payments/{id}/match", first["_id"], body={"case": open_[0]})
    await tape.do("POST /bank--transactions/{id}/unmatch", first["_id"], body={"reason": "Fel ärende."})
    await tape.http.post(f"/unmatched--payments/{first['_id']}/match", json={"case": open_[0]})
    await tape.do("POST /unmatched--payments/{id}/split", second["_id"], body={"parts": parts})
    account = {"bank_account": {"kind": "bankgiro", "number": "991-2346"}}
    await tape.do("POST /unmatched--payments/{id}/refund", third["_id"], body=account)
    await tape.do(
        "POST /cases/{id}/refunds", cases[0]["_id"], body={"amount": 40, "bankgiro": "991-2346", "name": "Karin Lind"}
    )
    await tape.do("GET /cases/{id}/refunds", cases[0]["_id"])
    return str(cases[0]["_id"])


async def pay_out(tape: Tape, place: Place, owner: Owner) -> None:
    """Payouts that are prepared, changed and approved."""
    await _configure(tape, owner, {"payout_approvals": 1})
    async with place.database.transaction() as tx:
        await prepare_payouts(tx, owner.account, TODAY)
    where = json.dumps({"creditor": owner.creditor, "payout_date": {"$exists": False}})
    await tape.do("GET /creditors/{id}/balance", owner.creditor)
    payouts = await tape.some("finance--payouts", where)
    change_payout = {"payout_reference": "2000001-17"}
    await tape.do("PATCH /finance--payouts/{id}", payouts[0]["_id"], body=change_payout, tag=payouts[0]["_etag"])
    total = {"total_amount": payouts[0]["total_amount"]}
    path = f"/finance--payouts/{payouts[0]['_id']}/approve"
    await tape.refused(403, "POST", path, json=total)
    async with as_person(tape, place):
        await tape.do("POST /finance--payouts/{id}/approve", payouts[0]["_id"], body=total)


async def be_told(tape: Tape, place: Place, owner: Owner) -> None:
    """A webhook that is made, tried, changed and asked for what it has missed."""
    async with _receiver() as url:
        body = owner.ids | {
            "url": f"{url}/fordran",
            "event_types": ["payment.settled", "case.closed"],
            "description": "Affärssystemet",
        }
        await tape.also("POST /webhooks", body=[body, body | {"url": f"{url}/kopia"}], params={"dry_run": "true"})
        hook = await tape.do("POST /webhooks", body=body)
        await tape.do("POST /webhooks/{id}/test", hook["_id"])
        await tape.do("POST /webhooks/{id}/rotate-secret", hook["_id"])
        async with place.database.transaction() as tx:
            await sequence_events(tx)
            await queue_deliveries(tx, TODAY)
        await tape.do("POST /webhooks/{id}/replay", hook["_id"], body={"from_position": 1})
        tag = (await tape.some("webhooks", f'{{"_id": "{hook["_id"]}"}}'))[0]["_etag"]
        change = {"event_types": ["payment.settled", "case.closed", "letter.sent"]}
        await tape.do("PATCH /webhooks/{id}", hook["_id"], body=change, tag=tag)


async def be_told_no_more(tape: Tape, place: Place, owner: Owner) -> None:
    """A webhook whose receiver wants nothing any more, and one that is deleted."""
    url = "https://kontorsvaror.example/nedlagd"
    gone = (await tape.http.post("/webhooks", json=owner.ids | {"url": url})).json()
    await tape.http.post(f"/webhooks/{gone['_id']}/replay", json={"from_position": 1})
    async with place.database.transaction() as tx:
        claims = {claim.webhook: claim for claim in await claim_deliveries(tx, [], 10, TODAY)}
        await note_outcome(
            tx, claims[gone["_id"]], AttemptOutcome(TODAY, url, {}, 12, status=GONE, error="410 Gone"), TODAY
        )
        await sequence_events(tx)
    made = (await tape.http.post("/webhooks", json=owner.ids | {"url": "https://kontorsvaror.example/gammal"})).json()
    await tape.do("DELETE /webhooks/{id}", made["_id"], tag=made["_etag"])


@asynccontextmanager
async def _receiver() -> AsyncIterator[str]:
    """A program that takes whatever it is sent."""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
        )
        await reader.readexactly(length)
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    receiver = await asyncio.start_server(take, "127.0.0.1", 0)
    async with receiver:
        yield f"http://127.0.0.1:{receiver.sockets[0].getsockname()[1]}"


async def messages(tape: Tape) -> dict[str, Any]:
    """An event of each type that has happened, as a webhook gets it."""
    found: dict[str, Any] = {}
    for name in EVENT_TYPES:
        answer = await tape.http.get("/events", params={"where": json.dumps({"type": name}), "max_results": 1})
        for event in answer.json()["_items"]:
            found[name] = _message(event)
    deliveries = await tape.some("webhook--deliveries", '{"type": "webhook.test"}')
    found["webhook.test"] = json.loads(deliveries[0]["body"])
    return found


def _message(event: Document) -> Any:
    """What is sent of an event, made by what makes it for a webhook."""
    about = [(name, event.get(name)) for name in ("position", "account", "creditor", "case")]
    return json.loads(
        body_of(event["type"], moment_of(event["_created"]), [("event", event["_id"]), *about], event["data"])
    )
