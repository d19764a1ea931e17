"""What the bank answers to an order: accepted, rejected and open again, executed; each once, in whatever order it comes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.books.bank_days import bank_days
from fordran.actions.transfers.reopen_payouts import reopen_all
from fordran.api.app import Api
from fordran.formats.bank import BadBankFile
from fordran.formats.pain002_making import make_pain002
from tests.actions.bank.refund_desk import KARIN, RefundDesk
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.actions.payouts.test_payouts_export import MONDAY, NEXT_MONDAY, earn, texts

PAID = {"case_config": {"commission_share_percent": 50, "commission_excluded_vat": False, "payout_frequency": "daily"}}
DECEMBER = date(2026, 12, 1)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    """A desk, with nothing that others left to be paid."""
    opened = await open_desk(app, tmp_path, **PAID)
    while await opened.export(NEXT_MONDAY):
        pass
    return opened


async def ordered(desk: PayoutDesk, day: date = NEXT_MONDAY) -> tuple[str, list[str]]:
    """An order of all that can be paid, and the ids of its transfers."""
    await desk.prepare(day)
    file = desk.file()
    done = await desk.export(day, file)
    assert done is not None
    return done.order, texts(file, "EndToEndId")


async def answered(desk: PayoutDesk, order: str, status: str = "", **more: Any) -> Mapping[str, int]:
    """A report of the bank's, imported as the commands do."""
    counts = await BankHall(desk.database, desk.office).bring(make_pain002(order, status, **more))
    await reopen_all(desk.database, clock.now())
    return counts


async def order_of(desk: PayoutDesk, order: str) -> dict[str, Any]:
    return dict(await desk.office.get(f"bank--orders/{order}"))


async def in_transit(desk: PayoutDesk) -> int:
    """What the books count as gone and the bank has not paid."""
    async with desk.database.connection() as connection:
        return sum((await bank_days(connection)).in_transit.values())


def statuses(order: dict[str, Any]) -> list[str]:
    return [transfer["status"] for transfer in order["transfers"]]


async def test_an_order_is_sent_then_accepted_and_executed_when_its_money_has_left(desk: PayoutDesk) -> None:
    await earn(desk, 500)
    order, (transfer,) = await ordered(desk)
    shown = await order_of(desk, order)
    assert (shown["status"], statuses(shown), shown["amount"]) == ("sent", ["sent"], 500)
    assert shown["transfers"][0]["pays"] == [(await desk.payout())["_id"]]
    await answered(desk, order, "RCVD")
    assert (await order_of(desk, order))["_etag"] == shown["_etag"], "received says nothing of the transfer"
    await answered(desk, order, "ACCP")
    assert (await order_of(desk, order))["status"] == "accepted"
    left = deposit(paid(500_00, kind="withdrawal", end_to_end_id=transfer))
    await BankHall(desk.database).bring(camt054(left))
    assert (await order_of(desk, order))["status"] == "executed"
    await answered(desk, order, "RJCT", reason="AC01")
    assert (await order_of(desk, order))["status"] == "executed", "what has left cannot be rejected any more"
    assert "payout_date" in await desk.payout()


async def test_a_batch_that_leaves_as_one_sum_is_executed(desk: PayoutDesk, app: Api, tmp_path: Path) -> None:
    other = await open_desk(app, tmp_path, **PAID)
    for one in (desk, other):
        await earn(one, 500)
    await other.prepare(NEXT_MONDAY)
    order, transfers = await ordered(desk)
    assert len(transfers) == 2
    hall = BankHall(desk.database)
    await hall.bring(camt054(deposit(paid(999_00, kind="withdrawal", end_to_end_id=f"{order}-1"))))
    assert (await order_of(desk, order))["status"] == "sent", "another sum is not this batch"
    await hall.bring(camt054(deposit(paid(1000_00, kind="withdrawal", end_to_end_id=f"{order}-1"))))
    assert statuses(await order_of(desk, order)) == ["executed"] * 2


async def test_a_rejected_payout_is_open_again_and_is_paid_once_by_another_transfer(desk: PayoutDesk) -> None:
    await earn(desk, 500)
    before = await in_transit(desk)
    order, (transfer,) = await ordered(desk)
    assert await in_transit(desk) == before + 500_00
    batches = {f"{order}-1": ("PART", {transfer: ("RJCT", "AC01")})}
    await answered(desk, order, "PART", batches=batches)
    assert await in_transit(desk) == before
    shown = await order_of(desk, order)
    assert (shown["status"], shown["transfers"][0]["reason"]) == ("rejected", "AC01")
    payout = await desk.payout()
    assert "payout_date" not in payout
    assert "bank_payout_request" not in payout
    assert (payout["ready_for_payout"], payout["not_ready_reason"]) == (False, "transfer_rejected")
    (item,) = (await desk.office.get("work--items", where='{"kind": "transfer_rejected"}'))["_items"]
    assert (payout["payout_reference"] in item["reason"], "AC01" in item["reason"]) == (True, True)
    (event,) = (await desk.office.get("events", where='{"type": "payout.rejected"}'))["_items"]
    assert (event["data"]["bank_payout_request"], event["data"]["reason"]) == (order, "AC01")
    assert await desk.wrong() == []
    await answered(desk, order, "RJCT", reason="AC04")
    assert (await order_of(desk, order))["transfers"][0]["reason"] == "AC01", "it ended with the first report"

    # Money that comes meanwhile makes a payout of its own.
    await earn(desk, 300, NEXT_MONDAY)
    again, transfers = await ordered(desk, date(2026, 11, 24))
    assert len(transfers) == 2
    assert transfer not in transfers
    old, new = sorted(await desk.payouts(finance_category="capital"), key=lambda one: one["_id"])
    assert (old["_id"], old["total_amount"], old["bank_payout_request"]) == (payout["_id"], 500, again)
    assert new["total_amount"] == 300
    assert old["creditor_payment_reference"] in transfers
    assert await desk.wrong() == []
    await answered(desk, order, "ACSC")
    paid_again = await desk.office.get(f"finance--payouts/{payout['_id']}")
    assert paid_again["bank_payout_request"] == again, "the first order has ended"
    assert await in_transit(desk) == before + 800_00


async def test_commission_keeps_its_document_and_its_vat_counts_once(desk: PayoutDesk) -> None:
    await earn(desk)
    order, transfers = await ordered(desk, DECEMBER)
    first = await desk.payout("creditor_commission")
    await answered(desk, order, "RJCT", reason="AM04")
    assert statuses(await order_of(desk, order)) == ["rejected"] * len(transfers)
    assert await desk.wrong() == []
    await ordered(desk, date(2026, 12, 2))
    second = await desk.payout("creditor_commission")
    assert second["document"] == first["document"]
    assert second["bank_payout_request"] != order
    assert await desk.wrong() == []
    async with desk.database.connection() as connection:
        vat = await connection.fetchval(
            """select sum(amount) from (select unnest(ledger_accounts) as account, unnest(amounts) as amount
               from payout_bookings where payout_id = $1) moved where account = 2641""",
            second["_id"],
        )
    assert vat == 22_50


async def test_a_rejected_refund_comes_back_to_its_case(app: Api, tmp_path: Path) -> None:
    refunds = RefundDesk(await open_desk(app, tmp_path))
    while await refunds.desk.export(NEXT_MONDAY):
        pass
    case, _ = await refunds.overpaid(200, KARIN)
    order, (transfer,) = await ordered(refunds.desk, MONDAY)
    counts = await answered(refunds.desk, order, "RJCT", reason="AC04")
    assert counts == {"transactions": 1, "matched": 1}
    assert (await refunds.case(case))["refund_amount"] == 200
    (refund,) = (await refunds.desk.office.get(f"cases/{case}/refunds"))["_items"]
    assert (refund["_id"], refund["status"]) == (transfer, "returned")
    assert statuses(await order_of(refunds.desk, order)) == ["rejected"]
    again = await answered(refunds.desk, order, "RJCT", reason="AC01")
    assert again == {"transactions": 1, "duplicates": 1}, "another report of the same"
    assert (await refunds.case(case))["refund_amount"] == 200
    await refunds.hall.reconciled()


async def test_a_report_on_what_is_not_ours_is_refused_whole(desk: PayoutDesk) -> None:
    await earn(desk)
    order, _ = await ordered(desk)
    for made, sentence in (
        (make_pain002("f" * 24, "ACCP"), "There is no order"),
        (make_pain002(order, "ACCP", batches={"other": ("ACCP", {})}), "has no batch 'other'"),
        (make_pain002(order, "RJCT", batches={f"{order}-1": ("", {"x": ("RJCT", "AC01")})}), "has no transfer 'x'"),
    ):
        with pytest.raises(BadBankFile, match=sentence):
            await BankHall(desk.database).bring(made)
    assert statuses(await order_of(desk, order)) == ["sent"]
