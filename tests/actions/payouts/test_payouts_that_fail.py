"""One payout, or one creditor's, that fails waits by itself with its reason; the others are paid, and so is it when it can be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.payouts import export_payouts as exporting
from fordran.actions.payouts import prepare_payouts as preparing
from fordran.actions.payouts import print_commission as printing
from fordran.actions.payouts.fill_payouts import PlannedPayout
from fordran.api.app import Api
from fordran.documents.commission.commission import CommissionDocument, render
from fordran.store.connections.database import Connection
from tests.actions.office import Body
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk

OCTOBER, NOVEMBER, LATER = date(2026, 10, 15), date(2026, 11, 16), date(2026, 12, 1)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    """A desk, with nothing that others left to be paid."""
    opened = await open_desk(
        app,
        tmp_path,
        case_config={"commission_share_percent": 50, "commission_excluded_vat": False, "payout_frequency": "daily"},
    )
    while await opened.export(LATER):
        pass
    return opened


async def earn(desk: PayoutDesk, *days: date) -> None:
    """On each day a case is paid, with a fee of ours first, of which the creditor gets its share."""
    for day in days:
        case = await desk.debt(500)
        await desk.charge(case, "debt_collection", 180_00, day)
        await desk.paid(case, 680_00, day)


async def items(desk: PayoutDesk) -> list[Body]:
    found: list[Body] = (await desk.office.get("work--items", where='{"kind": "duty_failed"}'))["_items"]
    return [item for item in found if item["creditor"] == desk.office.creditor]


def numbers(payouts: Sequence[Body]) -> list[str]:
    return sorted(payout["document"]["name"].rpartition("-")[2] for payout in payouts if "document" in payout)


async def test_commission_of_two_periods_in_one_order_has_two_numbers(desk: PayoutDesk) -> None:
    await earn(desk, OCTOBER, NOVEMBER)
    await desk.prepare(LATER)
    done = await desk.export(LATER)
    assert done is not None
    assert numbers(await desk.payouts(finance_category="creditor_commission")) == ["1.pdf", "2.pdf"]
    assert await desk.wrong() == []
    assert await items(desk) == []


def stumbles(document: CommissionDocument) -> bytes:
    """Render a document, unless it is of October; called in a renderer."""
    if document.first_day.month == OCTOBER.month:
        raise RuntimeError("the page does not hold it")
    return render(document)


async def test_a_document_that_cannot_be_printed_keeps_its_payout_from_this_order_and_no_other(
    desk: PayoutDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await earn(desk, OCTOBER, NOVEMBER)
    await desk.prepare(LATER)

    with monkeypatch.context() as patched:
        patched.setattr(printing, "render", stumbles)
        for _ in range(3):
            await desk.export(LATER)
    stuck, other = sorted(
        await desk.payouts(finance_category="creditor_commission"), key=lambda payout: payout["finance_period_month"]
    )
    assert ("payout_date" in stuck, "payout_date" in other) == (False, True)
    (item,) = await items(desk)
    assert item["reason"].startswith(f"payout {stuck['_id']}: its document cannot be printed: RuntimeError")
    assert "case" not in item
    assert "resolved" not in item
    assert await desk.export(LATER) is not None
    assert numbers(await desk.payouts(finance_category="creditor_commission")) == ["1.pdf", "2.pdf"]
    assert "resolved" in (await items(desk))[0]
    assert await desk.wrong() == []


async def test_payouts_that_cannot_be_prepared_wait_and_other_creditors_are_prepared(
    desk: PayoutDesk, app: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await open_desk(app, tmp_path)
    for each in (desk, other):
        await earn(each, NOVEMBER)
    fill = preparing.fill_payouts

    async def stumbles(tx: Connection, account: str, planned: Sequence[PlannedPayout], *more: Any) -> int:
        if any(payout.creditor.id == desk.office.creditor for payout in planned):
            raise RuntimeError("a period without an end")
        return await fill(tx, account, planned, *more)

    with monkeypatch.context() as patched:
        patched.setattr(preparing, "fill_payouts", stumbles)
        for _ in range(30):
            async with desk.database.transaction() as tx:
                if not await preparing.prepare_next_account(tx, noon(LATER)):
                    break
    assert await desk.payouts() == []
    assert len(await other.payouts()) > 0
    (item,) = await items(desk)
    assert item["reason"] == "payouts: cannot be prepared: RuntimeError('a period without an end')"
    assert await items(other) == []
    await desk.prepare(LATER)
    assert len(await desk.payouts()) > 0
    assert "resolved" in (await items(desk))[0]


async def test_an_account_that_cannot_be_ordered_is_left_out_of_the_order(
    desk: PayoutDesk, app: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await open_desk(app, tmp_path, case_config={"payout_frequency": "daily"})
    for each in (desk, other):
        await earn(each, NOVEMBER)
        await each.prepare(LATER)
    order = exporting.order_payouts

    async def stumbles(*arguments: Any, **named: Any) -> int:
        if desk.office.account in arguments:
            raise RuntimeError("an amount that is none")
        return await order(*arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(exporting, "order_payouts", stumbles)
        assert await desk.export(LATER) is not None
    assert "payout_date" in (await other.payouts(finance_category="capital"))[0]
    assert "payout_date" not in (await desk.payouts(finance_category="capital"))[0]
    (item,) = await items(desk)
    assert item["reason"].startswith("payouts and refunds: cannot be put into an order: RuntimeError")
    assert await desk.export(LATER) is not None
    assert "payout_date" in (await desk.payouts(finance_category="capital"))[0]
    assert "resolved" in (await items(desk))[0]
