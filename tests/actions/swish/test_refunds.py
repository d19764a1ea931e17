"""Money that came by Swish goes back by Swish: after two people, once, whatever is lost on the way, and not by the bank too."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fordran import clock
from fordran.actions.refusals import Conflict
from fordran.actions.swish.asking import ask_soon
from fordran.actions.swish.refunds import settle_refund
from fordran.domain.bank.swish_refunds import ERRORS
from fordran.outside.stand_ins.swish import OUTAGES, REFUND_ENDED, REFUND_REFUSED_BY_RULE
from fordran.shape.fields import Refused
from tests.actions.approvals.test_decisions import assert_verified
from tests.actions.swish.refunding import Refunding


async def test_a_refund_leaves_by_swish_after_two_people_and_is_in_the_books_once(refunding: Refunding) -> None:
    desk = refunding.desk
    case = await refunding.overpaid()
    assert (await desk.refunds.case(case))["refund_amount"] == 200
    id_ = await refunding.ordered(case)
    # One person alone does not move the money, and who asked does not approve.
    assert await refunding.step() == 0
    with pytest.raises(Conflict):
        await desk.approve(desk.anna, id_)
    assert await desk.approve(desk.bo, id_)
    assert await refunding.step() == 1
    assert await refunding.step(1) == 1
    assert await refunding.state(id_) == ("exported", "paid", None)
    assert refunding.sent_back == 200
    shown = await desk.refunds.refund(case)
    assert (shown["status"], shown["by_swish"], "bank_account" in shown) == ("exported", True, False)
    assert (await desk.refunds.case(case))["refund_amount"] == 0
    traced = await desk.refunds.desk.office.get(f"cases/{case}/trace")
    (back,) = traced["payments"][0]["refunds"]
    assert (back["refund"], back["by_swish"], back["amount"]) == (id_, True, 200)
    # The bank is not asked to pay it as well, and Swish is not asked again.
    assert await desk.refunds.export() == []
    assert await refunding.step(60) == 0
    assert refunding.way.asked.count("PUT v2/refunds") == 1
    await assert_verified(desk.database)


async def test_an_order_to_the_bank_beside_it_leaves_it_out(refunding: Refunding) -> None:
    desk = refunding.desk
    case = await refunding.overpaid(300)
    by_swish = await refunding.approved(case, 200)
    # The rest goes to an account.
    by_bank = (await desk.refunds.order(case, {"amount": 100, "bankgiro": "991-2346"}, 202))["_approval"]
    assert await desk.approve(desk.bo, by_bank)
    assert [amount for _, amount in await desk.refunds.export()] == ["100.00"]
    await refunding.step()
    await refunding.step(1)
    assert (await refunding.state(by_swish))[0] == (await refunding.state(by_bank))[0] == "exported"
    assert refunding.sent_back == 200
    await assert_verified(desk.database)


async def test_nothing_goes_by_swish_that_did_not_come_by_it(refunding: Refunding) -> None:
    case, _ = await refunding.desk.refunds.overpaid(200)
    with pytest.raises(Conflict, match="came by Swish"):
        await refunding.ordered(case)
    case = await refunding.overpaid()
    with pytest.raises(Refused):
        await refunding.ordered(case, Decimal("200.01"))
    await refunding.ordered(case, 200)
    with pytest.raises(Conflict):
        await refunding.ordered(case, Decimal("0.01"))


async def test_a_rejected_one_does_not_leave(refunding: Refunding) -> None:
    case = await refunding.overpaid()
    id_ = await refunding.ordered(case)
    assert await refunding.desk.reject(refunding.desk.bo, id_)
    assert await refunding.step() == 0
    assert await refunding.state(id_) == ("withdrawn", None, None)
    assert await refunding.desk.refunds.items(case) == ["refund_owed"]


# What Swish answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code in REFUND_REFUSED_BY_RULE if ERRORS[code].state == "failed"])
async def test_one_that_swish_refuses_is_for_a_person_again(refunding: Refunding, code: str) -> None:
    case = await refunding.overpaid()
    id_ = await refunding.approved(case)
    refunding.stand_in.refund_rules = [code]
    await refunding.step()
    assert await refunding.state(id_) == ("withdrawn", "failed", code)
    assert refunding.sent_back == 0
    assert (await refunding.desk.refunds.case(case))["refund_amount"] == 200
    assert await refunding.desk.refunds.items(case) == ["refund_owed"]
    # A person may order it again.
    again = await refunding.approved(case)
    await refunding.step()
    await refunding.step(1)
    assert (await refunding.state(again))[0] == "exported"
    assert refunding.sent_back == 200
    await assert_verified(refunding.desk.database)


@pytest.mark.parametrize("code", [code for code in REFUND_ENDED if ERRORS[code].state == "failed"])
async def test_one_that_ends_by_an_error_is_for_a_person_again(refunding: Refunding, code: str) -> None:
    case = await refunding.overpaid()
    id_ = await refunding.approved(case)
    refunding.stand_in.refund_rules = [code]
    await refunding.step()
    await refunding.step(1)
    assert await refunding.state(id_) == ("withdrawn", "failed", code)
    assert await refunding.desk.refunds.items(case) == ["refund_owed"]


async def test_one_while_another_is_in_progress_is_sent_again(refunding: Refunding) -> None:
    id_ = await refunding.approved(await refunding.overpaid())
    refunding.stand_in.refund_rules = ["RF09"]
    await refunding.step()
    assert await refunding.state(id_) == ("ordered", "open", "RF09")
    await refunding.step(1)
    await refunding.step(5)
    assert (await refunding.state(id_))[:2] == ("exported", "paid")
    assert refunding.sent_back == 200


@pytest.mark.parametrize("outage", OUTAGES)
async def test_a_swish_that_is_away_delays_and_loses_nothing(refunding: Refunding, outage: str) -> None:
    id_ = await refunding.approved(await refunding.overpaid())
    refunding.stand_in.refund_rules = [outage]
    await refunding.step()
    assert (await refunding.state(id_))[:2] == ("ordered", "open")
    await refunding.step(2)
    await refunding.step(10)
    assert (await refunding.state(id_))[:2] == ("exported", "paid")
    assert refunding.sent_back == 200


@pytest.mark.parametrize("how", ["before", "after"])
async def test_one_whose_answer_is_lost_is_looked_for_before_it_is_sent_again(refunding: Refunding, how: str) -> None:
    id_ = await refunding.approved(await refunding.overpaid())
    refunding.way.lost = [how]
    for minutes in (0, 2, 10):
        await refunding.step(minutes)
    assert (await refunding.state(id_))[:2] == ("exported", "paid")
    assert refunding.sent_back == 200
    assert refunding.way.asked.count("PUT v2/refunds") == (2 if how == "before" else 1)
    await assert_verified(refunding.desk.database)


# Unknown ----------------------------------------------------------------------------------------------------------------------


async def unknown(refunding: Refunding) -> tuple[str, str]:
    """A case with a refund of which Swish does not know whether the bank paid it."""
    case = await refunding.overpaid()
    id_ = await refunding.approved(case)
    refunding.stand_in.refund_rules = ["DS24"]
    await refunding.step()
    await refunding.step(1)
    assert await refunding.state(id_) == ("ordered", "unknown", "DS24")
    return case, id_


async def test_an_unknown_one_is_never_counted_as_failed_and_nothing_else_happens_to_its_money(
    refunding: Refunding,
) -> None:
    case, id_ = await unknown(refunding)
    desk = refunding.desk
    assert await desk.refunds.export() == []
    assert not await desk.waits(id_)
    await desk.refunds.order(case, {"amount": 200, "bankgiro": "991-2346"}, 409)
    with pytest.raises(Conflict):
        await refunding.ordered(case)
    assert "swish_missing" not in await desk.refunds.items(case)
    # After some banking days a person finds out.
    await desk_days_later(refunding, id_)
    assert "swish_missing" in await desk.refunds.items(case)
    assert (await refunding.state(id_))[0] == "ordered"


async def desk_days_later(refunding: Refunding, id_: str) -> None:
    """Let the days pass after which a person finds out, and Swish be asked."""
    async with refunding.desk.database.transaction() as tx:
        await tx.execute("update swish_refunds set until_day = until_day - 30 where id = $1", id_)
    await refunding.step(600)


@pytest.mark.parametrize(("found", "status", "left"), [("paid", "exported", 0), ("not_paid", "withdrawn", 200)])
async def test_a_person_settles_an_unknown_one_as_the_bank_has_it(
    refunding: Refunding, found: str, status: str, left: float
) -> None:
    case, id_ = await unknown(refunding)
    await desk_days_later(refunding, id_)
    async with refunding.desk.database.transaction() as tx:
        assert await settle_refund(tx, id_, found, clock.now()) == status  # type: ignore[arg-type]
    assert (await refunding.state(id_))[0] == status
    assert (await refunding.desk.refunds.case(case))["refund_amount"] == left
    assert "swish_missing" not in await refunding.desk.refunds.items(case)
    with pytest.raises(Conflict, match="answered"):
        async with refunding.desk.database.transaction() as tx:
            await settle_refund(tx, id_, "paid", clock.now())
    await assert_verified(refunding.desk.database)


async def test_an_unknown_one_that_swish_tells_of_in_the_end_is_paid(refunding: Refunding) -> None:
    _, id_ = await unknown(refunding)
    for one in refunding.stand_in._refunds.values():
        one.shown |= {"status": "PAID", "errorCode": None}
    await refunding.step(120)
    assert (await refunding.state(id_))[:2] == ("exported", "paid")
    await assert_verified(refunding.desk.database)


async def test_a_callback_is_a_hint_and_swish_is_asked(refunding: Refunding) -> None:
    id_ = await refunding.approved(await refunding.overpaid())
    await refunding.step()
    database = refunding.desk.database
    async with database.connection() as connection:
        identifier = await connection.fetchval("select callback_identifier from swish_refunds where id = $1", id_)
    assert await refunding.step() == 0
    async with database.transaction() as tx:
        assert await ask_soon(tx, identifier, clock.now())
        assert not await ask_soon(tx, "e" * 32, clock.now())
    assert await refunding.step() == 1
    assert (await refunding.state(id_))[:2] == ("exported", "paid")
    # One about a refund that has ended does nothing.
    async with database.transaction() as tx:
        assert await ask_soon(tx, identifier, clock.now())
    assert await refunding.step(60) == 0


async def test_another_refund_than_was_asked_for_is_not_believed(refunding: Refunding) -> None:
    id_ = await refunding.approved(await refunding.overpaid())
    await refunding.step()
    for one in refunding.stand_in._refunds.values():
        one.shown["amount"] = 1
    await refunding.step(1)
    assert await refunding.state(id_) == ("ordered", "unknown", "differs")


async def test_without_the_rule_of_two_one_person_is_enough(refunding: Refunding) -> None:
    refunding.worker.four_eyes = "off"
    id_ = await refunding.ordered(await refunding.overpaid())
    await refunding.step()
    await refunding.step(1)
    assert (await refunding.state(id_))[0] == "exported"
