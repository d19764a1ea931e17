"""POST /creditor--creditings and /creditor--cancellations: they work, every refusal, and many at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.actions.office import Office
from tests.actions.registrations.refusing import EVERYWHERE, LEFT_OUT, MONEY, NOBODY, changed, refused_without_a_trace

CREDITINGS, CANCELLATIONS = "creditor--creditings", "creditor--cancellations"


async def test_a_crediting_lowers_the_capital_and_can_be_read(office: Office) -> None:
    case = await office.register_invoice(1000)
    made = await office.credit(case, 400)
    assert (made["_payment_status"], made["settled_amount"]) == ("completed", 400)
    assert (await office.case(case))["total_remaining_capital_amount"] == 600
    read = await office.get(f"{CREDITINGS}/{made['_id']}")
    assert {name: read[name] for name in office.crediting_body(case, 400)} == office.crediting_body(case, 400)
    assert read["_etag"] == made["_etag"]


async def test_a_crediting_of_more_than_the_capital_is_answered_with_a_warning(office: Office) -> None:
    case = await office.register_invoice(1000)
    made = await office.credit(case, 1000.01)
    assert (made["_payment_status"], made["settled_amount"]) == ("warning", 1000)
    assert made["status_reason_locale"] == "crediting_more_than_capital"
    after = await office.case(case)
    assert (after["state"], after["status"], after["close_reason"]) == ("closed", "credited", "credited")
    assert "next_step" not in after


async def test_a_payment_that_turns_out_earlier_makes_an_excessive_crediting_no_less_excessive(office: Office) -> None:
    case = await office.register_invoice(1000)
    credited = await office.credit(case, 1500)
    await office.pay(case, 100, "2026-03-10")
    read = await office.get(f"{CREDITINGS}/{credited['_id']}")
    assert (read["settled_amount"], read["_payment_status"]) == (1000, "warning")
    (payment,) = (await office.get("creditor--payments", where=f'{{"case": "{case}"}}'))["_items"]
    assert (payment["settled_amount"], payment["_payment_status"]) == (0, "warning")


async def test_a_cancellation_books_off_what_remains_and_can_be_read(office: Office) -> None:
    case = await office.register_debt(1000)
    made = await office.cancel(case)
    assert made["_cancellation_status"] == "completed"
    after = await office.case(case)
    assert (after["state"], after["close_reason"]) == ("closed", "cancelled")
    assert after["total_remaining_transaction_amount"] == 0
    assert after["state_history"][-1]["state"] == "closed"
    assert after["latest_state_date"] == after["state_history"][-1]["status_date"]
    read = await office.get(f"{CANCELLATIONS}/{made['_id']}")
    assert {name: read[name] for name in office.cancellation_body(case)} == office.cancellation_body(case)
    again = await office.cancel(case)
    assert (again["_cancellation_status"], again["status_reason_locale"]) == ("warning", "cancellation_of_closed_case")


REFUSED: list[tuple[str, dict[str, Any], str, str, str]] = [
    *((CREDITINGS, *row) for row in EVERYWHERE),
    *((CANCELLATIONS, *row) for row in EVERYWHERE),
    *((CREDITINGS, {"amount": value}, "amount", sentence, remark) for value, sentence, remark in MONEY),
    (CREDITINGS, {"currency": "EUR"}, "currency", "unallowed value EUR: must be one of SEK", "kronor only"),
    (
        CREDITINGS,
        {"bank_transaction_date": "2026-03-01"},
        "bank_transaction_date",
        "unknown field",
        "it has no bank date",
    ),
    (CANCELLATIONS, {"account": NOBODY}, "account", "unknown field", "the contract has none here"),
    (CANCELLATIONS, {"amount": 1}, "amount", "unknown field", "all or nothing"),
    *(
        (path, changes, name, sentence, remark)
        for path in (CREDITINGS, CANCELLATIONS)
        for changes, name, sentence, remark in (
            (
                {"origin": "bank"},
                "origin",
                "unallowed value bank: must be one of creditor_system",
                "creditors' systems only",
            ),
            ({"case": NOBODY}, "case", f"value '{NOBODY}' must exist in resource 'cases', field '_id'", "no such case"),
            ({"case": 7}, "case", "must be of string type", "no id"),
            (
                {"creditor": NOBODY},
                "creditor",
                f"value '{NOBODY}' must exist in resource 'creditors', field '_id'",
                "no such creditor",
            ),
            ({"origin": LEFT_OUT}, "origin", "required field", "must be sent"),
            ({"case": LEFT_OUT}, "case", "required field", "must be sent"),
            ({"creditor": LEFT_OUT}, "creditor", "required field", "must be sent"),
        )
    ),
    (CREDITINGS, {"account": LEFT_OUT}, "account", "required field", "must be sent"),
    (CREDITINGS, {"amount": LEFT_OUT}, "amount", "required field", "must be sent"),
    (CREDITINGS, {"currency": LEFT_OUT}, "currency", "required field", "must be sent"),
]


@pytest.fixture(scope="module")
async def open_case(office: Office) -> str:
    return await office.register_invoice(1000)


@pytest.mark.parametrize(("to", "changes", "path", "sentence", "remark"), REFUSED)
async def test_a_bad_body_is_refused_and_leaves_no_trace(
    office: Office, open_case: str, to: str, changes: dict[str, Any], path: str, sentence: str, remark: str
) -> None:
    body = office.crediting_body(open_case, 100) if to == CREDITINGS else office.cancellation_body(open_case)
    assert await refused_without_a_trace(office, to, changed(body, changes)) == {path: sentence}, remark


@pytest.mark.parametrize(
    ("to", "body", "paths"),
    [
        (
            CREDITINGS,
            {"amount": 0, "case": NOBODY, "extra": 1},
            {"account", "creditor", "case", "currency", "amount", "origin", "extra"},
        ),
        (CANCELLATIONS, {"case": NOBODY, "origin": "x", "extra": 1}, {"creditor", "case", "origin", "extra"}),
    ],
)
async def test_every_issue_is_told_at_once(office: Office, to: str, body: dict[str, Any], paths: set[str]) -> None:
    assert set(await refused_without_a_trace(office, to, body)) == paths


async def test_creditings_at_once_take_the_capital_and_no_more(office: Office) -> None:
    case = await office.register_invoice(1000)
    made = await asyncio.gather(*(office.credit(case, 70) for _ in range(20)))
    assert sorted(one["settled_amount"] for one in made) == [0] * 5 + [20] + [70] * 14
    assert (await office.case(case))["close_reason"] == "credited"


async def test_cancellations_at_once_cancel_once(office: Office) -> None:
    case = await office.register_invoice(1000)
    made = await asyncio.gather(*(office.cancel(case) for _ in range(10)))
    assert sorted(one["_cancellation_status"] for one in made) == ["completed"] + ["warning"] * 9
    assert await office.differences() == []
