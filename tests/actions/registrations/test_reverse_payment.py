"""POST /creditor--payments/{id}/reversals: a payment that was reported by mistake."""

from __future__ import annotations

import asyncio

from tests.actions.office import Body, Office

PATH = "creditor--payments"
REASON = {"reason": "Betalningen gällde en annan faktura."}


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
