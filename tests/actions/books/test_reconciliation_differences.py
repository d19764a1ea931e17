"""What the bank's balance and the books differ by is named, part by part: a story of a bad week, in a database of its own."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from fordran.api.app import Api
from tests.actions.bank_hall import camt054, deposit, paid
from tests.actions.books.test_reconciliation import (
    CONFIG,
    FRIDAY,
    MONDAY,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    bring,
    days,
    left,
    statement,
)
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk


def causes(row: dict[str, Any]) -> list[tuple[str, float]]:
    parts = [part.split() for part in (row["made_up_of"] or "").split("; ") if part]
    return [(cause, float(amount)) for cause, amount, _ in parts]


async def told(desk: PayoutDesk, day: date) -> tuple[int | None, int, int, int]:
    row = (await days(desk))[day]
    return row["bank_balance"], row["books"], row["in_transit"], row["difference"]


async def debt(desk: PayoutDesk, kronor: int) -> str:
    number: str = (await desk.office.case(await desk.debt(kronor)))["ocr_number"]
    return number


async def test_each_part_of_a_difference_is_named(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config=CONFIG)

    # The account held 500 kr before we began, and 1 000 kr came for a case.
    number = await debt(desk, 1000)
    await bring(desk, statement(MONDAY, 500_00, deposit(paid(1000_00, number), day=MONDAY)), MONDAY)
    assert await told(desk, MONDAY) == (1500_00, 1000_00, 0, 500_00)
    assert causes((await days(desk))[MONDAY]) == [("opening_balance", 500)]

    # The bank took 25 kr for its trouble.
    await bring(desk, statement(TUESDAY, 1500_00, deposit(left(25_00), day=TUESDAY)), TUESDAY)
    assert await told(desk, TUESDAY) == (1475_00, 1000_00, 0, 475_00)
    assert causes((await days(desk))[TUESDAY]) == [("opening_balance", 500), ("withdrawal", -25)]

    # A statement is missing, by which 10 kr came; and 70 kr came that only another file tells of.
    other = await debt(desk, 70)
    await bring(desk, camt054(deposit(paid(70_00, other), day=WEDNESDAY)), WEDNESDAY)
    await bring(desk, statement(WEDNESDAY, 1485_00), WEDNESDAY)
    assert await told(desk, WEDNESDAY) == (1485_00, 1070_00, 0, 415_00)
    parts = causes((await days(desk))[WEDNESDAY])
    assert parts == [("opening_balance", 500), ("statement_missing", 10), ("withdrawal", -25), ("unexplained", -70)]

    # What came is paid out; the bank books it without a word of what it is.
    await desk.prepare(THURSDAY)
    assert await desk.export(THURSDAY) is not None
    assert (await days(desk))[THURSDAY]["in_transit"] == 1070_00
    await bring(desk, statement(THURSDAY, 1485_00, deposit(left(1070_00), day=THURSDAY)), THURSDAY)
    assert await told(desk, THURSDAY) == (415_00, 0, 0, 415_00), "no more than there was already"

    last = (await days(desk))[FRIDAY]
    assert (last["bank_balance"], last["difference"], last["made_up_of"]) == (None, 0, None), "the bank says nothing"


async def test_a_batch_that_the_bank_books_as_one_sum_is_known_by_its_id(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config=CONFIG | {"payout_capital_by_invoice": True})
    before = (await days(desk))[THURSDAY]
    for kronor in (100, 200):
        await desk.paid(await desk.debt(kronor), kronor * 100, WEDNESDAY)
    await desk.prepare(THURSDAY)
    done = await desk.export(THURSDAY)
    assert done is not None
    assert (await days(desk))[THURSDAY]["in_transit"] - before["in_transit"] == 300_00
    # Another 300 kr left before it, which is not the order's, though it comes to as much.
    others = deposit(left(300_00, "somebody's"), day=THURSDAY, itemised=False)
    file = statement(FRIDAY, 415_00, others, deposit(left(300_00), day=FRIDAY, itemised=False))
    batch = f"<Btch><PmtInfId>{done.order}-1</PmtInfId><NbOfTxs>".encode()
    head, _, tail = file.rpartition(b"<Btch><NbOfTxs>")
    await bring(desk, head + batch + tail, FRIDAY)
    after = await days(desk)
    assert after[THURSDAY]["in_transit"] - before["in_transit"] == 300_00, "the batch left on Friday"
    assert after[FRIDAY]["in_transit"] - before["in_transit"] == 0
    assert ("withdrawal", -300) in causes(after[FRIDAY])


async def test_what_was_paid_by_hand_is_under_way_until_the_bank_tells_of_it(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config=CONFIG)
    before = (await days(desk))[FRIDAY]["in_transit"]
    await desk.paid(await desk.debt(333), 333_00, WEDNESDAY)
    await desk.prepare(THURSDAY)
    payout = await desk.payout()
    tag = {"if-match": payout["_etag"]}
    path = f"/finance--payouts/{payout['_id']}"
    answer = await desk.office.client.patch(path, json={"payout_date": "2026-11-15"}, headers=tag)
    assert answer.status_code == 200, answer.text
    assert (await days(desk))[FRIDAY]["in_transit"] - before == 333_00
    await bring(desk, camt054(deposit(left(333_00), day=FRIDAY)), FRIDAY)
    assert (await days(desk))[FRIDAY]["in_transit"] == before
