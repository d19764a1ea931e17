"""What follows in a world by itself or by hand: a letter, something that waits for a person, deliveries, an imported file."""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import asdict
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from fordran import clock
from fordran.actions.bank.order import OrderLine, OrderRow, file_of, insert_lines, lines_of, orderer_of
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.payouts.invoice_journal import INVOICE_COLUMNS, book_invoice
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.commands.import_run import import_file, look_through
from fordran.domain.books.chain import GENESIS
from fordran.domain.message import Message
from fordran.domain.payouts.payout import Payee
from fordran.formats.pain001 import PartyAddress
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert, tally
from fordran.store.rows.schema_rows import OperatorInvoiceRow
from fordran.store.upkeep.installation import business_day
from tests.api.world import World


async def let_things_follow(world: World, owner: dict[str, str], case: str, invoice: dict[str, Any]) -> None:
    """Let each kind of document come about that no create of the interface makes, about a case of the creditor."""
    await _respite(world, case)
    await _work(world, owner, case)
    await _application(world, owner, case)
    said = {"case": case, "from": "Karin Öberg", "about": "Telefon", "received": "2026-05-04", "text": "Ingen svarar."}
    await world.create("/complaints", said)
    await world.create("/autogiro--mandates", {"case": case, "clearing_number": "5000", "account_number": "0054910"})
    handlers = {"name": "Föreningar", "creditor": owner["creditor"], "handlers": [world.users["handler"]]}
    await world.create("/assignment--rules", handlers | {"claim_kind": "membership", "is_person": False})
    await world.create("/saved--views", {"name": "Mina", "address": "/console/work?mine=yes", "shared": True})
    noted = {"act": "note", "where": {"_id": case}, "body": {"text": "Påmind i telefon", "kind": "call"}}
    await world.create("/bulk--acts", noted)
    async with world.database.transaction() as tx:
        await erasure_batch(tx, case)
    await _operator_invoice(world, owner)
    await _bank_order(world, owner)
    await _deliveries(world)
    await _import(world, invoice)


async def erasure_batch(tx: Connection, case: str) -> str:
    """A list of people to erase with the debtor of a case on it; its id."""
    now, id_ = clock.now(), new_id()
    row = {"id": id_, "created": now, "updated": now, "status": "put_off", "listed_on": date(2026, 11, 1)}
    delay = {
        "put_off_until": date(2030, 1, 1),
        "note": "Bokslutet är inte klart.",
        "decided_by": new_id(),
        "decided": now,
    }
    counts = {"payers_before": date(2018, 1, 1), "customers": 1, "payers": 0, "ended": now}
    await insert(tx, "erasure_batches", row | delay | counts)
    (found,) = await tx.fetch("select account_id, customer_id from cases where id = $1", case)
    listed = {"erasure_batch_id": id_, "id": new_id(), "stage": "pseudonymised", "outcome": "not_due", **found}
    await insert(tx, "erasure_batch_customers", listed)
    return id_


async def _bank_order(world: World, owner: dict[str, str]) -> None:
    """An order to the bank of one payout, which the bank rejected."""
    now, order = clock.now(), new_id()
    line = OrderLine(
        kind="payout",
        subject=new_id(),
        amount=500_00,
        execution_date=date(2026, 11, 23),
        name="Bolaget AB",
        address=PartyAddress(),
        payee=Payee("bankgiro", "991-2346"),
        message="2000001-17",
        account=owner["account"],
    )
    row = {
        "id": order,
        "created": now,
        "updated": now,
        "orderer": asdict(orderer_of(world.app.settings.operator)),
        "filename": "payouts.xml",
        "status": "written",
        "transfers": 1,
        "amount": line.amount,
        "sha256": bytes(32),
        "ordered_on": date(2026, 11, 18),
    }
    async with world.database.transaction() as tx:
        await insert(tx, "bank_orders", row)
        await insert_lines(tx, order, [line])
        made = {"id": order, "created": now, "orderer": orjson.Fragment(orjson.dumps(row["orderer"]))}
        hashed = sha256(b"".join(file_of(OrderRow(**made), await lines_of(tx, order)))).digest()
        await tx.execute("update bank_orders set sha256 = $2 where id = $1", order, hashed)
        await tx.execute(
            """update bank_order_lines set status = 'rejected', status_reason = 'AC01', rejected_on = execution_date
               where order_id = $1""",
            order,
        )


async def _respite(world: World, case: str) -> None:
    """A respite that is given and lifted again: its confirmation is a letter, and the case is where it was."""
    today = (await world.operator.get(f"/cases/{case}/statement")).json()["at"]
    until = date.fromisoformat(today) + timedelta(days=30)
    given = await world.operator.post(f"/cases/{case}/respite", json={"until": until.isoformat()})
    assert given.status_code == 201, given.text
    lifted = await world.operator.delete(f"/cases/{case}/respite", headers={"If-Match": given.json()["_etag"]})
    assert lifted.status_code == 204, lifted.text


async def _work(world: World, owner: dict[str, str], case: str) -> None:
    now = clock.now()
    async with world.database.transaction() as tx:
        locked = await lock_case(tx, case, owner["creditor"], owner["account"], now)
        assert locked is not None
        moved = Message("work.technical", text="the debtor has moved, and nobody knows where to")
        await put_on_work_list(tx, locked, "stopped", moved, now)


async def _application(world: World, owner: dict[str, str], case: str) -> None:
    """An application that waits to be signed."""
    async with world.database.transaction() as tx:
        customer = await tx.fetchval(
            "select customer_id from cases where account_id = $1 and id = $2", owner["account"], case
        )
        row = {
            "account_id": owner["account"],
            "id": new_id(),
            "created": clock.now(),
            "updated": clock.now(),
            "creditor_id": owner["creditor"],
            "customer_id": customer,
            "letter_id": new_id(),
            "case_ids": [case],
            "status": "to_sign",
            "channel": "paper",
        }
        await insert(tx, "enforcements", row)
        partner = await tx.fetchval("select partner_id from accounts where id = $1", owner["account"])
        await tally(tx, ENFORCEMENTS, partner=partner, account=owner["account"], creditor=owner["creditor"])


async def _operator_invoice(world: World, owner: dict[str, str]) -> None:
    """An invoice of a month in which nothing was kept: no debtor has paid a fee here."""
    now, month = clock.now(), date(2026, 1, 1)
    row = {
        "account_id": owner["account"],
        "id": new_id(),
        "created": now,
        "updated": now,
        "creditor_id": owner["creditor"],
        "period_start_date": month,
        **dict.fromkeys(("period_end_date", "invoice_date"), date(2026, 1, 31)),
        "due_date": date(2026, 3, 2),
        "lines": [],
        **dict.fromkeys(("kept_amount", "net_amount", "vat_amount", "settled_amount", "bookings"), 0),
        "vat_percent": 25,
        "fee_vat": "on_top",
        "settle_fees": "net",
        "taxation": "swedish",
        "head_hash": GENESIS,
    }
    async with world.database.transaction() as tx:
        row["number"] = await tx.fetchval("select coalesce(max(number), 0) + 1 from operator_invoices")
        await insert(tx, "operator_invoices", row)
        found = f"select {INVOICE_COLUMNS} from operator_invoices where account_id = $1 and id = $2"
        invoice = await fetch_the_row(tx, OperatorInvoiceRow, found, owner["account"], row["id"])
        day = row["invoice_date"]
        await book_invoice(tx, invoice, "issued", 0, day, await business_day(tx, now), now)
        partner = await tx.fetchval("select partner_id from accounts where id = $1", owner["account"])
        await tally(tx, OPERATOR_INVOICES, partner=partner, account=owner["account"], creditor=owner["creditor"])


async def _deliveries(world: World) -> None:
    """What has happened is numbered, and due to the webhooks that want it."""
    while not await _all_are_told(world):
        async with world.database.transaction() as tx:
            await sequence_events(tx)
    rounds, queued = 0, 1
    while queued:
        # A cluster queues what is one account's.
        async with world.database.transaction() as tx:
            queued = await queue_deliveries(tx, clock.now())
        rounds += 1
    assert rounds > 1, "something was due"


async def _all_are_told(world: World) -> bool:
    """Whether all that has happened is numbered, and told of: a cluster tells of it when every node shows it."""
    async with world.database.transaction() as tx:
        last = await tx.fetchval("select last_position from event_stream")
        return not await tx.fetchval(
            "select exists (select 1 from events where position is null or position > $1)", last
        )


async def _import(world: World, invoice: dict[str, Any]) -> None:
    """A file with an invoice, and with one that is refused."""
    wrong = {**invoice, "currency": "EUR"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "invoices.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in (invoice, wrong)))
        found = await asyncio.to_thread(look_through, file, "invoices", {})
        done = await import_file(world.database.url, found, lambda _: None)
    assert (done.registered, len(done.refused)) == (1, 1), done
    # One that is sent waits for the worker, which does not run here.
    asked = {"kind": "invoices", "creditor": invoice["creditor"], "filename": "sent.jsonl"}
    sent = await world.operator.post("/file--import-reports", params=asked, content=json.dumps(invoice) + "\n")
    assert sent.status_code == 201, sent.text
    for one in await world.some("invoices"):
        # Reading it for the first time prints it.
        await world.operator.get(f"/invoices/{one['_id']}")
