"""A second person: nothing leaves to an account that one person entered, by whichever door it is exported."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.approving import waiting as waiting_list
from fordran.actions.approving.decide import approve
from fordran.actions.approving.waiting import waiting
from fordran.actions.bank.match_payment import find_waiting
from fordran.actions.bank.refund_payment import refund_payment
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.api.app import Api
from fordran.commands.served import Served
from fordran.resources.bank_transactions import RefundInput
from fordran.shape.fields import read
from fordran.store.reading.scope import Caller
from tests.actions.approvals.two_people import PAID_ON, TO, Desk, desk, person
from tests.actions.bank.refund_desk import ACCOUNT, KARIN
from tests.actions.bank_hall import camt054, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.api.world import client_of
from tests.console.visiting import signed_in

__all__ = ["desk"]


async def test_a_refund_leaves_once_another_person_has_approved_it(desk: Desk) -> None:
    id_ = await desk.ordered()
    assert await desk.waits(id_)
    assert not await desk.exported(id_)
    with pytest.raises(Conflict):
        await desk.approve(desk.anna, id_)
    assert not await desk.exported(id_)
    assert await desk.approve(desk.bo, id_)
    assert not await desk.waits(id_)
    assert await desk.exported(id_)
    with pytest.raises(Conflict):
        await desk.approve(desk.bo, id_)
    assert not await desk.approve(desk.bo, "0" * 24)


async def test_an_api_client_and_somebody_whom_the_first_let_in_do_not_count(desk: Desk) -> None:
    id_ = await desk.ordered()
    async with desk.database.connection() as connection:
        client = await connection.fetchval('select min(id) from users where "system_user"')
    with pytest.raises(NotAllowed):
        await desk.approve(Caller(client, "Client", "operator"), id_)
    with pytest.raises(NotAllowed):
        await desk.approve(Caller("", "fordran", "operator"), id_)
    with pytest.raises(Conflict):
        await desk.approve(replace(desk.bo, let_in_by=(desk.anna.user,)), id_)
    other = await desk.ordered(replace(desk.anna, let_in_by=(desk.bo.user,)))
    with pytest.raises(Conflict):
        await desk.approve(desk.bo, other)
    assert not await desk.exported(id_)
    assert not await desk.exported(other)


async def test_what_goes_back_to_the_account_that_the_bank_named_needs_nobody(desk: Desk) -> None:
    case, _ = await desk.refunds.overpaid(200, KARIN)
    assert await desk.exported((await desk.refunds.refund(case))["_id"])


async def test_a_refund_by_an_api_client_waits_too(desk: Desk) -> None:
    case, _ = await desk.refunds.overpaid(200)
    done = await desk.refunds.desk.office.post(f"cases/{case}/refunds", {"amount": 200} | ACCOUNT, 202)
    assert done["_approval"] == done["_id"]
    assert not await desk.exported(done["_id"])
    assert await desk.approve(desk.anna, done["_id"])
    assert await desk.exported(done["_id"])


@pytest.mark.parametrize(
    "change",
    [
        """bank_account = '{"kind": "bankgiro", "number": "5050-1055"}'""",
        "name = 'Somebody Else'",
        "amount = amount + 1",
    ],
)
async def test_an_approval_is_of_an_amount_and_an_account(desk: Desk, change: str) -> None:
    id_ = await desk.ordered()
    await desk.approve(desk.bo, id_)
    async with desk.database.transaction() as tx:
        await tx.execute(f"update refunds set {change} where id = $1", id_)
    assert await desk.waits(id_)
    assert not await desk.exported(id_)


async def test_money_without_a_case_waits_as_well(desk: Desk) -> None:
    hall = desk.refunds.hall
    await hall.bring(camt054(deposit(paid(12_300, "Okänd", payer=KARIN))))
    async with desk.database.transaction() as tx:
        transaction = await tx.fetchval("select max(id) from bank_transactions where status = 'suspense'")
        found = await find_waiting(tx, transaction)
        assert found is not None
        given = read(RefundInput, {"bank_account": {"kind": "bankgiro", "number": TO}, "name": "Karin"})
        await refund_payment(tx, desk.anna, found, given, clock.now())
        id_ = await tx.fetchval("select id from bank_refunds where transaction_id = $1", transaction)
    assert not await desk.exported(id_)
    with pytest.raises(Conflict):
        await desk.approve(desk.anna, id_)
    assert await desk.approve(desk.bo, id_)
    assert await desk.exported(id_)


@pytest.mark.parametrize(
    ("setting", "people", "is_asked"),
    [("auto", 2, True), ("auto", 1, False), ("on", 1, True), ("off", 2, False)],
)
async def test_the_setting_says_whether_a_second_person_is_asked(
    desk: Desk, setting: str, people: int, is_asked: bool
) -> None:
    id_ = await desk.ordered()
    if people < 2:
        async with desk.database.transaction() as tx:
            await tx.execute("update users set is_enabled = false where id = $1", desk.bo.user)
    async with desk.database.connection() as connection:
        assert await in_force(connection, setting) == is_asked
    assert await desk.exported(id_, four_eyes=setting) != is_asked


async def test_handlers_and_auditors_and_clients_are_not_counted(desk: Desk) -> None:
    async with desk.database.transaction() as tx:
        await tx.execute("update users set is_enabled = false where id = $1", desk.bo.user)
    await person(desk.database, "Hedda", "handler")
    await person(desk.database, "Aud", "auditor")
    async with desk.database.connection() as connection:
        assert not await in_force(connection, "auto")


# Over the interface and in the console -----------------------------------------------------------------------------------


async def test_over_the_interface_a_person_approves_and_a_client_does_not(desk: Desk) -> None:
    id_, app = await desk.ordered(), desk.refunds.desk.office.app
    async with desk.database.connection() as connection:
        key = await connection.fetchval("select token_key from installation")
    office = desk.refunds.desk.office
    listed = await office.get("approvals")
    assert (listed["four_eyes"], listed["is_in_force"]) == ("auto", True)
    (one,) = [one for one in listed["_items"] if one["_id"] == id_]
    assert (one["kind"], one["amount"], one["asked_by"]) == ("refund", 200, desk.anna.user)
    assert one["bank_account"] == {"kind": "bankgiro", "number": TO}
    assert (await office.client.post(f"/approvals/{id_}/approve")).status_code == 403
    for caller, status in ((desk.anna, 409), (desk.bo, 201)):
        async with client_of(app, issue(caller.user, key, clock.unix(), 60)) as client:
            other = await client.post(f"/approvals/{id_}/approve", json={"fingerprint": "0"})
            assert other.status_code == 409
            body = {"fingerprint": one["fingerprint"]}
            assert (await client.post(f"/approvals/{id_}/approve", json=body)).status_code == status
            assert (await client.post(f"/approvals/{'0' * 24}/approve")).status_code == 404
    assert id_ not in json.dumps(await office.get("approvals"))


async def test_in_the_console_the_other_person_approves(desk: Desk) -> None:
    id_, served = await desk.ordered(), Served(desk.refunds.desk.office.app)
    act = f"/console/approvals/{id_}/approve"
    for caller, status in ((desk.anna, 409), (desk.bo, 200)):
        browser = await signed_in(served, caller.user)
        page = await browser.get("/console/approvals")
        assert "Att godkänna" in page.text
        assert (await browser.send(page, act, seen="")).status == 409
        page = await browser.get("/console/approvals")
        assert (await browser.send(page, act)).status == status
        await browser.close()
    assert await desk.exported(id_)


# Accounts of creditors ---------------------------------------------------------------------------------------------------


async def moved(desk: PayoutDesk, details: dict[str, str]) -> None:
    """The creditor is to be paid elsewhere."""
    path = f"creditors/{desk.office.creditor}"
    etag = (await desk.office.get(path))["_etag"]
    answer = await desk.office.client.patch(
        f"/{path}", json={"payout_details": {"sek": details}}, headers={"if-match": etag}
    )
    assert (answer.status_code, answer.json().get("_approval")) in ((200, None), (202, desk.office.creditor)), (
        answer.text
    )


@pytest.fixture
async def payouts(app: Api, tmp_path: Path, desk: Desk) -> PayoutDesk:
    """A creditor with a payout that is ready. There are two people who may approve."""
    found = await open_desk(app, tmp_path, payout_details={"sek": {"bankgiro": TO}})
    found.four_eyes = "auto"
    case = await found.debt()
    await found.paid(case, 1000_00, PAID_ON)
    await found.prepare(date(2026, 5, 4))
    return found


async def is_paid(desk: PayoutDesk, day: date) -> bool:
    await desk.export(day)
    return any(payout.get("payout_date") for payout in await desk.payouts(finance_category="capital"))


async def test_a_creditor_is_paid_to_the_account_that_it_had(payouts: PayoutDesk) -> None:
    assert await is_paid(payouts, date(2026, 5, 4))


async def test_a_changed_account_waits_for_a_person_and_a_banking_day(desk: Desk, payouts: PayoutDesk) -> None:
    await moved(payouts, {"bankgiro": "5050-1055"})
    today = clock.stockholm_date(clock.now())
    late = date(today.year + 1, 1, 15)
    assert not await is_paid(payouts, late)
    assert await desk.approve(desk.anna, payouts.office.creditor)
    assert not await is_paid(payouts, today), "the day of the change is too early"
    assert await is_paid(payouts, late)


async def test_an_approved_account_that_is_changed_again_waits_again(desk: Desk, payouts: PayoutDesk) -> None:
    await moved(payouts, {"bankgiro": "5050-1055"})
    assert await desk.approve(desk.anna, payouts.office.creditor)
    await moved(payouts, {"bankgiro": "991-2346", "plusgiro": ""})
    assert not await is_paid(payouts, date(clock.now().year + 1, 1, 15))


async def test_an_account_that_was_changed_after_it_was_seen_is_not_approved(desk: Desk, payouts: PayoutDesk) -> None:
    creditor = payouts.office.creditor
    await moved(payouts, {"bankgiro": "5050-1055"})
    seen = await desk.seen(creditor)
    await moved(payouts, {"bankgiro": "", "plusgiro": "4-2"})
    with pytest.raises(Conflict):
        await desk.approve(desk.anna, creditor, seen)
    assert await desk.waits(creditor)
    assert await desk.approve(desk.anna, creditor, await desk.seen(creditor))


async def test_the_page_shows_the_account_that_is_paid_to_and_not_another_beside_it(
    desk: Desk, payouts: PayoutDesk
) -> None:
    beside = {"iban": "SE4550000000058398257466", "swift": "ESSESESS"}
    await moved(payouts, {"bankgiro": "", "clearing_number": "5000", "account_number": "0054910"} | beside)
    browser = await signed_in(Served(payouts.office.app), desk.anna.user)
    page = await browser.get("/console/approvals")
    await browser.close()
    assert "5000 0054910" in page.text
    assert beside["iban"] not in page.text


async def test_a_first_account_that_is_entered_later_waits_as_well(app: Api, tmp_path: Path, desk: Desk) -> None:
    found = await open_desk(app, tmp_path, payout_details={}, is_active=False)
    await moved(found, {"bankgiro": "5050-1055"})
    assert await desk.waits(found.office.creditor)


async def test_an_account_that_comes_back_on_another_day_is_approved_again(desk: Desk, payouts: PayoutDesk) -> None:
    creditor = payouts.office.creditor
    await moved(payouts, {"bankgiro": "5050-1055"})
    assert await desk.approve(desk.anna, creditor)
    assert not await desk.waits(creditor)
    async with desk.database.transaction() as tx:
        await tx.execute(
            "update creditors set payout_account_changed = payout_account_changed + 1 where id = $1", creditor
        )
    assert await desk.waits(creditor)
    assert not await is_paid(payouts, date(clock.now().year + 1, 1, 15))


async def test_approved_accounts_leave_room_in_the_list_for_those_that_wait(
    desk: Desk, payouts: PayoutDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    clara = await person(desk.database, "Clara")
    async with desk.database.transaction() as tx:
        for one in await waiting(tx):
            await approve(tx, desk.decision(clara), one.id)
    monkeypatch.setattr(waiting_list, "MOST", 1)
    await moved(payouts, {"bankgiro": "5050-1055"})
    assert await desk.waits(payouts.office.creditor)
