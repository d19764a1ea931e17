"""What becomes of refunds: the bank sends one back, or takes the payment back before or after it has left."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fordran.api.app import Api
from fordran.domain.books.journal import CLAIMS_ON_PAYERS, LOSSES, OWN_FEES_IN_CLIENT_FUNDS
from tests.actions.bank.refund_desk import ACCOUNT, KARIN, RefundDesk, open_refund_desk


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> RefundDesk:
    return await open_refund_desk(app, tmp_path)


async def claims(desk: RefundDesk) -> int:
    """What payers owe us, by the books."""
    return (await desk.hall.balances()).get(CLAIMS_ON_PAYERS, 0)


# Sent back --------------------------------------------------------------------------------------------------------------------


async def test_a_refund_that_the_bank_sends_back_is_owed_again(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200, KARIN)
    await desk.export()
    refund = await desk.refund(case)
    assert await desk.send_back(refund) == {"transactions": 1, "matched": 1}
    assert ((await desk.refund(case))["status"], (await desk.case(case))["refund_amount"]) == ("returned", 200)
    assert await desk.items(case) == ["refund_returned"]
    assert await desk.letters(case) == ["refund_notice"]
    (returned,) = [data for name, data in await desk.told(case) if name == "refund.returned"]
    assert (returned["refund"], returned["amount"]) == (refund["_id"], 200)
    # Not to the same account once more by itself, but where a person says.
    assert await desk.export() == []
    await desk.order(case, {"amount": 200} | ACCOUNT)
    assert await desk.items(case) == []
    assert await desk.export() == [("9912346", "200.00")]
    assert [refund["status"] for refund in await desk.refunds(case)] == ["returned", "exported"]
    await desk.is_right()


async def test_the_same_return_in_another_file_counts_once(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200, KARIN)
    await desk.export()
    refund = await desk.refund(case)
    await desk.send_back(refund, serial="returned once")
    assert await desk.send_back(refund, serial="returned again") == {"transactions": 1, "suspense": 1}
    assert (await desk.case(case))["refund_amount"] == 200
    assert [one["reason"] for one in await desk.hall.waiting() if one["own_reference"] == refund["_id"]] == ["returned"]
    await desk.is_right()


async def test_what_comes_back_of_something_else_waits(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200, KARIN)
    refund = await desk.refund(case)
    # Before it has left, and with another amount, it cannot be the refund that comes back.
    assert await desk.send_back(refund) == {"transactions": 1, "suspense": 1}
    await desk.export()
    assert await desk.send_back(refund | {"amount": 199}) == {"transactions": 1, "suspense": 1}
    assert (await desk.refund(case))["status"] == "exported"
    await desk.is_right()


# Recalled ---------------------------------------------------------------------------------------------------------------------


async def test_a_recall_before_it_has_left_withdraws_it(desk: RefundDesk) -> None:
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.recall(receipt)
    shown = await desk.case(case)
    assert (shown["refund_amount"], shown["total_remaining_capital_amount"]) == (0, 1000)
    assert (await desk.refund(case))["status"] == "withdrawn"
    ((_, told),) = await desk.told(case, "payment.recalled")
    assert (told["amount"], told["remaining_amount"]) == (1200, 1000)
    assert await desk.export() == []
    await desk.is_right()


async def test_a_recall_of_an_earlier_payment_needs_some_of_it(desk: RefundDesk) -> None:
    case, ocr = await desk.debt()
    first = await desk.pay(ocr, 700, KARIN)
    await desk.pay(ocr, 600, KARIN, day=date(2026, 4, 12))
    assert (await desk.refund(case))["amount"] == 300
    await desk.recall(first)
    assert ((await desk.refund(case))["status"], (await desk.case(case))["refund_amount"]) == ("withdrawn", 0)
    await desk.is_right()


async def test_a_refund_is_lowered_to_what_is_still_owed_back(desk: RefundDesk) -> None:
    case, ocr = await desk.debt()
    first = await desk.pay(ocr, 200, KARIN)
    await desk.pay(ocr, 1100, KARIN, day=date(2026, 4, 12))
    await desk.recall(first)
    refund = await desk.refund(case)
    assert (refund["status"], refund["amount"]) == ("ordered", 100)
    assert (KARIN.account, "100.00") in await desk.export()
    await desk.is_right()


async def test_a_recall_of_what_has_gone_back_is_a_claim_on_the_payer(desk: RefundDesk) -> None:
    owed_before = await claims(desk)
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.export()
    await desk.recall(receipt)
    shown = await desk.case(case)
    assert (shown["total_remaining_capital_amount"], shown["refund_amount"]) == (1000, 0)
    refund = await desk.refund(case)
    assert (refund["status"], refund["claimed_amount"]) == ("claimed", 200)
    assert await desk.items(case) == ["refund_claimed"]
    assert await claims(desk) - owed_before == 200_00
    await desk.is_right()


async def test_a_claim_on_the_payer_is_settled_by_what_the_case_does_not_need(desk: RefundDesk) -> None:
    owed_before = await claims(desk)
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.export()
    await desk.recall(receipt)
    await desk.pay(receipt.reference, 1150, KARIN, day=date(2026, 5, 8))
    claimed, set_off = await desk.refunds(case)
    assert (claimed["status"], claimed["claimed_amount"]) == ("claimed", 50)
    assert (set_off["status"], set_off["settles"], set_off["amount"]) == ("used", claimed["_id"], 150)
    assert await desk.items(case) == ["refund_claimed"]
    await desk.pay(receipt.reference, 80, KARIN, day=date(2026, 5, 9))
    statuses = [(refund["status"], refund["amount"]) for refund in await desk.refunds(case)]
    assert statuses[0] == ("settled", 200)
    assert sorted(statuses[1:]) == [("ordered", 30), ("used", 50), ("used", 150)]
    assert (await desk.items(case), await claims(desk)) == ([], owed_before)
    await desk.is_right()


async def test_a_recall_takes_what_came_back_of_a_refund_too(desk: RefundDesk) -> None:
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.export()
    await desk.send_back(await desk.refund(case))
    await desk.recall(receipt)
    shown = await desk.case(case)
    assert (shown["total_remaining_capital_amount"], shown["refund_amount"]) == (1000, 0)
    assert ((await desk.refund(case))["status"], await desk.items(case)) == ("returned", [])
    await desk.is_right()


async def test_a_refund_that_comes_back_after_the_recall_settles_its_own_claim(desk: RefundDesk) -> None:
    owed_before = await claims(desk)
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.export()
    await desk.recall(receipt)
    await desk.send_back(await desk.refund(case))
    assert [refund["status"] for refund in await desk.refunds(case)] == ["settled", "used"]
    shown = await desk.case(case)
    assert (shown["total_remaining_capital_amount"], shown["refund_amount"]) == (1000, 0)
    assert (await desk.items(case), await claims(desk)) == ([], owed_before)
    await desk.is_right()


async def test_what_came_back_and_went_back_again_is_claimed_when_it_is_recalled(desk: RefundDesk) -> None:
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.export()
    await desk.send_back(await desk.refund(case))
    await desk.order(case, {"amount": 150} | ACCOUNT)
    await desk.export()
    await desk.recall(receipt)
    assert [refund["status"] for refund in await desk.refunds(case)] == ["returned", "claimed"]
    shown = await desk.case(case)
    assert (shown["total_remaining_capital_amount"], shown["refund_amount"]) == (1000, 0)
    await desk.is_right()


async def test_a_claim_that_is_given_up_is_our_own_loss(desk: RefundDesk) -> None:
    case, receipt = await desk.overpaid(200, KARIN)
    await desk.export()
    refund = await desk.refund(case)
    path, body = f"cases/{case}/refund-write-offs", {"refund": refund["_id"], "reason": "Payer not found"}
    said = (await desk.desk.office.post(path, body, 409))["_error"]["message"]
    assert said == "Nothing is owed to us for this refund."
    await desk.recall(receipt)
    before = await desk.hall.balances()
    answer = await desk.desk.office.post(path, body)
    assert (answer["_id"], answer["_status"]) == (refund["_id"], "OK")
    after = await desk.hall.balances()
    assert after.get(CLAIMS_ON_PAYERS, 0) - before[CLAIMS_ON_PAYERS] == -200_00
    assert after[LOSSES] - before.get(LOSSES, 0) == 200_00
    assert after.get(OWN_FEES_IN_CLIENT_FUNDS, 0) - before.get(OWN_FEES_IN_CLIENT_FUNDS, 0) == 200_00
    shown = await desk.refund(case)
    assert (shown["status"], shown["reason"], shown["claimed_amount"]) == ("written_off", "Payer not found", 0)
    assert await desk.items(case) == []
    await desk.desk.office.post(path, body, 409)
    other, _ = await desk.overpaid()
    issues = await desk.desk.office.refused(f"cases/{other}/refund-write-offs", body)
    assert issues == {"refund": f"value '{refund['_id']}' must exist in resource 'refunds', field '_id'"}
    await desk.is_right()


# Verified ---------------------------------------------------------------------------------------------------------------------


async def test_verifying_finds_a_refund_that_is_ordered_twice(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200, KARIN)
    await desk.export()
    refund = await desk.refund(case)
    again = "a" * 24
    async with desk.desk.database.transaction() as tx:
        await tx.execute(
            """insert into bank_order_lines (order_id, position, kind, subject_id, account_id, case_id, payment_id, amount,
                   execution_date, name, address, bank_account, message)
               select order_id, position + 1000, kind, $2, account_id, case_id, payment_id, amount, execution_date, name,
                   address, bank_account, message
               from bank_order_lines where kind = 'refund' and subject_id = $1""",
            refund["_id"],
            again,
        )
    found = [(one.table, one.id, one.what) for one in await desk.desk.office.differences()]
    assert ("bank_order_lines", again, "refund ordered") in found
    async with desk.desk.database.transaction() as tx:
        await tx.execute("delete from bank_order_lines where subject_id = $1", again)


async def test_verifying_finds_a_refund_that_its_case_does_not_have(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid()
    await desk.order(case, {"amount": 150} | ACCOUNT)
    refund = await desk.refund(case)
    for statement in ("status = 'exported'", "status = 'ordered', amount = 20100"):
        async with desk.desk.database.transaction() as tx:
            await tx.execute(f"update refunds set {statement} where id = $1", refund["_id"])
        what = {one.what for one in await desk.desk.office.differences() if one.table == "refunds"}
        assert what & {"amount taken from its payment", "ordered of what the case owes back"}, statement
    async with desk.desk.database.transaction() as tx:
        await tx.execute("update refunds set amount = 15000 where id = $1", refund["_id"])
    await desk.is_right()
