"""Debits by Autogiro: planned and announced, sent in their time and once, and taken back when nothing is owed any more."""

from __future__ import annotations

from datetime import date

import pytest

from tests.actions.autogiro.drawing import (
    WORK,
    active,
    cancel_line,
    debit_line,
    debits,
    export,
    planned_case,
    states,
    unwritten,
    write_all,
)
from tests.actions.autogiro.test_mandates import end
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office
from tests.actions.work.test_change_customer import registered

FIRST = date(2026, 9, 30)


async def announcements(office: Office, case: str) -> list[dict[str, str]]:
    async with office.app.database.transaction() as tx:
        rows = await tx.fetch(
            "select details ->> 'text' as text, status from letters where case_id = $1 and kind = 'free' order by id",
            case,
        )
    return [dict(row) for row in rows]


async def test_each_instalment_is_announced_and_drawn_on_its_day(office: Office, days: Days) -> None:
    case, mandate = await planned_case(office, days, 950)
    await days.work(date(2026, 9, 2), only=WORK)
    found = await debits(office, case)
    plan = (await office.get(f"cases/{case}/amortization-plans"))["_items"][0]
    assert [one["amount"] for one in found] == [round(one["amount"] * 100) for one in plan["instalments"]]
    assert [one["day"] for one in found] == [FIRST, date(2026, 10, 30), date(2026, 11, 30)]
    ((told),) = await announcements(office, case)
    assert told["status"] == "shown"
    assert told["text"].replace("\u00a0", " ").split("\n")[1].startswith("30 september 2026: ")
    assert "4910" in told["text"]
    days.at(date(2026, 9, 15))
    assert await export(office, mandate) == [], "more than ten banking days before"
    days.at(date(2026, 9, 16))
    assert await export(office, mandate) == [debit_line(mandate, found[0])]
    assert await export(office, mandate) == [], "once"
    assert await states(office, case) == ["sent", "planned", "planned"]
    assert (await office.case(case))["amount_on_its_way"] == found[0]["amount"] / 100
    assert not await office.differences()


async def test_a_file_that_was_not_written_holds_the_same_debit_again(office: Office, days: Days) -> None:
    case, mandate = await planned_case(office, days, 951)
    await days.work(date(2026, 9, 2), only=WORK)
    days.at(date(2026, 9, 20))
    first, second = await unwritten(office), await unwritten(office)
    (content,) = first
    assert second == first
    (debit, *_) = await debits(office, case)
    opening, *lines = content.decode("latin-1").split("\r\n")
    assert opening == f"0120260920AUTOGIRO{'':44}4711170009912346  "
    assert lines.count(debit_line(mandate, debit)) == 1
    assert lines[-1] == ""
    await write_all(office)
    assert await unwritten(office) == []


async def test_a_demand_is_drawn_eight_banking_days_after_it_was_announced(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    case, _ = await registered(office, customer=person(952))
    mandate = await active(office, case)
    await days.work(date(2026, 9, 2), only=WORK)
    assert (await office.case(case))["state"] == "debt_collection"
    (debit,) = await debits(office, case)
    assert debit["day"] == date(2026, 9, 14)
    stated = await office.statement(case, at=debit["day"])
    assert debit["amount"] == round(stated["total_remaining_transaction_amount"] * 100)
    days.at(date(2026, 9, 3))
    assert await export(office, mandate) == [debit_line(mandate, debit)]
    shown = await office.case(case)
    assert shown["next_step"] == "payment", "the case waits for the money"


async def test_what_is_paid_before_is_not_drawn(office: Office, days: Days) -> None:
    case, mandate = await planned_case(office, days, 953)
    await days.work(date(2026, 9, 2), only=WORK)
    first, second, _ = await debits(office, case)
    days.at(date(2026, 9, 4))
    await office.pay(case, (first["amount"] + 100) / 100, on="2026-09-04")
    await days.work(date(2026, 9, 5), only=WORK)
    assert await states(office, case) == ["withdrawn", "planned", "planned"]
    days.at(date(2026, 10, 20))
    assert await export(office, mandate) == [debit_line(mandate, second | {"amount": second["amount"] - 100})]


@pytest.mark.parametrize(
    ("number", "act"), [(954, "dispute"), (955, "close"), (956, "lift"), (957, "mandate"), (958, "pay")]
)
async def test_what_is_not_owed_any_more_is_taken_back(office: Office, days: Days, number: int, act: str) -> None:
    case, mandate = await planned_case(office, days, number)
    await days.work(date(2026, 9, 2), only=WORK)
    days.at(date(2026, 9, 16))
    await export(office, mandate)
    await stop(office, case, mandate, act)
    await days.work(date(2026, 9, 17), only=WORK)
    assert await states(office, case) == ["cancelling", "withdrawn", "withdrawn"]
    assert (await office.case(case))["amount_on_its_way"] == 0
    first, *_ = await debits(office, case)
    lines = await export(office, mandate)
    assert lines[0] == cancel_line(mandate, first)
    assert [line[:2] for line in lines[1:]] == (["03"] if act == "mandate" else [])
    assert await export(office, mandate) == []
    assert not await office.differences()


async def stop(office: Office, case: str, mandate: dict[str, str], act: str) -> None:
    if act == "dispute":
        await office.post(f"cases/{case}/disputes", {"reason": "Varan kom aldrig."})
    elif act == "close":
        await office.cancel(case)
    elif act == "lift":
        tag = {"If-Match": (await office.case(case))["_etag"]}
        answer = await office.client.delete(f"/cases/{case}/amortization-plans", headers=tag)
        assert answer.status_code < 300, answer.text
    elif act == "mandate":
        await end(office, mandate)
    else:
        await office.pay(case, 20_000, on="2026-09-16")


async def test_there_is_no_time_to_cancel_on_the_day_itself(office: Office, days: Days) -> None:
    case, mandate = await planned_case(office, days, 959)
    await days.work(date(2026, 9, 2), only=WORK)
    days.at(date(2026, 9, 16))
    await export(office, mandate)
    days.at(FIRST)
    await office.post(f"cases/{case}/disputes", {"reason": "Varan kom aldrig."})
    await days.work(FIRST, only=WORK)
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == ("sent", "too_late_to_cancel")
    assert await export(office, mandate) == []


async def test_a_debit_that_is_too_late_is_not_sent_and_somebody_is_told(office: Office, days: Days) -> None:
    case, mandate = await planned_case(office, days, 960)
    await days.work(date(2026, 9, 2), only=WORK)
    days.at(date(2026, 9, 29))
    assert await export(office, mandate) == []
    first, *_ = await debits(office, case)
    assert (first["state"], first["reason"]) == ("withdrawn", "not_sent_in_time")
    items = await office.get("work--items", where=f'{{"case": "{case}", "kind": "autogiro_failed"}}')
    assert len(items["_items"]) == 1


async def test_an_instalment_that_is_too_near_is_paid_as_before(office: Office, days: Days) -> None:
    case, _ = await planned_case(office, days, 961, first="2026-09-11")
    await days.work(date(2026, 9, 2), only=WORK)
    assert [one["day"] for one in await debits(office, case)] == [date(2026, 10, 12), date(2026, 11, 11)]


async def test_another_account_announces_what_is_left_anew(office: Office, days: Days) -> None:
    case, first = await planned_case(office, days, 962)
    await days.work(date(2026, 9, 2), only=WORK)
    second = await active(office, case)
    await days.work(date(2026, 9, 3), only=WORK)
    assert sorted(await states(office, case)) == ["planned"] * 3 + ["withdrawn"] * 3
    of = {one["mandate_id"] for one in await debits(office, case) if one["state"] == "planned"}
    assert of == {second["_id"]} != {first["_id"]}
