"""A ledger hands invoices over by the contract, and hears what becomes of them."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from tests.api.connect.ledger import ADDRESS, BUSINESS, PRIVATE, SETTINGS, Ledger, case_body, document, onboarding
from tests.api.world import HERE

CASE_FIELDS = {
    *("caseRef", "caseNumber", "invoiceRef", "stage", "isOpen", "closeReason", "decisionKind", "providerState"),
    *("providerStateLabel", "outstandingPrincipal", "outstandingTotal", "currency", "nextActionDate"),
    *("nextActionLabel", "actions", "parentCaseRef", "events", "collectedPayments", "reportedPayments", "documents"),
    *("updatedAt", "raw"),
}


async def test_a_company_is_onboarded_approved_and_disconnected(ledger: Ledger) -> None:
    before = await ledger.ask("connection", {})
    assert (before["state"], before["subStatus"], before["connectionHandle"]) == ("disconnected", "not_started", None)
    shown = await ledger.ask("onboarding", onboarding())
    assert (shown["state"], shown["subStatus"]) == ("connecting", "in_review")
    assert shown["terms"] == {"version": "2026-10-01", "url": None, "accepted": True}
    assert shown["settings"] == SETTINGS | {"approveBeforeCollectionNotice": False}
    again = await ledger.ask("onboarding", onboarding())
    assert again["connectionHandle"] == shown["connectionHandle"], "a retry after a lost answer gets its handle"
    ledger.handle = shown["connectionHandle"]
    assert await ledger.refused("cases", case_body()) == (409, "CONNECTOR_COLLECTIONS_NOT_APPROVED")
    await ledger.approve()
    assert (await ledger.ask("connection", {}))["state"] == "active"
    changed = await ledger.ask("settings", SETTINGS | {"idempotencyKey": "s", "minimumAmount": 250}, "PUT")
    assert changed["settings"]["minimumAmount"] == 250
    accepted = {
        "idempotencyKey": "t",
        "termsVersion": "2027-01-01",
        "acceptedByName": "Anna Andersson",
        "acceptedAt": "2026-10-04T08:05:00+02:00",
    }
    assert (await ledger.ask("onboarding/terms", accepted))["terms"]["version"] == "2027-01-01"
    gone = await ledger.ask("connection", {"idempotencyKey": "d"}, "DELETE")
    assert (gone["state"], gone["connectionHandle"]) == ("disconnected", None)
    assert await ledger.refused("cases/get", {"caseRef": "x"}) == (409, "CONNECTOR_COLLECTIONS_NOT_ONBOARDED")


async def test_an_invoice_becomes_a_case_once_with_its_paper_and_parties(ledger: Ledger) -> None:
    await ledger.connect()
    body = case_body()
    first, second = await ledger.ask("cases", body), await ledger.ask("cases", body)
    assert first == second
    shown = first["case"]
    assert set(shown) == CASE_FIELDS
    assert (shown["caseRef"], shown["stage"], shown["isOpen"]) == (body["idempotencyKey"], "registered", True)
    assert (shown["outstandingPrincipal"], shown["invoiceRef"]) == (1000, body["invoice"]["ref"])
    own = await ledger.own_case(body["idempotencyKey"])
    assert (own["customer_name"], own["customer_id_number"]) == ("Kund AB", "5560160680")
    assert own["debt"]["initial_capital"] == 1250
    assert own["original_invoice"]["content_type"] == "application/pdf"
    assert "19121212" not in str(shown)
    assert await ledger.refused("cases", body | {"startStep": "collection"}) == (409, "CONNECTOR_IDEMPOTENCY_MISMATCH")


async def test_two_requests_at_once_make_one_case(ledger: Ledger) -> None:
    await ledger.connect()
    body = case_body()
    answers = await asyncio.gather(*(ledger.send("collections/cases", body) for _ in range(4)))
    codes = {answer.status_code for answer in answers}
    assert codes <= {200, 409}
    assert {one.json()["code"] for one in answers if one.status_code == 409} <= {"CONNECTOR_IDEMPOTENCY_IN_FLIGHT"}
    async with ledger.days.transaction() as tx:
        assert await tx.fetchval("select count(*) from ledger_cases where case_ref = $1", body["idempotencyKey"]) == 1


async def test_a_case_goes_through_its_stages_and_the_feed_names_it(ledger: Ledger) -> None:
    await ledger.connect()
    ref = case_body(PRIVATE)["idempotencyKey"]
    body = case_body(PRIVATE) | {"idempotencyKey": ref}
    await ledger.ask("cases", body)
    await ledger.days.live(date(2026, 9, 4))
    shown = await ledger.case(ref)
    assert (shown["stage"], shown["actions"]) == ("reminder", ["pause", "withdraw", "dispute"])
    assert shown["documents"][0]["type"] == "letter_to_debtor"
    assert {one["kind"] for one in shown["events"]} == {"stage", "letter"}
    assert shown["outstandingTotal"] > shown["outstandingPrincipal"]
    await ledger.days.live(date(2026, 9, 25))
    assert (await ledger.case(ref))["stage"] == "collection"
    feed = await ledger.ask("changes", {"after": None, "limit": 500}, **{"X-Connector-Company": ""})
    mine = [one for one in feed["changes"] if one["ref"] == ref]
    assert len(mine) > 2
    assert {(one["companyRef"], one["kind"]) for one in mine} == {("company-1", "case")}
    small = await ledger.ask("changes", {"after": mine[0]["seq"], "limit": 1})
    assert small["next"] == small["changes"][0]["seq"] == mine[1]["seq"]
    assert await ledger.ask("changes", {"after": feed["changes"][-1]["seq"]}) == {"changes": [], "next": None}


async def test_a_creditors_key_reads_the_changes_of_its_own_cases_alone(ledger: Ledger) -> None:
    await ledger.connect()
    await ledger.ask("cases", case_body())
    found = (await ledger.office.get("creditors", where='{"name": "Säljare AB"}'))["_items"]
    (own,) = [one["_id"] for one in found if one["account"] == ledger.office.account]
    seen = {}
    for creditor in (own, ledger.office.creditor):
        async with ledger.days.transaction() as tx:
            made = await add_client(tx, name="One", creditors=[creditor], networks=[HERE], now=clock.now())
        key = {"Authorization": f"Bearer {made.api_code}"}
        seen[creditor] = await ledger.ask("changes", {"after": None, "limit": 500}, **key)
    assert seen[own]["changes"] != []
    assert seen[ledger.office.creditor] == {"changes": [], "next": None}


async def test_a_ledger_pauses_resumes_disputes_and_withdraws(ledger: Ledger) -> None:
    await ledger.connect()
    body = case_body()
    ref = body["idempotencyKey"]
    await ledger.ask("cases", body)
    await ledger.days.live(date(2026, 9, 4))
    keys = iter("abcdefgh")

    async def act(action: str, **more: Any) -> Any:
        given = {"idempotencyKey": f"{ref}-{next(keys)}", "caseRef": ref, "action": action} | more
        return await ledger.ask("cases/action", {"step": None, "message": None, "until": None} | given)

    paused = await act("pause", until="2026-09-20", message="Kunden har hört av sig")
    assert (paused["stage"], paused["actions"]) == ("paused", ["resume", "withdraw"])
    assert (await act("resume"))["stage"] == "reminder"
    disputed = await act("dispute", message="Varan kom aldrig.")
    assert (disputed["stage"], disputed["decisionKind"]) == ("awaiting_decision", "dispute")
    contested = await act("contest_dispute", message="Den levererades den 1 juli.")
    assert (contested["stage"], contested["decisionKind"]) == ("paused", None)
    unavailable = {"idempotencyKey": "x", "caseRef": ref, "step": None, "message": None, "until": None}
    assert await ledger.refused("cases/action", unavailable | {"action": "approve_step"}) == (
        409,
        "CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE",
    )
    gone = await act("withdraw")
    assert (gone["stage"], gone["isOpen"], gone["closeReason"], gone["actions"]) == (
        "closed_other",
        False,
        "withdrawn",
        [],
    )
    assert await ledger.office.differences() == []


async def test_legal_action_waits_for_the_ledgers_approval(ledger: Ledger) -> None:
    await ledger.connect()
    found = (await ledger.office.get("creditors", where=f'{{"account": "{ledger.office.account}"}}'))["_items"]
    (creditor,) = [one for one in found if one["name"] == "Säljare AB"]
    ledger.office.creditor = creditor["_id"]
    await ledger.office.give_mandate()
    etag = (await ledger.office.get(f"creditors/{creditor['_id']}"))["_etag"]
    changed = await ledger.office.client.patch(
        f"/creditors/{creditor['_id']}",
        json={"case_config": {"use_enforcement": True, "application_release": "automatic"}},
        headers={"If-Match": etag},
    )
    assert changed.status_code == 200, changed.text
    body = case_body(PRIVATE, claimAmount=10000, claimRemaining=10000, claimVatAmount=2000) | {
        "startStep": "collection",
        "priorPayments": [],
    }
    ref = body["idempotencyKey"]
    await ledger.ask("cases", body)
    await ledger.days.live(date(2026, 10, 20))
    waiting = await ledger.case(ref)
    assert (waiting["stage"], waiting["decisionKind"]) == ("awaiting_decision", "legal_action")
    given = {"caseRef": ref, "step": None, "message": None, "until": None}
    declined = await ledger.ask("cases/action", given | {"idempotencyKey": "no", "action": "decline_legal_action"})
    assert declined["stage"] == "awaiting_decision"
    await ledger.ask("cases/action", given | {"idempotencyKey": "yes", "action": "approve_legal_action"})
    await ledger.days.live(date(2026, 10, 23))
    assert (await ledger.case(ref))["stage"] == "enforcement"


async def test_payments_and_credit_notes_are_reported_once_and_taken_back(ledger: Ledger) -> None:
    await ledger.connect()
    body = case_body()
    ref = body["idempotencyKey"]
    await ledger.ask("cases", body)
    paid = {
        "idempotencyKey": "forward-1",
        "caseRef": ref,
        "paymentRef": "payment-1",
        "date": "2026-08-31",
        "amount": 500,
        "description": None,
    }
    receipt = await ledger.ask("payments", paid)
    assert receipt == await ledger.ask("payments", paid)
    assert (receipt["accepted"], receipt["ignoredAmount"]) == (True, 0)
    shown = await ledger.case(ref)
    assert shown["reportedPayments"] == [
        {"paymentRef": "payment-1", "amount": 500, "matchedAmount": 500, "date": "2026-08-31"}
    ]
    assert shown["outstandingPrincipal"] < 510
    assert await ledger.refused("payments", paid | {"idempotencyKey": "forward-9"}) == (400, "BAD_REQUEST")
    back = paid | {"idempotencyKey": "forward-1:revert", "description": "Felmatchad"}
    assert (await ledger.ask("payments/revert", back))["accepted"]
    after = await ledger.case(ref)
    assert (after["reportedPayments"], after["outstandingPrincipal"]) == ([], 1000)
    credit = {"idempotencyKey": "c-1", "caseRef": ref, "creditRef": "credit-1", "date": "2026-09-01", "amount": 125.5}
    assert (await ledger.ask("credit-notes", credit))["ignoredAmount"] == 0
    assert (await ledger.case(ref))["outstandingPrincipal"] == 874.5
    too_much = paid | {"idempotencyKey": "forward-2", "paymentRef": "payment-2", "amount": 5000, "date": "2026-09-01"}
    over = await ledger.ask("payments", too_much)
    assert over["ignoredAmount"] > 4000
    closed = await ledger.case(ref)
    assert (closed["stage"], closed["closeReason"]) == ("closed_paid", "paid")
    assert await ledger.office.differences() == []


def without(body: dict[str, Any], *path: str) -> dict[str, Any]:
    """A body without a field."""
    first, *rest = path
    if not rest:
        return {name: value for name, value in body.items() if name != first}
    return body | {first: without(body[first], *rest)}


BAD = {
    "no address": (case_body(without(BUSINESS, "address")), (400, "BAD_REQUEST")),
    "a number with a hyphen": (case_body(BUSINESS | {"orgNumber": "556016-0680"}), (400, "BAD_REQUEST")),
    "a person without a number": (
        case_body(PRIVATE | {"personalNumber": None}),
        (409, "CONNECTOR_COLLECTIONS_DEBTOR_INVALID"),
    ),
    "three decimals": (case_body(claimRemaining=10.001), (400, "BAD_REQUEST")),
    "an amount as text": (case_body(claimRemaining="1000"), (400, "BAD_REQUEST")),
    "less than agreed": (
        case_body(claimRemaining=99, claimAmount=99, claimVatAmount=0),
        (409, "CONNECTOR_COLLECTIONS_AMOUNT_INVALID"),
    ),
    "more than the invoice": (case_body(claimRemaining=2000), (400, "BAD_REQUEST")),
    "due before it is issued": (case_body(dueDate="2026-07-01"), (400, "BAD_REQUEST")),
    "another currency": (case_body(currency="EUR"), (400, "BAD_REQUEST")),
    "another paper": (case_body() | {"document": document() | {"sha256": "0" * 64}}, (400, "BAD_REQUEST")),
    "no PDF": (case_body() | {"document": document(b"GIF89a")}, (400, "BAD_REQUEST")),
    "agreed interest of a person": (
        case_body(PRIVATE)
        | {"lateInterest": {"annualPercent": 8, "fromDate": "2026-08-16", "agreedSince": "2026-01-01"}},
        (400, "BAD_REQUEST"),
    ),
    "no body": (None, (400, "BAD_REQUEST")),
}


@pytest.mark.parametrize("name", BAD)
async def test_a_case_with_a_fault_is_refused_by_its_code(ledger: Ledger, name: str) -> None:
    await ledger.connect()
    body, expected = BAD[name]
    assert await ledger.refused("cases", body) == expected


async def test_an_invoice_is_handed_over_once_whatever_the_key(ledger: Ledger) -> None:
    await ledger.connect()
    body = case_body()
    await ledger.ask("cases", body)
    assert await ledger.refused("cases", body | {"idempotencyKey": "another"}) == (
        409,
        "CONNECTOR_COLLECTIONS_DUPLICATE_CASE",
    )
    other = case_body(number=body["invoice"]["number"])
    assert await ledger.refused("cases", other) == (409, "CONNECTOR_COLLECTIONS_DUPLICATE_CASE")


async def test_who_may_not_is_refused_in_the_contracts_own_shape(ledger: Ledger) -> None:
    await ledger.connect()
    body = case_body()
    await ledger.ask("cases", body)
    ref = {"caseRef": body["idempotencyKey"]}
    assert await ledger.refused("cases/get", ref, Authorization="Bearer gnubok_ck_nobody") == (
        401,
        "CONNECTOR_SCOPE_MISSING",
    )
    assert await ledger.refused("cases/get", ref, **{"X-Connector-Company": ""}) == (400, "CONNECTOR_COMPANY_MISSING")
    assert await ledger.refused("cases/get", ref, **{"X-Connector-Connection": "x"}) == (
        403,
        "CONNECTOR_CONNECTION_NOT_OWNED",
    )
    assert await ledger.refused("cases/get", ref, **{"X-Connector-Company": "company-2"}) == (
        409,
        "CONNECTOR_COLLECTIONS_NOT_ONBOARDED",
    )
    assert await ledger.refused("cases/get", ref, **{"X-Connect-Contract-Version": "2026-01-01"}) == (
        400,
        "CONNECTOR_CONTRACT_VERSION_UNSUPPORTED",
    )
    assert await ledger.refused("cases/get", {"caseRef": "other"}) == (404, "CONNECTOR_COLLECTIONS_CASE_NOT_OWNED")
    assert await ledger.refused("nothing", {}) == (404, "CONNECTOR_PATH_NOT_ALLOWED")
    token = ledger.office.client.headers["x-api-key"]
    assert await ledger.refused("cases/get", ref, Authorization=f"Bearer {token}") == (403, "CONNECTOR_SCOPE_MISSING")


async def test_the_catalogue_names_the_operator_and_what_is_offered(ledger: Ledger) -> None:
    answer = await ledger.send("catalogue", None, "GET")
    (entry,) = answer.json()["entries"]
    assert (entry["capability"], entry["features"]["stepApprovalAction"]) == ("collections", False)
    assert entry["provider"]["legalName"] == "Exempelinkasso AB"
    assert ADDRESS["countryCode"] in entry["features"]["debtorCountries"]
