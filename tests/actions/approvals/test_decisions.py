"""What a second person decides: a rejection takes effect at once, and an act that gives up much is done once it is approved."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.approvals.four_eyes import NO_ACCOUNT
from fordran.actions.approving.kinds import APPROVAL_KINDS
from fordran.actions.bank.match_payment import find_waiting
from fordran.actions.bank.refund_payment import refund_payment
from fordran.actions.proof.verify import verify
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.commands.served import Served
from fordran.resources.bank_transactions import RefundInput
from fordran.shape.fields import read
from fordran.store.reading.scope import Caller
from tests.actions.approvals.two_people import TO, Desk, desk, person
from tests.actions.bank.refund_desk import ACCOUNT, KARIN
from tests.actions.bank_hall import camt054, deposit, paid
from tests.api.world import client_of
from tests.console.visiting import signed_in

__all__ = ["desk"]


async def assert_verified(database: Any) -> None:
    async with database.transaction() as tx:
        assert [found async for found in verify(tx)] == []


async def as_user(desk: Desk, caller: Caller, method: str, path: str, **more: Any) -> Any:
    """What the interface answers to a person."""
    async with desk.database.connection() as connection:
        key = await connection.fetchval("select token_key from installation")
    async with client_of(desk.refunds.desk.office.app, issue(caller.user, key, clock.unix(), 60)) as client:
        return await client.request(method, path, **more)


async def test_a_rejected_refund_is_on_the_work_list_again(desk: Desk) -> None:
    case, _ = await desk.refunds.overpaid(200)
    asked = await as_user(desk, desk.anna, "POST", f"/cases/{case}/refunds", json={"amount": 200} | ACCOUNT)
    assert asked.status_code == 202
    id_ = asked.json()["_approval"]
    for caller, status in ((desk.anna, 409), (desk.bo, 201)):
        path = f"/approvals/{id_}/reject"
        assert (await as_user(desk, caller, "POST", path, json={"reason": "Fel konto."})).status_code == status
    assert (await desk.refunds.refund(case))["status"] == "withdrawn"
    assert await desk.refunds.items(case) == ["refund_owed"]
    assert not await desk.exported(id_)
    shown = (await as_user(desk, desk.anna, "GET", f"/approvals/{id_}")).json()
    assert (shown["status"], shown["reason"], shown["decided_by"]) == ("rejected", "Fel konto.", desk.bo.user)
    with pytest.raises(Conflict):
        await desk.approve(desk.bo, id_)
    again = await as_user(desk, desk.anna, "POST", f"/cases/{case}/refunds", json={"amount": 200} | ACCOUNT)
    assert await desk.approve(desk.bo, again.json()["_approval"])
    assert await desk.exported(again.json()["_approval"])
    await assert_verified(desk.database)


async def test_money_without_a_case_waits_for_a_decision_again(desk: Desk) -> None:
    await desk.refunds.hall.bring(camt054(deposit(paid(12_300, "Okänd", payer=KARIN))))
    async with desk.database.transaction() as tx:
        transaction = await tx.fetchval("select max(id) from bank_transactions where status = 'suspense'")
        found = await find_waiting(tx, transaction)
        assert found is not None
        given = read(RefundInput, {"bank_account": {"kind": "bankgiro", "number": TO}, "name": "Karin"})
        id_ = await refund_payment(tx, desk.anna, found, given, clock.now())
    assert await desk.reject(desk.bo, id_)
    async with desk.database.connection() as connection:
        row = await connection.fetchrow(
            "select status, reason, suspense_amount from bank_transactions where id = $1", transaction
        )
    assert tuple(row) == ("suspense", "refund_rejected", 12_300)
    assert not await desk.exported(id_)
    await assert_verified(desk.database)


async def test_a_rejected_account_is_paid_nothing_and_is_on_the_work_list(desk: Desk) -> None:
    office = desk.refunds.desk.office
    path = f"creditors/{office.creditor}"
    etag = (await office.get(path))["_etag"]
    body = {"payout_details": {"sek": {"bankgiro": "5050-1055"}}}
    changed = await office.client.patch(f"/{path}", json=body, headers={"if-match": etag})
    assert (changed.status_code, changed.json()["_approval"]) == (202, office.creditor)
    assert await desk.reject(desk.bo, office.creditor)
    assert not await desk.waits(office.creditor)
    with pytest.raises(Conflict):
        await desk.approve(desk.anna, office.creditor)
    kinds = [item["kind"] for item in (await office.get("work--items"))["_items"] if "resolved" not in item]
    assert "payout_account_rejected" in kinds


CLOSING = ("close", {"reason": "written_off"})
WAIVER = ("waivers", {"component": "interest", "reason": "Överenskommet."})


@pytest.mark.parametrize(("act", "body"), [CLOSING, WAIVER])
async def test_an_act_that_gives_up_much_waits_and_is_done_once_it_is_approved(
    desk: Desk, act: str, body: dict[str, str]
) -> None:
    office = desk.refunds.desk.office
    case = await office.register_debt(200_000)
    before = await office.case(case)
    asked = await as_user(desk, desk.anna, "POST", f"/cases/{case}/{act}", json=body)
    assert asked.status_code == 202, asked.text
    id_ = asked.json()["_approval"]
    after = await office.case(case)
    assert (after["state"], after["_etag"]) == (before["state"], before["_etag"])
    shown = (await as_user(desk, desk.bo, "GET", f"/approvals/{id_}")).json()
    assert (shown["kind"], shown["status"], shown["case"]) == ("write_off", "waiting", case)
    assert shown["amount"] > 1000
    with pytest.raises(Conflict):
        await desk.approve(desk.anna, id_)
    assert await desk.approve(desk.bo, id_)
    done = await office.case(case)
    assert done["_etag"] != before["_etag"]
    assert (await as_user(desk, desk.bo, "GET", f"/approvals/{id_}")).json()["status"] == "approved"
    with pytest.raises(Conflict):
        await desk.approve(desk.bo, id_)
    await assert_verified(desk.database)


async def test_little_is_given_up_by_one_person_and_a_rejected_act_is_not_done(desk: Desk) -> None:
    office = desk.refunds.desk.office
    little, much = await office.register_debt(300), await office.register_debt(20_000)
    path = f"/cases/{little}/close"
    assert (await as_user(desk, desk.anna, "POST", path, json=CLOSING[1])).status_code == 201
    asked = await as_user(desk, desk.anna, "POST", f"/cases/{much}/close", json=CLOSING[1])
    assert await desk.reject(desk.bo, asked.json()["_approval"])
    assert (await office.case(much))["state"] != "closed"
    assert not await desk.waits(asked.json()["_approval"])


def held_of(page: str, case: str) -> str:
    """The id of the approval in the row of a case."""
    row = next(row for row in page.split("<tr>") if case in row)
    return re.search(r"/console/approvals/(\w{24})/approve", row)[1]  # type: ignore[index]


async def test_in_the_console_an_act_that_gives_up_much_waits(desk: Desk) -> None:
    case = await desk.refunds.desk.office.register_debt(20_000)
    browser = await signed_in(Served(desk.refunds.desk.office.app), desk.anna.user)
    act = f"/console/cases/{case}/close"
    trial = await browser.send(await browser.get(act), act, reason="written_off")
    done = await browser.post(act, trial.form(act) | {"_confirmed": "yes"})
    await browser.close()
    assert "väntar på att en andra person" in done.text
    assert (await desk.refunds.desk.office.case(case))["state"] != "closed"
    other = await signed_in(Served(desk.refunds.desk.office.app), desk.bo.user)
    page = await other.get("/console/approvals")
    assert "Stängning av ett ärende" in page.text
    act = f"/console/approvals/{held_of(page.answer.text, case)}/approve"
    assert (await other.send(page, act)).status == 200
    await other.close()
    assert (await desk.refunds.desk.office.case(case))["state"] == "closed"


async def test_a_handler_asks_and_does_not_approve(desk: Desk) -> None:
    hedda = await person(desk.database, "Hedda", "handler")
    case = await desk.refunds.desk.office.register_debt(20_000)
    asked = await as_user(desk, hedda, "POST", f"/cases/{case}/close", json=CLOSING[1])
    other = await desk.ordered()
    with pytest.raises(NotAllowed):
        await desk.approve(hedda, other)
    assert await desk.approve(desk.anna, asked.json()["_approval"])


async def test_a_closing_of_a_month_that_was_rejected_is_proposed_anew(desk: Desk) -> None:
    async with desk.database.transaction() as tx:
        month = date(2025, 1, 1)
        for day in (1, 2):
            await tx.execute(
                "insert into closed_periods (month, last_day, proposed, proposed_by) values ($1, $2, $3, $4)",
                month,
                date(2025, 1, 31),
                clock.now().replace(microsecond=day),
                desk.anna.user,
            )
            (one,) = await APPROVAL_KINDS["period"].waiting(tx, None)
            assert (one.account, one.details["month"]) == (NO_ACCOUNT, "2025-01")
            await APPROVAL_KINDS["period"].rejected(tx, one, desk.decision(desk.bo))
            assert not await APPROVAL_KINDS["period"].waiting(tx, None)
