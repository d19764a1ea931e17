"""Every door to guarded money: each act of the interface and of the console takes a stand, and none lets one person act alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from fordran.actions.approving.write_offs import ACT_OF_INPUT
from fordran.actions.bank.match_payment import find_waiting
from fordran.actions.refusals import Conflict
from fordran.api.endpoints import endpoints
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.pages import PAGES
from fordran.resources.case_acts import CloseInput, ReplyInput, SettlementInput, WaiverInput, WrongPersonInput
from fordran.resources.refunds import RefundWriteOff
from fordran.settings import Settings
from fordran.store.reading.scope import Caller
from tests.actions.approvals.test_decisions import as_user
from tests.actions.approvals.two_people import TO, Desk, desk, person
from tests.actions.bank.refund_desk import ACCOUNT, KARIN
from tests.actions.bank_hall import camt054, deposit, paid
from tests.api.policy import POLICY

__all__ = ["desk"]

GUARDED = {
    "POST /cases/{id}/refunds",
    "POST /unmatched--payments/{id}/refund",
    "PATCH /creditors/{id}",
    "POST /cases/{id}/refund-write-offs",
    "POST /cases/{id}/close",
    "POST /cases/{id}/wrong-person",
    "POST /cases/{id}/waivers",
    "POST /cases/{id}/disputes/{dispute}/settle",
    "POST /cases/{id}/enforcement-replies",
    "POST /law--rows",
}
"""Acts that answer 202 where a second person is asked."""

DECIDES = {
    "POST /approvals/{id}/approve",
    "POST /approvals/{id}/reject",
    "POST /finance--payouts/{id}/approve",
    "POST /cases/{id}/disputes/{dispute}/confirm",
    "POST /law--rows/{id}/approve",
    "POST /law--rows/{id}/reject",
}
"""The second person's own acts."""

ELSEWHERE = {
    "POST /creditors": "its first account, to which nothing is owed yet",
    "PATCH /finance--payouts/{id}": "that it was paid by hand, at the bank, which has rules of its own for who may pay",
    "POST /bank--files": "what the bank tells; the reconciliation compares it with the balance of the bank",
    "POST /unmatched--payments/{id}/match": "money stays on the client bank account, and is its creditor's",
    "POST /unmatched--payments/{id}/split": "money stays on the client bank account, and is its creditors'",
    "POST /cases/{id}/reopen": "what was given up is owed again, and nothing leaves by it",
    "POST /bank--transactions/{id}/unmatch": "money stays on the client bank account, and waits for a person again",
    "POST /creditor--payments": "the creditor's own word about its claim, which it sees",
    "POST /invoices/{id}/release": "what its registration would have sent",
    "POST /invoices/{id}/void": "the creditor's own word about its claim, of which nothing has left",
    "POST /creditor--payments/{id}/reversals": "the creditor's own word about its claim, which it sees",
    "DELETE /creditor--payments/{id}": "the creditor's own word about its claim, of which nothing has left",
    "POST /creditor--creditings": "the creditor's own word about its claim, which it sees",
    "POST /creditor--creditings/{id}/reversals": "the creditor's own word about its claim, which it sees",
    "DELETE /creditor--creditings/{id}": "the creditor's own word about its claim, of which nothing has left",
    "POST /creditor--cancellations": "the creditor's own word about its claim, which it sees",
    "POST /creditor--cancellations/{id}/reversals": "the creditor's own word about its claim, which it sees",
    "DELETE /creditor--cancellations/{id}": "the creditor's own word about its claim, of which nothing has left",
    "POST /invoice--registrations": "a new claim",
    "POST /case--registrations": "a new claim",
    "POST /letters/{id}/stop": "at most the fee of one letter",
    "DELETE /creditors/{id}": "one that has cases is made inactive, and is paid as before",
    "POST /operator--invoices/{id}/paid": "notes money on the operator's own account, and lets none leave",
    "POST /letters/{id}/returned": "an address, and no money",
    "PATCH /cases/{id}": "who handles it, and no money",
    "POST /assignment--rules": "who handles cases, and no money",
    "PATCH /assignment--rules/{id}": "who handles cases, and no money",
    "DELETE /assignment--rules/{id}": "who handles cases, and no money",
    "POST /file--import-reports": "registers, as the endpoints of registrations do",
    "POST /bulk--acts": "each case by the verb of the single act, which asks for a second person",
    "POST /bulk--acts/{id}/stop": "gives up nothing",
    "POST /bulk--acts/{id}/resume": "as what was asked for",
    "POST /erasure--batches/{id}/confirm": "people whose cases are closed, and no money",
    "POST /erasure--batches/{id}/put-off": "gives up nothing",
    "POST /saved--views": "filters of a list, and no money",
    "DELETE /saved--views/{id}": "filters of a list, and no money",
    "POST /autogiro--mandates": "which account may be drawn for a debt, and no money",
    "DELETE /autogiro--mandates/{id}": "that no account is drawn, and no money",
    "POST /complaints": "words, and no money",
    "PATCH /complaints/{id}": "words, and no money",
    "POST /accounts": "settings",
    "PATCH /accounts/{id}": "settings",
    "POST /users": "who may sign in, which the audit log tells",
    "PATCH /users/{id}": "who may sign in, which the audit log tells",
    "DELETE /users/{id}": "who may sign in, which the audit log tells",
}
"""Acts that touch what is guarded, and why they are not."""

MOVES_NOTHING = {
    *("/authenticates/", "/api--clients", "/webhooks", "/media--upload/", "/clock", "/work--items/", "/customers/"),
    *("/cases/{id}/notes", "/cases/{id}/start", "/cases/{id}/respite", "/cases/{id}/disputes", "/cases/{id}/dispute-"),
    *("/cases/{id}/amortization-plans", "/cases/{id}/interruptions", "/cases/{id}/forbearance", "/cases/{id}/letters"),
    *(
        "/cases/{id}/assignments",
        "/cases/{id}/claims-in-insolvency",
        "/cases/{id}/parties",
        "/test--helpers/",
        "/callbacks/",
    ),
    *("/cases/{id}/confirm-unpaid", "/cases/{id}/release-application", "/application--releases", "/enforcements/"),
}
"""Beginnings of paths of acts that move no money and give nothing up."""


def test_every_act_of_the_interface_takes_a_stand() -> None:
    acts = {name for name in POLICY if not name.startswith("GET ")}
    assert GUARDED | DECIDES | set(ELSEWHERE) <= acts
    left = acts - GUARDED - DECIDES - set(ELSEWHERE)
    undecided = [name for name in left if not name.split(" ")[1].startswith(tuple(MOVES_NOTHING))]
    assert undecided == []


def test_the_description_says_which_acts_may_wait() -> None:
    assert {endpoint.name for endpoint in endpoints(Settings()) if endpoint.may_wait} == GUARDED


def test_every_form_of_a_case_goes_the_same_way() -> None:
    """A form's act is held by its input, as the interface's: no form gives up by an input of its own."""
    held = {
        ACT_OF_INPUT[shape]
        for shape in (CloseInput, WaiverInput, SettlementInput, ReplyInput, RefundWriteOff, WrongPersonInput)
    }
    assert held == set(ACT_OF_INPUT.values())
    assert {act.path for act in CASE_ACTS if act.gives(_empty(act.shape)).__class__ in ACT_OF_INPUT} == {
        *("close", "waive", "settle-dispute", "authority-reply", "wrong-person")
    }
    assert {page.path for page in PAGES if "approv" in page.path and page.method == "POST"} == {
        "/console/approvals/{id}/approve",
        "/console/approvals/{id}/reject",
        "/console/law/{id}/approve",
        "/console/payouts/{id}/approve",
    }


def _empty(shape: type[Any]) -> Any:
    return shape.model_construct(**dict.fromkeys(shape.model_fields))


Attempt = Callable[[Desk, Caller], Awaitable[Any]]


async def _refund(desk: Desk, by: Caller) -> Any:
    case, _ = await desk.refunds.overpaid(200)
    return await as_user(desk, by, "POST", f"/cases/{case}/refunds", json={"amount": 200} | ACCOUNT)


async def _suspense_refund(desk: Desk, by: Caller) -> Any:
    await desk.refunds.hall.bring(camt054(deposit(paid(12_300, "Okänd", payer=KARIN))))
    async with desk.database.transaction() as tx:
        transaction = await tx.fetchval("select max(id) from bank_transactions where status = 'suspense'")
        assert await find_waiting(tx, transaction) is not None
    body = {"bank_account": {"kind": "bankgiro", "number": TO}, "name": "Karin"}
    return await as_user(desk, by, "POST", f"/unmatched--payments/{transaction}/refund", json=body)


async def _account(desk: Desk, by: Caller) -> Any:
    office = desk.refunds.desk.office
    creditor = await office.get(f"creditors/{office.creditor}")
    other = "5050-1055" if creditor["payout_details"]["sek"].get("bankgiro") == TO else TO
    return await as_user(
        desk,
        by,
        "PATCH",
        f"/creditors/{office.creditor}",
        json={"payout_details": {"sek": {"bankgiro": other}}},
        headers={"if-match": creditor["_etag"]},
    )


async def _close(desk: Desk, by: Caller) -> Any:
    case = await desk.refunds.desk.office.register_debt(20_000)
    return await as_user(desk, by, "POST", f"/cases/{case}/close", json={"reason": "written_off"})


async def _wrong_person(desk: Desk, by: Caller) -> Any:
    case = await desk.refunds.desk.office.register_debt(20_000)
    return await as_user(desk, by, "POST", f"/cases/{case}/wrong-person", json={"note": "En granne."})


async def _waive(desk: Desk, by: Caller) -> Any:
    case = await desk.refunds.desk.office.register_debt(200_000)
    body = {"component": "interest", "reason": "Överenskommet."}
    return await as_user(desk, by, "POST", f"/cases/{case}/waivers", json=body)


async def _settle(desk: Desk, by: Caller) -> Any:
    office = desk.refunds.desk.office
    case = await office.register_debt(20_000)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara."})
    (dispute,) = (await office.get(f"cases/{case}/disputes"))["_items"]
    body = {"outcome": "closed", "evidence": "Brev."}
    return await as_user(desk, by, "POST", f"/cases/{case}/disputes/{dispute['_id']}/settle", json=body)


ATTEMPTS: dict[str, Attempt] = {
    "POST /cases/{id}/refunds": _refund,
    "POST /unmatched--payments/{id}/refund": _suspense_refund,
    "PATCH /creditors/{id}": _account,
    "POST /cases/{id}/close": _close,
    "POST /cases/{id}/wrong-person": _wrong_person,
    "POST /cases/{id}/waivers": _waive,
    "POST /cases/{id}/disputes/{dispute}/settle": _settle,
}
LETTERS = {"o": "admin", "h": "handler", "f": "finance"}
# tests/actions/refunds and tests/actions/enforcements reach the claims and the orders that these two are about.
TRIED_THERE = {
    "POST /cases/{id}/refund-write-offs",
    "POST /cases/{id}/enforcement-replies",
    "POST /law--rows",  # tests/actions/law/test_over_http.py
}


def test_every_guarded_act_is_tried() -> None:
    assert set(ATTEMPTS) | TRIED_THERE == GUARDED


@pytest.mark.parametrize("endpoint", sorted(ATTEMPTS))
async def test_no_role_does_a_guarded_act_alone(desk: Desk, endpoint: str) -> None:
    tried = 0
    for letter, role in LETTERS.items():
        if letter not in POLICY[endpoint]:
            continue
        tried += 1
        alone = await person(desk.database, f"Ensam{letter}", role)
        asked = await ATTEMPTS[endpoint](desk, alone)
        assert asked.status_code == 202, (role, asked.text)
        id_ = asked.json()["_approval"]
        for act in ("approve", "reject"):
            answer = await as_user(desk, alone, "POST", f"/approvals/{id_}/{act}")
            assert answer.status_code in (403, 409), (role, act)
        with pytest.raises(Conflict):
            await desk.approve(replace(desk.bo, let_in_by=(alone.user,)), id_)
        assert await desk.waits(id_)
        assert not await desk.exported(id_)
        assert await desk.approve(desk.bo, id_), role
    assert tried
