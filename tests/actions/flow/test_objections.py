"""Objections: who may note and end which, and every refusal. What follows day by day is in objections.story."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from datetime import date
from typing import Any

import httpx
import pytest

from tests.actions.flow.days import Days
from tests.actions.office import Body, Office
from tests.actions.payouts.people import person

WRONG: Body = {"reason": "Priset är fel.", "kind": "evidently_wrong", "explanation": "Priset står i avtalet."}


async def demanded(office: Office, days: Days) -> str:
    """A case with a demand that has left."""
    days.at(date(2026, 9, 1))
    case = await office.register_debt(1000, invoice_date="2026-07-16")
    await days.live(date(2026, 9, 3))
    return case


async def dispute_of(office: Office, case: str) -> Body:
    *_, last = (await office.get(f"cases/{case}/disputes"))["_items"]
    found: Body = last
    return found


async def path_of(office: Office, case: str, act: str) -> str:
    return f"cases/{case}/disputes/{(await dispute_of(office, case))['_id']}/{act}"


async def work_items(office: Office, case: str) -> dict[str, bool]:
    """Kind of each work item of a case → whether it is resolved."""
    items = (await office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    return {item["kind"]: "resolved" in item for item in items}


@pytest.mark.parametrize(
    ("body", "field", "remark"),
    [
        ({"reason": "Nej.", "kind": "evidently_wrong"}, "explanation", "somebody writes why"),
        ({"reason": "Nej.", "kind": "none", "amount": 10}, "amount", "hardship is about no part"),
        ({"reason": "Nej.", "kind": "rude"}, "kind", "the list is closed"),
        ({"reason": "Nej.", "amount": 0}, "amount", "an amount is positive"),
        ({"kind": "substance"}, "reason", "somebody objects to something"),
    ],
)
async def test_what_is_refused_of_an_objection(office: Office, days: Days, body: Body, field: str, remark: str) -> None:
    case = await demanded(office, days)
    assert field in await office.refused(f"cases/{case}/disputes", body), remark


async def test_only_staff_note_an_objection_as_evidently_wrong(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    _, client = await person(office.app, "cecilia", creditors=[office.creditor])
    async with aclosing(client):
        answer = await client.post(f"/cases/{case}/disputes", json=WRONG)
        assert answer.status_code == 403, answer.text
        answer = await client.post(f"/cases/{case}/disputes", json={"reason": "Fel vara."})
        assert answer.status_code == 201, answer.text
        confirm = await path_of(office, case, "confirm")
        assert (await client.post(f"/{confirm}")).status_code == 403
    assert (await office.case(case))["status"] == "disputed"


async def test_two_people_of_the_staff_let_a_case_go_on(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    (_, anna), (_, bo) = await person(office.app, "anna"), await person(office.app, "bo")
    async with aclosing(anna), aclosing(bo):
        assert (await anna.post(f"/cases/{case}/disputes", json=WRONG)).status_code == 201
        assert await work_items(office, case) == {"dispute_to_confirm": False}
        confirm = f"/{await path_of(office, case, 'confirm')}"
        assert (await office.client.post(confirm)).status_code == 403, "an API client is no person"
        assert (await anna.post(confirm)).status_code == 409, "she noted it"
        both: list[httpx.Response] = await asyncio.gather(*(bo.post(confirm) for _ in range(2)))
        assert sorted(answer.status_code for answer in both) == [201, 409], "once"
    found = await dispute_of(office, case)
    assert (found["status"], found["outcome"], found["explanation"]) == (
        "ended",
        "evidently_wrong",
        "Priset står i avtalet.",
    )
    assert "confirmed_by" in found
    assert await work_items(office, case) == {"dispute_to_confirm": True}
    assert (await office.case(case))["status"] == "debt_collection_active"


async def test_only_what_is_evidently_wrong_is_confirmed(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara."})
    _, bo = await person(office.app, "bo")
    async with aclosing(bo):
        assert (await bo.post(f"/{await path_of(office, case, 'confirm')}")).status_code == 409


async def test_settling_is_refused_in_this_order(office: Office, days: Days) -> None:
    case, other = await demanded(office, days), await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Två stolar saknas.", "amount": 300})
    settled: Any = {"outcome": "credited", "evidence": "Kreditnota 7."}
    path = await path_of(office, case, "settle")
    await office.post(path.replace(case, other), settled, 404)
    assert (await office.refused(path, {"outcome": "credited"})).keys() == {"evidence"}
    assert (await office.refused(path, settled | {"outcome": "forgotten"})).keys() == {"outcome"}
    assert (await office.refused(path, settled | {"outcome": "closed"})).keys() == {"outcome"}
    await office.post(path, settled)
    assert (await office.case(case))["total_remaining_capital_amount"] == 700
    await office.post(path, settled, 409)


async def test_an_objection_to_a_part_is_shown_and_answered_by_itself(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Två stolar saknas.", "amount": 300})
    there = await office.case(case)
    assert (there["status"], there["disputed_amount"]) == ("debt_collection_active", 300)
    found = (await office.get("cases", where='{"disputed_amount": {"$gt": 0}}'))["_items"]
    assert case in [one["_id"] for one in found]
    assert "amount" in await office.refused(f"cases/{case}/dispute-answers", {"outcome": "partly", "amount": 300})
    await office.post(f"cases/{case}/dispute-answers", {"outcome": "partly", "amount": 100})
    there = await office.case(case)
    assert (there["disputed_amount"], there["total_remaining_capital_amount"]) == (200, 900)
    assert await work_items(office, case) == {"dispute_to_settle": False}
    await office.post(await path_of(office, case, "settle"), {"outcome": "withdrawn_by_debtor", "evidence": "Brev."})
    assert "disputed_amount" not in await office.case(case)
    assert await work_items(office, case) == {"dispute_to_settle": True}
    assert await office.differences() == []


async def test_an_objection_to_all_of_the_capital_by_its_amount_holds_the_case(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara.", "amount": 1000})
    assert (await office.case(case))["status"] == "disputed"
    assert "amount" not in await dispute_of(office, case)


async def test_a_plan_is_made_of_the_undisputed_part(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Två stolar saknas.", "amount": 300})
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 1, "first_date": "2026-09-30"})
    (plan,) = (await office.get(f"cases/{case}/amortization-plans"))["_items"]
    # 700 kr, 46 days of 10 % on it (8.82 kr), and 180 and 170 kr of costs.
    assert plan["instalments"][0]["amount"] == 1058.82
    await days.live(date(2026, 9, 25))
    assert (await office.case(case))["disputed_amount"] == 300, "the plan has not ended it"
    assert await office.differences() == []


async def test_a_letter_that_left_while_an_objection_held_is_found(office: Office, days: Days) -> None:
    """The objection on record counts, whatever became of the case's own history."""
    case = await demanded(office, days)
    await days.live(date(2026, 9, 10))
    for amount, named in ((None, "objection to the claim"), (300_00, "disputed capital left out")):
        async with days.transaction() as tx:
            await tx.execute("delete from case_disputes where case_id = $1", case)
            await tx.execute(
                """insert into case_disputes (account_id, id, created, creditor_id, case_id, reason, disputed_on, amount)
                   select account_id, repeat('a', 24), created, creditor_id, id, 'Fel vara.', '2026-09-01', $2
                   from cases where id = $1""",
                case,
                amount,
            )
        assert [found.what for found in await office.differences()] == [named]
    async with days.transaction() as tx:
        await tx.execute("delete from case_disputes where case_id = $1", case)
    assert await office.differences() == []
