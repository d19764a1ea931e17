"""POST …/{id}/reversals: a payment, a crediting or a cancellation that was reported by mistake."""

from __future__ import annotations

import asyncio

import pytest

from tests.actions.office import Body, Office

PATH = "creditor--payments"
CREDITINGS, CANCELLATIONS = "creditor--creditings", "creditor--cancellations"
REASON = {"reason": "Betalningen gällde en annan faktura."}
TODAY = "2026-11-18"


def left(statement: Body) -> float:
    return sum(statement[f"total_remaining_{name}_amount"] for name in ("capital", "interest", "costs"))


async def test_the_case_is_open_again_and_earlier_days_still_show_the_payment(office: Office) -> None:
    case = await office.register_invoice(1000)
    before = await office.statement(case, "2026-11-18")
    made = await office.post(PATH, office.payment_body(case, 1000, "2026-03-20", creditor_payment_reference="B-1"))
    assert (await office.case(case))["close_reason"] == "paid"
    answer = await office.post(f"{PATH}/{made['_id']}/reversals", REASON)
    assert (answer["_payment_status"], answer["settled_amount"]) == ("warning", 0)
    assert answer["status_reason_locale"] == "payment_reversed"
    assert [one["code"] for one in answer["_warnings"]] == ["payment_reversed"]
    payment = await office.get(f"{PATH}/{made['_id']}")
    assert payment["_etag"] == answer["_etag"] != made["_etag"]
    assert (payment["reversed_date"], payment["reversal_reason"]) == (
        "Wed, 18 Nov 2026 00:00:00 GMT",
        REASON["reason"],
    )
    after = await office.case(case)
    assert "close_reason" not in after
    now = await office.statement(case, "2026-11-18")
    assert left(now) == left(before)
    assert left(await office.statement(case, "2026-11-17")) == 0
    # The reference stays taken.
    await office.post(PATH, office.payment_body(case, 1000, "2026-03-20", creditor_payment_reference="B-1"), 422)
    assert await office.differences() == []


async def test_only_the_mistaken_one_of_two_payments_is_reversed(office: Office) -> None:
    case = await office.register_invoice(1000)
    right = await office.pay(case, 400, "2026-03-20")
    wrong = await office.pay(case, 700, "2026-03-21")
    assert wrong["settled_amount"] == 600
    await office.post(f"{PATH}/{wrong['_id']}/reversals", REASON)
    assert (await office.get(f"{PATH}/{right['_id']}"))["settled_amount"] == 400
    assert (await office.case(case))["total_remaining_capital_amount"] == 600
    assert await office.differences() == []


async def test_a_payment_is_reversed_once_and_with_a_reason(office: Office) -> None:
    case = await office.register_invoice(1000)
    path = f"{PATH}/{(await office.pay(case, 400, '2026-03-20'))['_id']}/reversals"
    assert await office.refused(path, {}) == {"reason": "required field"}
    assert "reason" in await office.refused(path, {"reason": " "})
    dry = await office.client.post(f"/{path}?dry_run=true", json=REASON)
    assert (dry.status_code, dry.json()["_dry_run"]) == (200, True)
    answers = await asyncio.gather(*(office.client.post(f"/{path}", json=REASON) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    conflict = next(answer.json() for answer in answers if answer.status_code == 409)
    assert conflict["_error"]["type"] == "payment_reversed_already"
    await office.post(f"{PATH}/{'0' * 24}/reversals", REASON, 404)
    assert await office.differences() == []


# Creditings ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [300, 1000])
async def test_a_reversed_crediting_is_owed_again_with_its_interest(office: Office, amount: float) -> None:
    case = await office.register_debt(1000, invoice_date="2026-03-01")
    before = await office.statement(case, TODAY)
    made = await office.credit(case, amount)
    assert ((await office.case(case)).get("close_reason") == "credited") == (amount == 1000)
    answer = await office.post(f"{CREDITINGS}/{made['_id']}/reversals", REASON)
    assert (answer["_payment_status"], answer["settled_amount"]) == ("warning", 0)
    assert answer["status_reason_locale"] == "crediting_reversed"
    assert [one["code"] for one in answer["_warnings"]] == ["crediting_reversed"]
    crediting = await office.get(f"{CREDITINGS}/{made['_id']}")
    assert (crediting["reversed_date"], crediting["reversal_reason"], crediting["amount"]) == (
        "Wed, 18 Nov 2026 00:00:00 GMT",
        REASON["reason"],
        amount,
    )
    assert "close_reason" not in await office.case(case)
    now = await office.statement(case, TODAY)
    for name in ("capital", "interest", "costs"):
        assert now[f"total_remaining_{name}_amount"] == before[f"total_remaining_{name}_amount"]
    events = await office.get("events", where=f'{{"case": "{case}"}}', sort="_id")
    told = [one for one in events["_items"] if one["type"] == "case.crediting_reversed"]
    assert [(one["data"]["crediting"], one["data"]["amount"]) for one in told] == [(made["_id"], amount)]
    assert await office.differences() == []


async def test_a_crediting_by_a_credit_invoice_is_not_reversed(office: Office) -> None:
    body = office.invoice_body(1000)
    invoice = await office.post("invoice--registrations", body)
    credited = {"invoice_type": "credit_invoice", "reference_number": body["invoice_number"]}
    await office.post("invoice--registrations", office.invoice_body(200, **credited))
    where = f'{{"case": "{invoice["_case"]}"}}'
    (crediting,) = (await office.get(CREDITINGS, where=where))["_items"]
    refused = await office.post(f"{CREDITINGS}/{crediting['_id']}/reversals", REASON, 409)
    assert refused["_error"]["type"] == "crediting_of_invoice"


# Cancellations ---------------------------------------------------------------------------------------------------------------


async def test_a_reversed_cancellation_opens_the_case_where_it_was(office: Office) -> None:
    case = await office.register_debt(1000, invoice_date="2026-03-01")
    before, owed = await office.case(case), await office.statement(case, TODAY)
    made = await office.cancel(case)
    assert (await office.case(case))["close_reason"] == "cancelled"
    answer = await office.post(f"{CANCELLATIONS}/{made['_id']}/reversals", REASON)
    assert (answer["_cancellation_status"], answer["status_reason_locale"]) == ("warning", "cancellation_reversed")
    after = await office.case(case)
    assert "close_reason" not in after
    assert (after["state"], after["status"]) == (before["state"], before["status"])
    assert left(await office.statement(case, TODAY)) == left(owed)
    shown = await office.get(f"{CANCELLATIONS}/{made['_id']}")
    assert shown["reversal_reason"] == REASON["reason"]
    again = await office.post(f"{CANCELLATIONS}/{made['_id']}/reversals", REASON, 409)
    assert again["_error"]["type"] == "cancellation_reversed_already"
    assert (await office.cancel(case))["_cancellation_status"] == "completed", "it can be cancelled again"
    assert await office.differences() == []


@pytest.mark.parametrize("path", [CREDITINGS, CANCELLATIONS])
async def test_each_is_reversed_once_and_with_a_reason(office: Office, path: str) -> None:
    case = await office.register_debt(1000, invoice_date="2026-03-01")
    made = await (office.credit(case, 100) if path == CREDITINGS else office.cancel(case))
    there = f"{path}/{made['_id']}/reversals"
    assert await office.refused(there, {}) == {"reason": "required field"}
    answers = await asyncio.gather(*(office.client.post(f"/{there}", json=REASON) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert await office.differences() == []
