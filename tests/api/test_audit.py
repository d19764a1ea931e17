"""The audit log: every change by every endpoint with who did it, and who read what is known of debtors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

import asyncpg
import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.api.app import Api, create_app
from fordran.domain.books.chain import GENESIS
from fordran.formats.bank import BankPayer
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.resources import RESOURCES
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.web import reading_log
from tests.actions.client_tokens import KEYS
from tests.actions.payouts.people import person
from tests.api import bodies
from tests.api.aftermath import erasure_batch
from tests.api.table import TABLE
from tests.api.world import HERE, World, client_of
from tests.citus.nodes import CLUSTER

PDF = b"%PDF-1.7 "


async def entries(world: World, **where: Any) -> list[dict[str, Any]]:
    """What the log says, oldest first."""
    query: dict[str, str | int] = {"where": json.dumps(where), "max_results": 100, "sort": "_id"}
    answer = await world.operator.get("/audit--log", params=query)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["_items"]
    return items


@dataclass
class Clerk:
    """Does one thing after another as the operator, and remembers by which request each was done, and to what."""

    world: World
    done: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Endpoint → the request's id and the document's."""
    people: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Endpoint that only a person may use → the id and name of who did."""

    async def act(self, name: str, document: str = "", **more: Any) -> Any:
        """Use an endpoint, which must go well; a document that is made is known by its answer."""
        method, path = name.split(" ")
        path = path.replace("{id}", document).replace("{reference_id}", document).replace("{key}", more.pop("key", ""))
        path = path.replace("{dispute}", more.pop("dispute", "")).replace("{party}", more.pop("party", ""))
        headers = more.pop("headers", {})
        if method in ("PATCH", "DELETE"):
            shown = await self.world.operator.get(self.resource_of(path))
            headers = {"if-match": shown.json()["_etag"]}
        answer = await self.world.operator.request(method, path, headers=headers, **more)
        assert answer.status_code in (200, 201, 202, 204), f"{name}: {answer.text}"
        body = answer.json() if answer.content and "json" in answer.headers["content-type"] else {}
        self.done[name] = (answer.headers["x-request-id"], document or body.get("_id", ""))
        return body

    @staticmethod
    def resource_of(path: str) -> str:
        return "/".join(path.split("/")[:3])


@pytest.fixture(scope="module")
async def clerk(world: World) -> Clerk:
    """A clerk who has used every endpoint that writes."""
    clerk = Clerk(world)
    await _people(clerk)
    await _registrations(clerk)
    await _holds(clerk)
    await _bank(clerk)
    await _law(clerk)
    await _erasing(clerk)
    await _webhooks(clerk)
    await _days(clerk)
    return clerk


async def _people(clerk: Clerk) -> None:
    world = clerk.world
    made = await clerk.act("POST /users", json=bodies.user(world))
    await clerk.act("PATCH /users/{id}", made["_id"], json={"name": "Another name"})
    await clerk.act("DELETE /users/{id}", made["_id"])
    await _clients(clerk, await world.add_user(world.account.id, world.account.group, system_user=True))
    made = await clerk.act("POST /accounts", json=bodies.account())
    await clerk.act("PATCH /accounts/{id}", made["_id"], json={"name": "Another name"})
    made = await clerk.act("POST /creditors", json=bodies.creditor(world))
    await clerk.act("PATCH /creditors/{id}", made["_id"], json={"name": "Another name"})
    await clerk.act("DELETE /creditors/{id}", made["_id"])


async def _clients(clerk: Clerk, client: str) -> None:
    await clerk.act("POST /api--clients", json=bodies.api_client(clerk.world))
    key = await clerk.act("POST /api--clients/{id}/keys", client, json={"public_key": KEYS["P-256"].pem})
    await clerk.act("POST /api--clients/{id}/rotate-code", client, json={"grace_hours": 1})
    await clerk.act("DELETE /api--clients/{id}/keys/{key}", client, key=key["key"])
    await clerk.act("PATCH /api--clients/{id}", client, json={"enabled": False})


async def _debt(clerk: Clerk, **changes: Any) -> str:
    body = bodies.case_registration(clerk.world, **changes)
    case: str = (await clerk.act("POST /case--registrations", json=body))["_cases"][0]
    return case


async def _registrations(clerk: Clerk) -> None:
    world = clerk.world
    await clerk.act("POST /invoice--registrations", json=bodies.invoice_registration(world))
    for act in ("release", "void"):
        body = bodies.invoice_registration(world, hold=True)
        made = await clerk.act("POST /invoice--registrations", json=body)
        await clerk.act(f"POST /invoices/{{id}}/{act}", made["_invoice"], json={})
    case = await _debt(clerk)
    for act in ("DELETE /creditor--payments/{id}", "POST /creditor--payments/{id}/reversals"):
        paid = await clerk.act("POST /creditor--payments", json=bodies.payment(world, case=case))
        await clerk.act(act, paid["_id"], json={"reason": "Fel faktura."})
    for act in ("DELETE /creditor--creditings/{id}", "POST /creditor--creditings/{id}/reversals"):
        credited = await clerk.act("POST /creditor--creditings", json=bodies.crediting(world, case=case))
        await clerk.act(act, credited["_id"], json={"reason": "Fel faktura."})
    form = {"data": {"dotted_path": "original_invoice"}, "files": {"file": ("invoice.pdf", PDF)}}
    await clerk.act("POST /media--upload/{reference_id}", case, **form)
    for act in ("DELETE /creditor--cancellations/{id}", "POST /creditor--cancellations/{id}/reversals"):
        ended = await clerk.act("POST /creditor--cancellations", json=bodies.cancellation(world, case=case))
        await clerk.act(act, ended["_id"], json={"reason": "Fel faktura."})
    case = await _debt(clerk, start_flow=False)
    await clerk.act("POST /cases/{id}/notes", case, json={"text": "Ringde.", "kind": "call"})
    await clerk.act("POST /cases/{id}/start", case, json={})
    told = {"date": "2026-01-15", "kind": "acknowledgement", "evidence": "Brev."}
    await clerk.act("POST /cases/{id}/interruptions", case, json=told)
    await clerk.act("POST /cases/{id}/waivers", case, json={"component": "interest", "reason": "Goodwill."})
    await clerk.act("POST /cases/{id}/letters", case, json={"template": "contact_us"})
    await clerk.act("POST /cases/{id}/close", case, json={"reason": "written_off"})
    await clerk.act("POST /cases/{id}/reopen", case, json={"reason": "Av misstag."})
    lawyer = {"role": "representative", "name": "Eva Borg", "receives_letters": "no"}
    other = await _debt(clerk)
    made = await clerk.act("POST /cases/{id}/parties", other, json=lawyer)
    await clerk.act("PATCH /cases/{id}/parties/{party}", other, party=made["party"], json={"may_agree": True})
    await clerk.act("DELETE /cases/{id}/parties/{party}", other, party=made["party"])
    buyer = await world.create("/creditors", bodies.creditor(world))
    today = clock.stockholm_date(clock.now()).isoformat()
    await clerk.act("POST /cases/{id}/assignments", other, json={"creditor": buyer["_id"], "date": today})
    await clerk.act("POST /cases/{id}/wrong-person", await _debt(clerk), json={"note": "En granne."})
    customer = (await world.operator.get(f"/cases/{case}")).json()["customer"]
    right = {"field": "name", "value": "Karin Åberg", "reason": "Folkbokföringen."}
    await clerk.act("POST /customers/{id}/corrections", customer, json=right)
    await clerk.act("PATCH /customers/{id}", customer, json={"protected_identity": True})


async def _holds(clerk: Clerk) -> None:
    case = await _debt(clerk)
    day = f"{clock.now().year + 1}-01-15"
    for name, body in (
        ("respite", {"until": day}),
        ("disputes", {"reason": "Fel vara"}),
        ("amortization-plans", {"instalments": 3, "first_date": day}),
    ):
        await clerk.act(f"POST /cases/{{id}}/{name}", case, json=body)
        await clerk.act(f"DELETE /cases/{{id}}/{name}", case)
    query = {"where": json.dumps({"case": case, "kind": "respite"})}
    letter = (await clerk.world.operator.get("/letters", params=query)).json()["_items"][0]["_id"]
    await clerk.act("POST /letters/{id}/stop", letter)
    async with clerk.world.database.transaction() as tx:
        left = await tx.fetchval(
            """update letters set status = 'shown', dated = '2026-01-15' where id = (
                   select min(id) from letters where status in ('queued', 'made', 'shown')) returning id"""
        )
    returned = {"date": clock.stockholm_date(clock.now()).isoformat(), "reason": "Avflyttad"}
    await clerk.act("POST /letters/{id}/returned", left, json=returned)
    filed = {"kind": "debt_restructuring", "date": clock.stockholm_date(clock.now()).isoformat()}
    await clerk.act("POST /cases/{id}/claims-in-insolvency", case, json=filed)
    await clerk.act("POST /cases/{id}/letters/preview", case, json={"kind": "debt_collection"})
    await clerk.act("POST /cases/{id}/disputes", case, json={"reason": "Fel vara"})
    await clerk.act("POST /cases/{id}/dispute-answers", case, json={"outcome": "accepted"})
    case = await _debt(clerk)
    await clerk.act("POST /cases/{id}/disputes", case, json={"reason": "Fel vara"})
    (dispute,) = (await clerk.world.operator.get(f"/cases/{case}/disputes")).json()["_items"]
    settled = {"outcome": "credited", "evidence": "Kreditnota 7."}
    await clerk.act("POST /cases/{id}/disputes/{dispute}/settle", case, dispute=dispute["_id"], json=settled)
    await _confirm(clerk)


async def _confirm(clerk: Clerk) -> None:
    name = "POST /cases/{id}/disputes/{dispute}/confirm"
    case = await _debt(clerk)
    noted = {"reason": "Fel vara", "kind": "evidently_wrong", "explanation": "Kvitterad."}
    await clerk.act("POST /cases/{id}/disputes", case, json=noted)
    (dispute,) = (await clerk.world.operator.get(f"/cases/{case}/disputes")).json()["_items"]
    user, client = await person(clerk.world.app, "Bo")
    async with client:
        answer = await client.post(f"/cases/{case}/disputes/{dispute['_id']}/confirm")
    assert answer.status_code == 201, answer.text
    clerk.done[name] = (answer.headers["x-request-id"], case)
    clerk.people[name] = (user, "Bo")


async def _bank(clerk: Clerk) -> None:
    payer = BankPayer(name="Karin Öberg", organization_no="8112289874", account="50501055")
    receipts = tuple(DemoTransaction(100, str(number), serial=str(number), payer=payer) for number in (71, 72, 73))
    deposit = Deposit("5555552", date(2026, 4, 11), 1, receipts)
    content = make_bgmax([deposit], created=datetime(2026, 4, 11, tzinfo=UTC))
    file = await clerk.act("POST /bank--files", content=content)
    query = {"where": json.dumps({"bank_file": file["_id"]})}
    waiting = (await clerk.world.operator.get("/unmatched--payments", params=query)).json()["_items"]
    case = await _debt(clerk)
    acts: list[tuple[str, Any]] = [
        ("match", {"case": case}),
        ("split", {"parts": [{"case": case, "amount": 1}]}),
        ("refund", {"bank_account": {"kind": "bankgiro", "number": "991-2346"}}),
    ]
    for (name, body), payment in zip(acts, waiting, strict=True):
        await clerk.act(f"POST /unmatched--payments/{{id}}/{name}", payment["_id"], json=body)
    await clerk.act("POST /bank--transactions/{id}/unmatch", waiting[0]["_id"], json={"reason": "Fel ärende."})
    await _refunds(clerk)
    payout = (await clerk.world.some("finance--payouts"))[0]["_id"]
    await _approve(clerk, payout)
    await clerk.act("PATCH /finance--payouts/{id}", payout, json={"payout_date": "2026-05-01"})
    await _invoice(clerk)


async def _invoice(clerk: Clerk) -> None:
    """An invoice of the operator, which its creditor pays."""
    month = date(2026, 4, 1)
    row = {
        "account_id": clerk.world.account.id,
        "id": new_id(),
        "created": clock.now(),
        "updated": clock.now(),
        "creditor_id": clerk.world.creditor.id,
        "number": 1,
        **dict.fromkeys(("period_start_date", "period_end_date", "invoice_date", "due_date"), month),
        "lines": [],
        "kept_amount": 180_00,
        "net_amount": 180_00,
        "vat_percent": 25,
        "vat_amount": 45_00,
        "settled_amount": 0,
        "fee_vat": "on_top",
        "settle_fees": "invoice",
        "taxation": "swedish",
        "bookings": 0,
        "head_hash": GENESIS,
    }
    async with clerk.world.database.transaction() as tx:
        await insert(tx, "operator_invoices", row)
    paid = {"amount": 45, "date": "2026-05-01"}
    await clerk.act("POST /operator--invoices/{id}/paid", str(row["id"]), json=paid)


async def _approve(clerk: Clerk, payout: str) -> None:
    name = "POST /finance--payouts/{id}/approve"
    user, client = await person(clerk.world.app, "Anna")
    async with client:
        answer = await client.post(f"/finance--payouts/{payout}/approve")
    assert answer.status_code == 201, answer.text
    clerk.done[name] = (answer.headers["x-request-id"], payout)
    clerk.people[name] = (user, "Anna")


async def _refunds(clerk: Clerk) -> None:
    """A payment of more than a case owes, of which an amount goes back, and is owed to us by its payer afterwards."""
    operator = clerk.world.operator
    case = (await clerk.world.create("/case--registrations", bodies.case_registration(clerk.world)))["_cases"][0]
    ocr = (await operator.get(f"/cases/{case}")).json()["ocr_number"]
    day = clock.stockholm_date(clock.now())
    payment = DemoTransaction(100_000_00, ocr, serial="74", payer=BankPayer(name="Karin Öberg"))
    deposit = Deposit("5555552", day, 1, (payment,))
    answer = await operator.post(
        "/bank--files", content=make_bgmax([deposit], created=datetime(2026, 4, 12, tzinfo=UTC))
    )
    assert answer.status_code == 201, answer.text
    other = await clerk.act("POST /cases/{id}/refunds", case, json={"amount": 0.5, "bankgiro": "991-2346"})
    made = await clerk.act("POST /cases/{id}/refunds", case, json={"amount": 0.5, "bankgiro": "991-2346"})
    await _decide_on_refund(clerk, "reject", other["_id"])
    await _decide_on_refund(clerk, "approve", made["_id"])
    async with clerk.world.database.transaction() as tx:
        await tx.execute("update refunds set status = 'claimed', claimed_amount = amount where id = $1", made["_id"])
    body = {"refund": made["_id"], "reason": "Hittas inte"}
    await clerk.act("POST /cases/{id}/refund-write-offs", case, json=body)
    # Below a case, and about a refund.
    for name in ("POST /cases/{id}/refunds", "POST /cases/{id}/refund-write-offs"):
        clerk.done[name] = (clerk.done[name][0], made["_id"])


async def _decide_on_refund(clerk: Clerk, decision: str, refund: str) -> None:
    name = f"POST /approvals/{{id}}/{decision}"
    user, client = await person(clerk.world.app, "Bo")
    async with client:
        answer = await client.post(f"/approvals/{refund}/{decision}")
    assert answer.status_code == 201, answer.text
    clerk.done[name] = (answer.headers["x-request-id"], refund)
    clerk.people[name] = (user, "Bo")


async def _law(clerk: Clerk) -> None:
    """Rows of law, which wait for a second person in a live installation."""
    async with clerk.world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    for decision in ("approve", "reject"):
        body = {"article": "reminder", "from": "2099-07-01", "amount": 70, "source": "SFS 2099:1"}
        row = await clerk.act("POST /law--rows", json=body)
        name = f"POST /law--rows/{{id}}/{decision}"
        user, client = await person(clerk.world.app, "Anna")
        async with client:
            answer = await client.post(f"/law--rows/{row['_id']}/{decision}")
        assert answer.status_code == 201, answer.text
        clerk.done[name] = (answer.headers["x-request-id"], row["_id"])
        clerk.people[name] = (user, "Anna")
    async with clerk.world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")


async def _erasing(clerk: Clerk) -> None:
    """Lists of people to erase, on which persons decide."""
    acts = {"put-off": {"until": "2099-01-01", "note": "Bokslutet är inte klart."}, "confirm": {}}
    for act, body in acts.items():
        async with clerk.world.database.transaction() as tx:
            batch = await erasure_batch(tx, clerk.world.case)
        user, client = await person(clerk.world.app, "Anna")
        async with client:
            answer = await client.post(f"/erasure--batches/{batch}/{act}", json=body)
        assert answer.status_code == 201, answer.text
        name = f"POST /erasure--batches/{{id}}/{act}"
        clerk.done[name] = (answer.headers["x-request-id"], batch)
        clerk.people[name] = (user, "Anna")


async def _webhooks(clerk: Clerk) -> None:
    made = await clerk.act("POST /webhooks", json=bodies.webhook(clerk.world))
    id_ = made["_id"]
    await clerk.act("POST /webhooks/{id}/rotate-secret", id_, json={})
    await clerk.act("POST /webhooks/{id}/replay", id_, json={"from_position": 1})
    await clerk.act("POST /webhooks/{id}/test", id_, json={})
    await clerk.act("PATCH /webhooks/{id}", id_, json={"description": "Another"})
    await clerk.act("DELETE /webhooks/{id}", id_)


async def _days(clerk: Clerk) -> None:
    person = bodies.customer(id_number="19640823-3234")
    (debt,) = bodies.case_registration(clerk.world)["debts"]
    credit = debt | {"claim_kind": "loan", "consumer_credit": True}
    other = await _debt(clerk, customer=person, case_settings={"use_enforcement": True})
    case = await _debt(clerk, customer=person, case_settings={"use_enforcement": True}, debts=[credit])
    await clerk.act("POST /cases/{id}/forbearance", case, json={"offered_on": clock.now().date().isoformat()})
    form = {"domain": "creditors", "dotted_path": "enforcement_mandate"}
    creditor = (await clerk.world.operator.get(f"/cases/{case}")).json()["creditor"]
    answer = await clerk.world.operator.post(f"/media--upload/{creditor}", data=form, files={"file": ("a.pdf", PDF)})
    assert answer.status_code == 201, answer.text
    receiver = bodies.customer(id_number="", customer_number="7001", email="karin@example.com")
    body = bodies.invoice_registration(clerk.world, customer=receiver, preferred_invoice_distribution="email")
    mailed = await clerk.act("POST /invoice--registrations", json=body)
    await clerk.act("POST /clock", json={"days": 40})
    await clerk.act("POST /cases/{id}/confirm-unpaid", case, json={})
    await clerk.act("POST /cases/{id}/release-application", case, json={})
    await clerk.act("POST /application--releases", json={"cases": [other]})
    await clerk.act("POST /clock", json={"days": 1})
    shown = (await clerk.world.operator.get(f"/cases/{case}")).json()
    assert shown["state"] == "enforcement"
    (enforcement,) = (await clerk.world.operator.get(f"/cases/{case}/enforcements")).json()["_items"]
    posted = {"date": shown["latest_state_date"], "signed_by": "Eva Lind"}
    await clerk.act("POST /enforcements/{id}/posted", enforcement["_id"], json=posted)
    await clerk.act("POST /cases/{id}/enforcement-replies", case, json={"reply": "contested"})
    await clerk.act("POST /enforcements/{id}/hand-over", enforcement["_id"], json={})
    for reply in ("verdict", "ended"):
        await clerk.act("POST /cases/{id}/enforcement-replies", case, json={"reply": reply})
    await clerk.act("POST /enforcements/{id}/renew", enforcement["_id"], json={})
    await clerk.act("POST /test--helpers/authority-replies", json={"case": case, "reply": "received"})
    await clerk.act("POST /test--helpers/payments", json={"case": clerk.world.case, "amount": 1})
    await clerk.act("POST /test--helpers/bounces", json={"invoice": mailed["_invoice"]})
    complaint = {"from": "Karin Öberg", "about": "Telefon", "received": "2026-05-04", "text": "Ingen svarar."}
    made = await clerk.act("POST /complaints", json=complaint)
    await clerk.act("PATCH /complaints/{id}", made["_id"], json={"cause": "Semester"})
    made = await clerk.act("POST /autogiro--mandates", json=bodies.autogiro_mandate(clerk.world))
    await clerk.act("DELETE /autogiro--mandates/{id}", made["_id"])
    await _assigning(clerk, case)
    item = (await clerk.world.some("work--items"))[0]["_id"]
    await clerk.act("PATCH /work--items/{id}", item, json={"resolved": True, "note": "Ringde."})


async def _assigning(clerk: Clerk, case: str) -> None:
    await clerk.act("PATCH /cases/{id}", case, json={"assigned_to": clerk.world.users["handler"]})
    made = await clerk.act("POST /assignment--rules", json=bodies.assignment_rule(clerk.world))
    await clerk.act("PATCH /assignment--rules/{id}", made["_id"], json={"name": "Lån"})
    await clerk.act("DELETE /assignment--rules/{id}", made["_id"])
    view = await clerk.act("POST /saved--views", json=bodies.saved_view(clerk.world))
    await clerk.act("DELETE /saved--views/{id}", view["_id"])
    asked_of = {"kind": "invoices", "creditor": clerk.world.creditor.id}
    await clerk.act("POST /file--import-reports", content=b"invoice_number\n1\n", params=asked_of)
    asked = await clerk.act("POST /bulk--acts", json=bodies.bulk_act(clerk.world))
    await clerk.act("POST /bulk--acts/{id}/stop", asked["_id"], json={})
    await clerk.act("POST /bulk--acts/{id}/resume", asked["_id"], json={})


# Changes ----------------------------------------------------------------------------------------------------------------------

WRITES = [endpoint.name for endpoint in TABLE if endpoint.method != "GET"]
SIMULATED = {f"POST /test--helpers/{name}" for name in ("payments", "bounces", "authority-replies")}
NO_DOCUMENT = {"POST /clock", "POST /application--releases", "POST /media--upload/{reference_id}"} | SIMULATED
"""The clock is the installation's; an upload is a file of its own; several applications are released at once. Helpers of tests
answer with the case that their body names."""


@pytest.mark.parametrize("name", [name for name in WRITES if "authenticates" not in name and "callbacks" not in name])
async def test_every_endpoint_that_writes_is_in_the_log_with_who_used_it(clerk: Clerk, name: str) -> None:
    assert name in clerk.done, "let the clerk use it"
    request, document = clerk.done[name]
    found = await entries(clerk.world, request_id=request)
    assert found, "nothing was recorded"
    user = clerk.people.get(name, (clerk.world.users["operator"], "Operator's client"))
    for entry in found:
        assert entry["by"] == "api"
        assert (entry["user"], entry["user_name"]) == user
        assert entry["address"] == HERE
        assert entry["act"] == name
    assert name in NO_DOCUMENT or document in {entry.get("document") for entry in found}


async def test_the_clerk_used_what_there_is(clerk: Clerk) -> None:
    assert set(clerk.done) == {name for name in WRITES if "authenticates" not in name and "callbacks" not in name}


@pytest.mark.parametrize(
    ("name", "resource", "kind", "before", "after", "remark"),
    [
        ("POST /creditors", "creditors", "created", None, {"is_active": True}, "what is made is told whole"),
        ("PATCH /accounts/{id}", "accounts", "changed", {}, {"name": "Another name"}, "only what changed"),
        ("DELETE /users/{id}", "users", "deleted", {"name": "Another name"}, None, "what is gone is told once more"),
        (
            "PATCH /customers/{id}",
            "customers",
            "changed",
            {"is_protected": False},
            {"is_protected": True},
            "both sides",
        ),
        ("POST /creditor--payments", "creditor--payments", "created", None, {"amount": 0.01}, "amounts in kronor"),
        (
            "DELETE /creditor--payments/{id}",
            "creditor--payments",
            "deleted",
            {"amount": 0.01},
            None,
            "and what is deleted",
        ),
        ("POST /creditor--payments", "cases", "changed", {}, {}, "what a payment changed of the case"),
        ("POST /creditor--creditings", "creditor--creditings", "created", None, {"amount": 0.01}, "from the document"),
        ("POST /creditor--cancellations", "cases", "changed", {}, {"close_reason": "cancelled"}, "and what followed"),
        ("POST /case--registrations", "case--registrations", "created", None, {"first_action": "debt_collection"}, ""),
        ("POST /cases/{id}/close", "cases", "changed", {}, {"state": "closed"}, "an act on a case"),
        ("POST /webhooks", "webhooks", "created", None, {"secret_salt": "not shown"}, "a secret is not told"),
        ("POST /webhooks/{id}/test", "webhooks", "sent", None, None, "what is sent changes nothing"),
    ],
)
async def test_an_entry_tells_what_was_and_what_became(
    clerk: Clerk, name: str, resource: str, kind: str, before: Any, after: Any, remark: str
) -> None:
    request, _ = clerk.done[name]
    found = await entries(clerk.world, request_id=request, resource=resource, kind=kind)
    # A protected customer's contacts are hidden in the customer and in its creditors' details, without saying what they were.
    (entry,) = [one for one in found if len(found) == 1 or one["after"]]
    for side, expected in (("before", before), ("after", after)):
        assert (side in entry) == (expected is not None), remark
        assert (expected or {}).items() <= entry.get(side, {}).items(), remark


async def test_a_change_tells_nothing_that_stayed_the_same(clerk: Clerk) -> None:
    request, _ = clerk.done["PATCH /accounts/{id}"]
    (entry,) = await entries(clerk.world, request_id=request)
    assert entry["after"] == {"name": "Another name"}
    assert entry["before"].keys() == {"name"}
    assert entry["account"] == entry["document"]


async def test_what_is_undone_or_refused_is_not_in_the_log(world: World) -> None:
    body = bodies.creditor(world)
    dry = await world.operator.post("/creditors?dry_run=true", json=body)
    refused = await world.operator.post("/creditors", json=body | {"name": 7})
    assert (dry.status_code, refused.status_code) == (200, 422)
    for answer in (dry, refused):
        assert await entries(world, request_id=answer.headers["x-request-id"]) == []


async def test_an_array_is_recorded_document_by_document_and_all_or_nothing(world: World) -> None:
    good = [bodies.creditor(world) for _ in range(3)]
    made = await world.operator.post("/creditors", json=good)
    found = await entries(world, request_id=made.headers["x-request-id"], resource="creditors")
    assert [entry["document"] for entry in found] == [item["_id"] for item in made.json()["_items"]]
    refused = await world.operator.post("/creditors", json=[*good, good[0] | {"name": 7}])
    assert refused.status_code == 422
    assert await entries(world, request_id=refused.headers["x-request-id"]) == []


# Readings -----------------------------------------------------------------------------------------------------------------------


IMPERSONAL = {
    "authenticates",
    "",
    "me",
    "connections",
    "operator",
    "law--rows",
    "openapi.json",
    "docs",
    "health",
    "ready",
    "metrics",
}


def test_every_endpoint_that_reads_is_personal_or_not() -> None:
    """A resource says it of itself; what reads and is no resource says it in the table, or is named here."""
    for endpoint in TABLE:
        if endpoint.method == "GET" and endpoint.first_step not in RESOURCES:
            assert endpoint.shows_debtors != (endpoint.first_step in IMPERSONAL), (
                "say whether it shows debtors' personal data"
            )


def test_what_is_noted_is_every_reading_of_what_is_personal_and_what_is_sent() -> None:
    noted = {endpoint.name for endpoint in TABLE if endpoint.is_noted}
    read = {one.name for one in TABLE if one.method == "GET" and one.first_step in PERSONAL | {"media--files"}}
    sent = {f"POST /webhooks/{{id}}/{act}" for act in ("test", "replay")}
    sent |= {f"POST /invoices/{{id}}/{act}" for act in ("release", "void")} | {"POST /test--helpers/bounces"}
    papers = {"POST /cases/{id}/letters/preview", "POST /cases/{id}/claims-in-insolvency"}
    assert noted == read | sent | papers | {"GET /approvals", "GET /approvals/{id}"}


PERSONAL = {name for name, resource in RESOURCES.items() if resource.personal}


def test_what_is_known_of_debtors_is_personal() -> None:
    assert {
        *(
            "cases",
            "customers",
            "invoices",
            "letters",
            "invoice--registrations",
            "case--registrations",
            "request--logs",
        ),
        *(
            "bank--transactions",
            "unmatched--payments",
            "file--import-reports",
            "work--items",
            "refunds",
            "enforcements",
            "complaints",
            "autogiro--mandates",
            "bulk--acts",
        ),
    } == PERSONAL


@pytest.mark.parametrize("resource", sorted(PERSONAL))
async def test_reading_a_list_is_recorded_with_what_it_showed(clerk: Clerk, resource: str) -> None:
    reader = clerk.world.operator
    answer = await reader.get(f"/{resource}", params={"max_results": 3, "projection": '{"_id": 1}'})
    shown = [item["_id"] for item in answer.json()["_items"]]
    found = await entries(clerk.world, request_id=answer.headers["x-request-id"])
    assert shown, "nothing was shown, so nothing was tested"
    (entry,) = found
    assert entry["kind"] == "read"
    assert entry["act"] == f"GET /{resource}"
    assert entry["documents"] == shown
    assert (entry["user"], entry["address"]) == (clerk.world.users["operator"], HERE)
    by_document = await entries(clerk.world, documents=shown[0], kind="read", resource=resource)
    assert entry["_id"] in {one["_id"] for one in by_document}


@pytest.mark.parametrize("path", ["/cases/{}", "/cases/{}/statement", "/cases/{}/trace", "/cases/{}/settings"])
async def test_reading_a_case_is_recorded(world: World, path: str) -> None:
    user = world.callers["creditor_user"]
    answer = await user.get(path.format(world.case))
    assert answer.status_code == 200, answer.text
    (entry,) = await entries(world, request_id=answer.headers["x-request-id"])
    assert (entry["kind"], entry["document"], entry["user"]) == ("read", world.case, world.users["creditor_user"])
    assert entry["account"] == world.account.id
    assert "documents" not in entry


@pytest.mark.parametrize(
    ("path", "headers", "status", "remark"),
    [
        ("/cases/{}", {"if-none-match": "*"}, 304, "nothing was shown"),
        ("/cases/" + "0" * 24, {}, 404, "there is nothing to show"),
        ("/creditors", {}, 200, "no debtors' data"),
    ],
)
async def test_what_shows_no_debtor_is_not_recorded(
    world: World, path: str, headers: dict[str, str], status: int, remark: str
) -> None:
    answer = await world.operator.get(path.format(world.case), headers=headers)
    assert answer.status_code == status, remark
    assert await entries(world, request_id=answer.headers["x-request-id"]) == [], remark


async def test_a_print_is_recorded_also_by_a_signed_link(world: World, stranger: httpx.AsyncClient) -> None:
    registered = await world.create("/invoice--registrations", bodies.invoice_registration(world))
    first = await world.operator.get(f"/invoices/{registered['_invoice']}")
    made = await entries(world, request_id=first.headers["x-request-id"])
    assert {(one["resource"], one["kind"]) for one in made} == {
        ("media--files", "created"),
        ("invoices", "changed"),
        ("invoices", "read"),
    }, "reading it for the first time prints it"
    shown = first.json()
    answer = await stranger.get(shown["print_document"]["url"])
    assert answer.status_code == 200
    (entry,) = await entries(world, request_id=answer.headers["x-request-id"])
    assert (entry["kind"], entry["document"]) == ("read", shown["print_document"]["id"])
    assert entry["address"] == HERE
    assert "user" not in entry


async def test_a_sign_in_is_recorded_and_a_failed_one_is_not(world: World, app: Api) -> None:
    async with world.database.transaction() as tx:
        made = await add_client(tx, name="New", operator=True, networks=[HERE], now=clock.now())
    async with client_of(app) as asking:
        signed_in = await asking.post("/authenticates/api-code", json={"code": made.api_code})
        failed = await asking.post("/authenticates/api-code", json={"code": "wrong"})
    assert (signed_in.status_code, failed.status_code) == (200, 401)
    (entry,) = await entries(world, request_id=signed_in.headers["x-request-id"])
    assert (entry["kind"], entry["document"], entry["user"]) == ("signed_in", made.user, made.user)
    assert await entries(world, request_id=failed.headers["x-request-id"]) == []


# Who may read it, and what it must not hold -------------------------------------------------------------------------------------


@pytest.mark.parametrize("caller", ["partner", "account_admin", "creditor_admin", "creditor_user", "api_user"])
async def test_only_the_operator_reads_the_log(world: World, caller: str) -> None:
    for path in ("/audit--log", "/audit--log/" + "0" * 24):
        assert (await world.callers[caller].get(path)).status_code == 403


async def test_no_secret_is_in_the_log(clerk: Clerk, app: Api) -> None:
    world = clerk.world
    rotated = (await world.operator.post("/webhooks", json=bodies.webhook(world))).json()
    await app.readings.flush()
    async with world.database.connection() as connection:
        text: str = await connection.fetchval("select string_agg(l::text, ' ') from audit_log l")
        hashes = await connection.fetch(
            "select encode(api_code_hash, 'hex') from users where api_code_hash is not null"
        )
        salts = await connection.fetch("select encode(secret_salt, 'hex') from webhooks")
    assert len(hashes) > 1
    assert len(salts) > 1
    secrets = [row[0] for row in [*hashes, *salts]] + [world.token_key.hex(), rotated["secret"]]
    assert [secret for secret in secrets if secret in text] == []
    assert "not shown" in text


async def test_no_number_of_a_debtor_is_in_the_log_but_where_it_was_changed(clerk: Clerk) -> None:
    """What was registered stands in its document; the log copies nothing of it."""
    async with clerk.world.database.connection() as connection:
        found = await connection.fetch("select resource, kind from audit_log l where changes::text ~ '811228'")
    assert {tuple(row) for row in found} <= {("customers", "changed"), ("bank_refunds", "created")}


# The buffer ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def other_app(settings: Settings) -> AsyncIterator[Api]:
    api = create_app(settings)
    yield api
    await api.database.close()


async def count(database: Database) -> int:
    async with database.connection() as connection:
        found: int = await connection.fetchval("select count(*) from audit_log where kind = 'read'")
    return found


async def test_readings_are_written_by_themselves_within_a_second(world: World, other_app: Api) -> None:
    before = await count(world.database)
    async with client_of(other_app, world.token(world.users["operator"])) as reader:
        assert (await reader.get(f"/cases/{world.case}")).status_code == 200
    assert await count(world.database) == before
    for _ in range(30):
        await asyncio.sleep(0.05)
        if await count(world.database) == before + 1:
            return
    pytest.fail("the reading was not written")


async def test_readings_are_written_when_the_process_ends(world: World, other_app: Api) -> None:
    before = await count(world.database)
    async with client_of(other_app, world.token(world.users["operator"])) as reader:
        await reader.get(f"/cases/{world.case}")
    await other_app.readings.close()
    assert await count(world.database) == before + 1


async def test_what_cannot_be_written_is_kept_and_past_the_most_it_is_dropped_and_told(
    world: World, other_app: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await count(world.database)
    monkeypatch.setattr(reading_log, "MOST_NOTED", 2)
    told: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(reading_log.log, "error", lambda event, **more: told.append((event, more)), raising=False)
    right_url = other_app.database.url
    async with client_of(other_app, world.token(world.users["operator"])) as reader:
        for _ in range(3):
            await reader.get(f"/cases/{world.case}")
    await other_app.database.close()
    other_app.database._closed = False
    other_app.database.url = "postgresql://nobody@127.0.0.1:1/nowhere"
    with pytest.raises(Exception, match="cannot be reached"):
        await other_app.readings.flush()
    assert told == [
        ("audit readings dropped: queue full", {"readings": 1}),
    ]
    other_app.database.url = right_url
    await other_app.readings.flush()
    assert await count(world.database) == before + 2


# Past the service ---------------------------------------------------------------------------------------------------------------


async def test_a_change_past_the_service_is_recorded_as_the_databases(world: World, settings: Settings) -> None:
    assert settings.database_url is not None
    psql = await asyncpg.connect(settings.database_url, server_settings={"application_name": "psql"})
    try:
        await psql.execute("update fordran.creditors set name = 'By hand' where id = $1", world.creditor.id)
    finally:
        await psql.close()
    (entry,) = await entries(world, document=world.creditor.id, by="database")
    # A node is told of the connection by its number alone.
    assert entry["act"].startswith("citus_internal gpid=") if CLUSTER else entry["act"] == "psql"
    assert entry["user"]
    assert entry["after"] == {"name": "By hand"}
    assert (entry["account"], entry["creditor"]) == (world.account.id, world.creditor.id)


# Parts of what was changed ------------------------------------------------------------------------------------------------------


async def test_entries_are_found_by_a_part_of_what_was_made_or_changed(world: World) -> None:
    """A part is read from what is stored, where there is something, and from the document where the log has no copy of it."""
    creditor = await world.create("/creditors", bodies.creditor(world, name="Before"))
    tag = {"If-Match": creditor["_etag"]}
    answer = await world.operator.patch(f"/creditors/{creditor['_id']}", json={"name": "After"}, headers=tag)
    assert answer.status_code == 200, answer.text
    made = await world.create("/invoice--registrations", bodies.invoice_registration(world, invoice_number="Part 1"))

    async def kinds(document: str, where: dict[str, Any]) -> list[str]:
        found = await world.operator.get(
            "/audit--log", params={"where": json.dumps({"document": document, "kind": {"$ne": "read"}} | where)}
        )
        return [entry["kind"] for entry in found.json()["_items"]]

    id_ = creditor["_id"]
    assert await kinds(id_, {"after.name": "Before"}) == ["created"]
    assert await kinds(id_, {"before.name": "Before", "after.name": {"$in": ["After", 7]}}) == ["changed"]
    assert await kinds(id_, {"before.name": None}) == ["created"], "there was nothing before"
    assert await kinds(id_, {"before.name": {"$exists": True}}) == ["changed"]
    assert await kinds(id_, {"after.name": {"$ne": "Before"}}) == ["changed"]
    assert await kinds(id_, {"after": "After"}) == [], "an object is no text"
    assert await kinds(id_, {"after": {"name": "After"}}) == ["changed"]
    assert await kinds(id_, {"after": {"name": "After", "more": None}}) == []
    assert await kinds(id_, {"after": {"$in": [{"name": "Nobody"}, {"name": "After"}, {}]}}) == ["changed"]
    assert await kinds(id_, {"after": {"$ne": {"name": "After"}}}) == ["created"]
    assert await kinds(made["_id"], {"after.invoice_number": "Part 1"}) == ["created"]
    assert await kinds(made["_id"], {"after.invoice_number": "Part 2"}) == []
    assert await kinds(made["_id"], {"after.nothing": None}) == ["created"]


async def test_whether_there_is_a_side_is_asked_without_making_it(world: World) -> None:
    """That a side is missing is asked of what the view makes it of; the answer is that of the view."""
    async with world.database.transaction() as tx:
        newest = await tx.fetchval("select max(_id) from fordran_api.audit_log")
    for side in ("before", "after"):
        async with world.database.transaction() as tx:
            counted = (
                f"select count(*) filter (where {side} is null), count(*) from fordran_api.audit_log where _id <= $1"
            )
            missing, there = await tx.fetchrow(counted, newest)
        assert 0 < missing < there, "some have it, and some do not"
        for condition in (None, {"$exists": False}, {"$in": [None]}, {"$not": {"$ne": None}}):
            where = json.dumps({side: condition, "_id": {"$lte": newest}})
            page = await world.operator.get("/audit--log", params={"where": where, "max_results": "1"})
            assert page.json()["_meta"]["total"] == missing, (side, condition)
