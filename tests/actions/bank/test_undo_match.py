"""A match that was a mistake is undone: the payment waits again, and its cases are as if it had never been there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.actions.bank.test_bank_decisions import ASA, decide, waiting
from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.office import Body, Office


@pytest.fixture(scope="module")
def hall(office: Office) -> BankHall:
    return BankHall(office.app.database, office)


async def undo(hall: BankHall, id_: str, status: int = 201) -> Any:
    return await hall.office.post(f"bank--transactions/{id_}/unmatch", {"reason": "Fel ärende."}, status)


def standing(case: Body) -> dict[str, Any]:
    names = ("state", "status", "closed", "transactions", "total_remaining_transaction_amount", "refund_amount")
    return {name: case.get(name) for name in names}


async def test_a_match_is_undone_and_matched_with_another_case(hall: BankHall) -> None:
    (wrong, _), (right, _) = await hall.debt(1000), await hall.debt(1000)
    before, funds = standing(await hall.office.case(wrong)), await hall.reconciled()
    id_ = await waiting(hall, 100_274, payer=ASA)
    waited = await hall.reconciled()
    await decide(hall, id_, "match", {"case": wrong})
    assert (await hall.office.case(wrong))["status"] == "paid"
    answer = await undo(hall, id_)
    assert (answer["_id"], answer["status"], answer["suspense_amount"]) == (id_, "suspense", 1002.74)
    assert (await hall.office.get(f"unmatched--payments/{id_}"))["reason"] == "match_undone"
    assert standing(await hall.office.case(wrong)) == before
    assert await hall.reconciled() == waited
    assert (await hall.office.get(f"bank--transactions/{id_}"))["cases"] == []
    await decide(hall, id_, "match", {"case": right})
    assert (await hall.office.case(right))["status"] == "paid"
    assert funds is not None
    assert await hall.office.differences() == []


async def test_a_split_is_undone_as_a_whole_and_twice(hall: BankHall) -> None:
    (one, _), (two, _) = await hall.debt(), await hall.debt()
    before = [standing(await hall.office.case(case)) for case in (one, two)]
    id_ = await waiting(hall, 50_000)
    for _ in range(2):
        await decide(hall, id_, "split", {"parts": [{"case": one, "amount": 300}, {"case": two, "amount": 200}]})
        await undo(hall, id_)
    assert [standing(await hall.office.case(case)) for case in (one, two)] == before
    assert await hall.office.differences() == []


async def test_an_overpayment_that_is_undone_is_not_owed_back(hall: BankHall) -> None:
    case, _ = await hall.debt(100)
    id_ = await waiting(hall, 150_000, payer=ASA)
    await decide(hall, id_, "match", {"case": case})
    assert (await hall.office.case(case))["refund_amount"] > 1000
    await undo(hall, id_)
    assert (await hall.office.case(case))["refund_amount"] == 0
    assert {one["status"] for one in (await hall.office.get(f"cases/{case}/refunds"))["_items"]} <= {"withdrawn"}
    assert await hall.office.differences() == []


async def refused(hall: BankHall, id_: str) -> str:
    kind: str = (await undo(hall, id_, 409))["_error"]["type"]
    return kind


async def test_a_match_is_not_undone_once_a_letter_about_its_case_has_left(hall: BankHall) -> None:
    case, _ = await hall.debt(1000)
    id_ = await waiting(hall, 10_000)
    await decide(hall, id_, "match", {"case": case})
    await hall.office.post(f"cases/{case}/letters", {"template": "contact_us"})
    async with hall.database.transaction() as tx:
        await tx.execute("update letters set status = 'sent', sent = now() + interval '1 day' where case_id = $1", case)
    assert await refused(hall, id_) == "match_built_upon"


async def test_what_waits_and_what_a_file_matched_is_not_undone(hall: BankHall) -> None:
    assert await refused(hall, await waiting(hall, 20_000)) == "not_matched_by_hand"
    _, ocr = await hall.debt(1000)
    await hall.bring(bgmax(deposit(paid(10_000, ocr))))
    (found,) = (await hall.office.get("bank--transactions", sort="-_id", max_results="1"))["_items"]
    assert await refused(hall, found["_id"]) == "not_matched_by_hand"
    assert (await hall.office.client.post(f"/bank--transactions/{'0' * 24}/unmatch", json={})).status_code == 404


async def test_of_two_who_undo_at_once_one_does(hall: BankHall) -> None:
    case, _ = await hall.debt(1000)
    id_ = await waiting(hall, 10_000)
    await decide(hall, id_, "match", {"case": case})
    path = f"/bank--transactions/{id_}/unmatch"
    answers = await asyncio.gather(*(hall.office.client.post(path, json={}) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert await hall.office.differences() == []
