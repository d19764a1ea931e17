"""The balance of a creditor: what is owed and not paid out, in the payouts that it becomes."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.api.app import Api
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk

MONDAY = date(2026, 11, 16)
NEXT_MONDAY = MONDAY + timedelta(days=7)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path)


async def balance(desk: PayoutDesk) -> dict[str, Any]:
    found: dict[str, Any] = await desk.office.get(f"creditors/{desk.office.creditor}/balance")
    return found


async def test_nothing_is_owed_before_anybody_has_paid(desk: PayoutDesk) -> None:
    await desk.debt(1000)
    assert await balance(desk) == {"creditor": desk.office.creditor, "total_amount": 0, "payouts": []}


async def test_money_is_shown_from_its_payment_until_it_is_paid_out(desk: PayoutDesk) -> None:
    one, two = await desk.debt(1000), await desk.debt(1000)
    await desk.paid(one, 400_00, MONDAY)
    await desk.paid(two, 250_00, MONDAY)
    found = await balance(desk)
    assert found["total_amount"] == 650
    (coming,) = found["payouts"]
    assert coming == {
        "finance_category": "capital",
        "first_day": "2026-11-16",
        "last_day": "2026-11-22",
        "pay_on": "2026-11-27",
        "ready_for_payout": False,
        "not_ready_reason": "period_running",
        "total_amount": 650,
        "parts": [{"article": "capital", "count": 2, "total_amount": 650}],
    }
    await desk.prepare(NEXT_MONDAY)
    prepared = await balance(desk)
    (payout,) = await desk.payouts()
    (coming,) = prepared["payouts"]
    assert (coming["payout"], coming["payout_reference"]) == (payout["_id"], payout["payout_reference"])
    assert (coming["ready_for_payout"], coming["total_amount"]) == (True, 650)
    assert coming["pay_on"] == "2026-11-27"
    await desk.paid(one, 100_00, NEXT_MONDAY)
    assert [one["total_amount"] for one in (await balance(desk))["payouts"]] == [650, 100]
    await desk.export(date(2026, 11, 27))
    after = await balance(desk)
    assert [one["total_amount"] for one in after["payouts"]] == [100]
    assert after["total_amount"] == 100


async def test_a_strangers_creditor_has_no_balance_to_see(desk: PayoutDesk) -> None:
    assert (await desk.office.client.get(f"/creditors/{'0' * 24}/balance")).status_code == 404
