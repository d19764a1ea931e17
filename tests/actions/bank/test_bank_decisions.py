"""Payments that wait, and what a person decides on them: match, split, refund."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fordran import clock
from fordran.actions.bank.refund_payment import book_refunds
from fordran.domain.books.journal import SUSPENSE
from fordran.formats.bank import BankPayer
from tests.actions.bank_hall import BankHall, bgmax, camt054, deposit, paid
from tests.actions.office import Office

ACCOUNT = {"kind": "bankgiro", "number": "991-2346"}
ASA = BankPayer(name="Åsa Öberg", account="50501055")


@pytest.fixture(scope="module")
def hall(office: Office) -> BankHall:
    return BankHall(office.app.database, office)


async def waiting(hall: BankHall, ore: int = 10_000, **more: Any) -> str:
    """The id of a new payment that waits."""
    before = {item["_id"] for item in await hall.waiting()}
    await hall.bring(bgmax(deposit(paid(ore, "77", **more))))
    (new,) = {item["_id"] for item in await hall.waiting()} - before
    return str(new)


async def decide(hall: BankHall, id_: str, act: str, body: Any, status: int = 201, **more: Any) -> Any:
    return await hall.office.post(f"unmatched--payments/{id_}/{act}", body, status, **more)


async def test_they_are_listed_with_all_that_the_bank_said(hall: BankHall) -> None:
    id_ = await waiting(hall, 4_250, payer=ASA, information=("hyra mars",))
    shown = await hall.office.get(f"unmatched--payments/{id_}")
    assert (shown["amount"], shown["suspense_amount"], shown["reason"]) == (42.5, 42.5, "no_case")
    assert shown["booking_date"] == "Fri, 10 Apr 2026 00:00:00 GMT"
    assert shown["references"] == [{"reference": "77"}]
    assert shown["payer"] == {"name": "Åsa Öberg", "account": "50501055"}
    assert shown["information"] == ["hyra mars"]
    for where in (
        {"payer.name": "Åsa Öberg"},
        {"suspense_amount": 42.5},
        {"references.reference": "77", "amount": 42.5},
    ):
        found = await hall.office.get("unmatched--payments", where=json.dumps(where), sort="-booking_date")
        assert [item["_id"] for item in found["_items"]] == [id_], where


async def test_a_match_settles_the_case_as_of_the_bank_date(hall: BankHall) -> None:
    case, _ = await hall.debt(1000)
    id_ = await waiting(hall, 100_274)
    funds = await hall.reconciled()
    answer = await decide(hall, id_, "match", {"case": case})
    assert (answer["_id"], answer["status"], answer["suspense_amount"]) == (id_, "matched", 0)
    shown = await hall.office.case(case)
    assert (shown["status"], shown["closed"]) == ("paid", "Fri, 10 Apr 2026 00:00:00 GMT")
    assert await hall.reconciled() == funds
    transaction = await hall.office.get(f"bank--transactions/{id_}")
    assert transaction["cases"] == [
        {
            "account": hall.office.account,
            "creditor": hall.office.creditor,
            "case": case,
            "amount": 1002.74,
            "is_settled": True,
        }
    ]
    assert (await hall.office.client.get(f"/unmatched--payments/{id_}")).status_code == 404


async def test_a_split_gives_each_case_its_part(hall: BankHall) -> None:
    (one, _), (two, _) = await hall.debt(), await hall.debt()
    id_ = await waiting(hall, 50_000)
    funds = await hall.reconciled()
    parts = [{"case": one, "amount": 300}, {"case": two, "amount": 150}, {"case": one, "amount": 50}]
    await decide(hall, id_, "split", {"parts": parts})
    left = [(await hall.office.case(case))["total_remaining_transaction_amount"] for case in (one, two)]
    assert left == [652.74, 852.74]
    assert await hall.reconciled() == funds
    assert await hall.office.differences() == []


@pytest.mark.parametrize(
    ("act", "body", "issues", "remark"),
    [
        ("match", {}, {"case": "required field"}, "no case"),
        ("match", {"case": "0" * 24}, {"case": f"value '{'0' * 24}' must exist in resource 'cases', field '_id'"}, ""),
        ("split", {"parts": []}, None, "no parts"),
        (
            "split",
            {"parts": [{"case": "CASE", "amount": 99.99}]},
            {"parts": "the amounts make 99.99 and have to make 100"},
            "",
        ),
        ("split", {"parts": [{"case": "CASE", "amount": 0}]}, {"parts": {"0": {"amount": "must be more than 0"}}}, ""),
        ("split", {"parts": [{"case": "x", "amount": 100}]}, None, "no such case"),
        ("refund", {}, {"bank_account": "required field"}, "to where"),
        ("refund", {"bank_account": ACCOUNT}, {"name": "required field: the bank gave no name"}, "to whom"),
        (
            "refund",
            {"bank_account": {"kind": "bankgiro", "number": "991-2347"}, "name": "Å"},
            {"bank_account": {"number": "is no bankgiro that money can be paid to"}},
            "a check digit that does not fit",
        ),
    ],
)
async def test_a_decision_that_makes_no_sense_is_refused(
    hall: BankHall, act: str, body: Any, issues: Any, remark: str
) -> None:
    case, _ = await hall.debt()
    id_ = await waiting(hall)
    before = await hall.state()
    sent = json.loads(json.dumps(body).replace("CASE", case))
    answer = await decide(hall, id_, act, sent, 422)
    assert issues is None or answer["_issues"] == issues, remark
    assert await hall.state() == before


async def test_a_refund_waits_for_the_payouts_and_leaves_with_them(hall: BankHall) -> None:
    id_ = await waiting(hall, 12_300, payer=ASA)
    funds, suspense = await hall.reconciled(), (await hall.balances())[SUSPENSE]
    answer = await decide(hall, id_, "refund", {"bank_account": ACCOUNT})
    assert (answer["status"], answer["suspense_amount"]) == ("to_refund", 123)
    assert await hall.reconciled() == funds
    async with hall.database.transaction() as tx:
        (refund,) = await tx.fetch("select * from bank_refunds where transaction_id = $1", id_)
        assert (refund["amount"], refund["name"], refund["exported"]) == (12_300, "Åsa Öberg", None)
        await book_refunds(tx, [refund["id"]], clock.now())
        await book_refunds(tx, [refund["id"]], clock.now())
    assert (await hall.office.get(f"bank--transactions/{id_}"))["status"] == "refunded"
    assert await hall.reconciled() == funds - 12_300
    assert (await hall.balances()).get(SUSPENSE, 0) == suspense + 12_300
    # It was booked here without an order to the bank, which is missed.
    (found,) = await hall.office.differences()
    assert (found.table, found.what, found.expected, found.found) == (
        "bank_order_lines",
        "refund ordered",
        12_300,
        None,
    )


async def test_what_was_decided_cannot_be_decided_again(hall: BankHall) -> None:
    case, _ = await hall.debt()
    bodies = {
        "match": {"case": case},
        "split": {"parts": [{"case": case, "amount": 100}]},
        "refund": {"bank_account": ACCOUNT, "name": "Å"},
    }
    for first, body in bodies.items():
        id_ = await waiting(hall)
        await decide(hall, id_, first, body)
        before = await hall.state()
        for second, again in bodies.items():
            message = (await decide(hall, id_, second, again, 409))["_error"]["message"]
            assert message.startswith("This payment does not wait any more")
        assert await hall.state() == before
    for act, body in bodies.items():
        for missing in ("0" * 24, "x"):
            await decide(hall, missing, act, body, 404)


async def test_a_key_makes_a_repeated_decision_the_same_one(hall: BankHall) -> None:
    case, _ = await hall.debt()
    id_ = await waiting(hall)
    headers = {"idempotency-key": f"match {id_}"}
    first = await decide(hall, id_, "match", {"case": case}, headers=headers)
    left = (await hall.office.case(case))["total_remaining_transaction_amount"]
    assert await decide(hall, id_, "match", {"case": case}, headers=headers) == first
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == left == 902.74


async def test_a_dry_run_decides_nothing(hall: BankHall) -> None:
    case, _ = await hall.debt()
    id_ = await waiting(hall)
    before = await hall.state()
    answer = await decide(hall, id_, "match", {"case": case}, 200, params={"dry_run": "true"})
    assert answer["status"] == "matched"
    assert await hall.state() == before


async def test_a_recall_of_what_was_to_be_refunded_takes_its_place(hall: BankHall) -> None:
    receipt = paid(5_500, "77", payer=ASA)
    await hall.bring(camt054(deposit(receipt)))
    id_ = (await hall.waiting())[-1]["_id"]
    await decide(hall, id_, "refund", {"bank_account": ACCOUNT})
    taken = paid(5_500, "77", kind="recall", end_to_end_id=receipt.end_to_end_id)
    funds = await hall.reconciled()
    assert await hall.bring(camt054(deposit(taken))) == {"transactions": 1, "recalled": 1}
    assert await hall.reconciled() == funds - 5_500
    async with hall.database.connection() as connection:
        assert await connection.fetchval("select count(*) from bank_refunds where transaction_id = $1", id_) == 0
