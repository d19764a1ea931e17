"""What happens between a letter's queueing and its leaving: it is stopped, costs nothing, and is sent when it may be."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest

from fordran.actions.delivery.claim import claim_batch
from fordran.actions.delivery.claimed import RetryLater, Sent
from fordran.actions.delivery.note_outcome import DeliveryAttempt, note_outcomes
from fordran.actions.proof.letters.verify_letters import verify_letters
from fordran.operator import Operator
from fordran.shape.wire import parsed
from tests.actions.flow.days import EVENING, Days
from tests.actions.office import APPLYING, Body, Office

STEP_DAY = date(2026, 9, 2)
OWED_BEFORE = 10049.32
"""Capital of 10,000 kr and 18 days of interest, without the fee of the demand."""


async def queued(office: Office, days: Days, **more: Any) -> str:
    """A case whose demand is queued, and has not been made."""
    days.at(date(2026, 9, 1))
    debt = office.debt(10000, invoice_date="2026-07-16")
    case: str = (await office.post("case--registrations", office.case_body(debt, **more)))["_cases"][0]
    await days.work(STEP_DAY, only=("advance cases",))
    assert (await office.case(case))["total_remaining_costs_amount"] == 180
    days.at(STEP_DAY)
    return case


async def found(office: Office, path: str, case: str) -> list[Body]:
    items: list[Body] = (await office.get(path, where=json.dumps({"case": case}), sort="_id"))["_items"]
    return items


async def events(days: Days, case: str, type_: str) -> list[Body]:
    """What the events of a type say of a case, in their order."""
    async with days.transaction() as tx:
        rows = await tx.fetch("select data from events where case_id = $1 and type = $2 order by serial", case, type_)
    return [parsed(row["data"]) for row in rows]


async def mark(office: Office, case: str, **marks: bool) -> None:
    customer = await office.get(f"customers/{(await office.case(case))['customer']}")
    answer = await office.client.patch(
        f"/customers/{customer['_id']}", json=marks, headers={"If-Match": customer["_etag"]}
    )
    assert answer.status_code == 200, answer.text


async def pay(office: Office, case: str) -> None:
    await office.pay(case, OWED_BEFORE, STEP_DAY)


async def pay_earlier(office: Office, case: str) -> None:
    await office.pay(case, OWED_BEFORE, STEP_DAY - timedelta(days=1))


async def credit(office: Office, case: str) -> None:
    await office.credit(case, 10000)


async def cancel(office: Office, case: str) -> None:
    await office.cancel(case)


async def close(office: Office, case: str) -> None:
    await office.post(f"cases/{case}/close", {"reason": "written_off"})


async def dispute(office: Office, case: str) -> None:
    await office.post(f"cases/{case}/disputes", {"reason": "Varan kom aldrig fram."})


async def respite(office: Office, case: str) -> None:
    await office.post(f"cases/{case}/respite", {"until": "2026-10-01"})


async def plan(office: Office, case: str) -> None:
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-10-15"})


async def die(office: Office, case: str) -> None:
    await mark(office, case, deceased=True)


@pytest.mark.parametrize(
    ("happens", "reason", "state", "costs"),
    [
        (pay, "nothing is owed", "closed", 0),
        (pay_earlier, "nothing is owed", "closed", 0),
        (credit, "nothing is owed", "closed", 0),
        (cancel, "nothing is owed", "closed", 0),
        (close, "nothing is owed", "closed", 0),
        (dispute, "the claim is disputed", "debt_collection", 0),
        (respite, "the debtor has a respite", "debt_collection", 0),
        # The plan's own letter leaves, and its fee stays.
        (plan, "the debtor follows an instalment plan", "debt_collection", 170),
        (die, "the debtor is dead", "debt_collection", 0),
    ],
)
async def test_a_demand_that_was_queued_is_stopped_and_its_fee_withdrawn(
    office: Office,
    days: Days,
    happens: Callable[[Office, str], Awaitable[None]],
    reason: str,
    state: str,
    costs: int,
) -> None:
    case = await queued(office, days)
    await happens(office, case)
    await days.work(STEP_DAY, EVENING)
    demand = (await found(office, "letters", case))[0]
    assert (demand["kind"], demand["status"]) == ("debt_collection", "stopped")
    told = {"letter": demand["_id"], "kind": "debt_collection"}
    assert (await events(days, case, "letter.stopped")).count(told) == 1
    reasons = [item["reason"] for item in await found(office, "work--items", case)]
    assert any(reason in text for text in reasons), reasons
    shown = await office.case(case)
    assert (shown["state"], shown["total_remaining_costs_amount"]) == (state, costs)
    assert shown["total_added_costs_amount"] == costs, "the demand counts as never charged"
    assert not await office.differences()


@pytest.mark.parametrize("happens", [pay, cancel, dispute, respite, die])
async def test_a_demand_that_is_made_and_has_not_left_is_stopped_too(
    office: Office, days: Days, happens: Callable[[Office, str], Awaitable[None]]
) -> None:
    case = await queued(office, days)
    await days.work(STEP_DAY, only=("make letters",))
    days.at(STEP_DAY)
    assert (await found(office, "letters", case))[0]["status"] == "made"
    await happens(office, case)
    await days.work(STEP_DAY, EVENING)
    assert (await found(office, "letters", case))[0]["status"] == "stopped"
    assert (await office.case(case))["total_added_costs_amount"] == 0


async def test_who_pays_all_but_the_fee_before_the_demand_leaves_has_paid(office: Office, days: Days) -> None:
    """Lag (1981:739) 3 § 1 allows 180 kr for a demand that was sent."""
    case = await queued(office, days)
    await pay(office, case)
    assert (await office.case(case))["total_remaining_capital_amount"] == 180, (
        "the fee is charged until it is withdrawn"
    )
    await days.work(STEP_DAY, EVENING)
    shown = await office.case(case)
    assert (shown["close_reason"], shown["refund_amount"]) == ("paid", 0)
    (payment,) = (await office.get("creditor--payments", where=json.dumps({"case": case})))["_items"]
    assert (payment["settled_amount"], payment["_payment_status"]) == (OWED_BEFORE, "completed")


async def test_who_pays_on_the_day_of_the_demand_after_it_has_left_owes_its_fee(office: Office, days: Days) -> None:
    case = await queued(office, days)
    await days.work(STEP_DAY)
    days.at(STEP_DAY, EVENING)
    await pay(office, case)
    await days.work(STEP_DAY, EVENING)
    shown = await office.case(case)
    assert (shown["state"], shown["total_remaining_capital_amount"]) == ("debt_collection", 180)


async def test_who_has_paid_a_part_is_still_sent_the_demand_for_the_rest(office: Office, days: Days) -> None:
    case = await queued(office, days)
    await office.pay(case, 5000, STEP_DAY)
    await days.work(STEP_DAY, EVENING)
    (demand,) = await found(office, "letters", case)
    assert (demand["status"], demand["amount"]) == ("shown", 5229.32)


async def test_a_demand_that_a_dispute_stopped_is_sent_when_it_is_over_and_costs_again(
    office: Office, days: Days
) -> None:
    await office.give_mandate()
    case = await queued(office, days, case_settings=APPLYING)
    await dispute(office, case)
    await days.work(STEP_DAY, EVENING)
    etag = (await office.case(case))["_etag"]
    days.at(date(2026, 9, 10))
    answer = await office.client.delete(f"/cases/{case}/disputes", headers={"If-Match": etag})
    assert answer.status_code == 204, answer.text
    shown = await office.case(case)
    assert (shown["next_step"], shown["next_step_date"][:16]) == ("debt_collection", "Fri, 11 Sep 2026")
    await days.live(date(2026, 9, 11))
    *_, demand = await found(office, "letters", case)
    assert (demand["kind"], demand["status"], demand["fee"]) == ("debt_collection", "shown", 180)
    shown = await office.case(case)
    assert [item["state"] for item in shown["state_history"]] == ["initializing", "debt_collection"]
    assert shown["next_step"] == "enforcement"
    assert shown["total_added_costs_amount"] == 180
    assert not await office.differences()


async def test_a_demand_that_a_mark_stopped_is_sent_when_the_mark_is_gone(office: Office, days: Days) -> None:
    case = await queued(office, days)
    await die(office, case)
    await days.work(STEP_DAY, EVENING)
    assert (await office.case(case))["next_step"] == "review"
    days.at(date(2026, 10, 1))
    await mark(office, case, deceased=False)
    await days.work(date(2026, 10, 1), EVENING)
    *_, demand = await found(office, "letters", case)
    assert (demand["kind"], demand["status"]) == ("debt_collection", "shown")


async def test_a_claim_that_is_barred_before_its_letter_leaves_is_not_demanded(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    case = await office.register_debt(1000, invoice_date="2023-09-02")
    await days.work(date(2026, 9, 2), only=("advance cases",))
    assert (await office.case(case))["next_step"] == "letter"
    await days.work(date(2026, 9, 3), only=("make letters", "send letters"))
    (demand,) = await found(office, "letters", case)
    assert demand["status"] == "stopped"
    assert not any(line["passed"] for line in demand["checklist"] if line["rule"] == "not_time_barred")
    await days.work(date(2026, 9, 3), EVENING)
    assert (await office.case(case))["close_reason"] == "time_barred"


async def test_an_application_that_is_stopped_was_never_made(office: Office, days: Days) -> None:
    await office.give_mandate()
    case = await queued(office, days, case_settings=APPLYING)
    await days.work(STEP_DAY)
    await days.work(date(2026, 9, 19), only=("advance cases",))
    days.at(date(2026, 9, 19))
    assert (await office.case(case))["total_added_costs_amount"] == 180, "it costs nothing until it is posted"
    await dispute(office, case)
    await days.work(date(2026, 9, 19), EVENING)
    shown = await office.case(case)
    assert (shown["state"], shown["status"]) == ("surveillance", "disputed")
    assert shown["total_added_costs_amount"] == 180
    application = (await found(office, "letters", case))[1]
    assert (application["kind"], application["status"]) == ("enforcement", "stopped")
    async with days.transaction() as tx:
        told = await tx.fetch("select type, data from events where case_id = $1 order by serial", case)
    assert [parsed(event["data"]) for event in told if event["type"] == "case.state_changed"][-1:] == [
        {"from": "enforcement", "to": "surveillance", "status": "disputed"}
    ]


async def test_a_demand_that_no_channel_takes_costs_nothing_and_nothing_follows(office: Office, days: Days) -> None:
    await office.give_mandate()
    case = await queued(office, days, case_settings=APPLYING)

    async with days.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    try:
        for day in (STEP_DAY, STEP_DAY + timedelta(days=1)):
            await days.work(day, EVENING, only=("take back letters", "make letters"))
            moment = days.at(day, EVENING)
            async with days.transaction() as tx:
                batch = await claim_batch(tx, "print", moment, at_once=True)
                assert batch is not None
                handed = [DeliveryAttempt(row, RetryLater("the post is on strike")) for row in batch.items]
                await note_outcomes(tx, handed, moment, moment)
    finally:
        async with days.transaction() as tx:
            await tx.execute("update installation set sandbox = true")
    (demand,) = await found(office, "letters", case)
    assert demand["status"] == "failed"
    assert any("on strike" in item["reason"] for item in await found(office, "work--items", case))
    shown = await office.case(case)
    assert (shown["state"], shown["total_added_costs_amount"]) == ("debt_collection", 0)
    await days.live(date(2026, 12, 1))
    shown = await office.case(case)
    assert (shown["state"], shown["next_step"]) == ("debt_collection", "review")

    # Somebody gives the debtor time, after which the demand is sent.
    days.at(date(2026, 12, 1))
    await office.post(f"cases/{case}/respite", {"until": "2026-12-05"})
    await days.live(date(2026, 12, 10))
    sent = [letter for letter in await found(office, "letters", case) if letter["kind"] == "debt_collection"]
    assert [letter["status"] for letter in sent] == ["failed", "shown"]
    assert (await office.case(case))["total_added_costs_amount"] == 180


HAPPENS: dict[str, Callable[[Office, str], Awaitable[Body]]] = {
    "cancelled": lambda office, case: office.cancel(case),
    "credited": lambda office, case: office.credit(case, 4000),
    "paid": lambda office, case: office.pay(case, 4000, STEP_DAY),
}


@pytest.mark.parametrize("happens", HAPPENS)
async def test_what_happens_while_a_letter_is_on_its_way_makes_what_it_says_no_less_true(
    office: Office, days: Days, happens: str
) -> None:
    case = await queued(office, days)
    await days.work(STEP_DAY, EVENING, only=("make letters",))
    moment = days.at(STEP_DAY, EVENING)
    async with days.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
        batch = await claim_batch(tx, "print", moment, at_once=True)
    assert batch is not None
    (row,) = batch.items
    try:
        await HAPPENS[happens](office, case)
        async with days.transaction() as tx:
            await note_outcomes(tx, [DeliveryAttempt(row, Sent("sent"))], moment, moment)
    finally:
        async with days.transaction() as tx:
            await tx.execute("update installation set sandbox = true")
    (demand,) = (letter for letter in await found(office, "letters", case) if letter["kind"] == "debt_collection")
    assert (demand["status"], demand["amount"]) == ("sent", OWED_BEFORE + 180)
    async with days.transaction() as tx:
        said = [each async for each in verify_letters(tx, lambda _: b"", Operator().name)]
    # These days keep no files.
    assert [str(each) for each in said if each.id == demand["_id"] and each.what != "document's bytes"] == []
