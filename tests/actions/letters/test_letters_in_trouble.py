"""Letters whose ground has gone, or that cannot be made: none leaves, none is lost, and none keeps the others waiting."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.delivery.show import show_deliveries
from fordran.actions.letters import letters_leave as sending
from fordran.actions.letters.make_letters import make_letters
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from tests.actions.office import Body, Office

ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"}


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data = tmp_path_factory.mktemp("data")
    return dataclasses.replace(Settings(), database_url=database_url, data=data, rate_limit_per_second=0)


async def demanded(office: Office, number: int) -> str:
    """A case whose demand has left."""
    moved = await office.post("clock", {"days": 0})
    invoiced = (date.fromisoformat(moved["date"]) - timedelta(days=40)).isoformat()
    customer = office.customer_body(id_number="", customer_number=f"T{number}", address=ADDRESS)
    body = office.case_body(office.debt(invoice_date=invoiced), customer=customer)
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    await office.write_by_email()
    await office.post("clock", {"days": 1})
    return case


async def today(office: Office, days: int = 0) -> str:
    moved = await office.post("clock", {"days": 0})
    return (date.fromisoformat(moved["date"]) + timedelta(days=days)).isoformat()


async def letters(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    return found


async def reasons(office: Office, case: str) -> list[str]:
    items = (await office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    return [item["reason"] for item in items]


async def test_a_plan_that_is_disputed_the_same_day_is_not_written_about(office: Office) -> None:
    case = await demanded(office, 1)
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": await today(office, 20)})
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara."})
    await office.post("clock", {"days": 1})
    statuses = {letter["kind"]: letter["status"] for letter in await letters(office, case)}
    assert statuses == {"debt_collection": "shown", "amortization_plan": "stopped", "dispute": "shown"}
    assert any("there is no instalment plan" in reason for reason in await reasons(office, case))


async def test_an_objection_that_is_accepted_in_part_still_holds(office: Office) -> None:
    case = await demanded(office, 2)
    await office.post(f"cases/{case}/disputes", {"reason": "Hälften saknas."})
    answer = {"outcome": "partly", "amount": 400, "answer": "Ni har delvis rätt."}
    said = await office.post(f"cases/{case}/dispute-answers", answer)
    assert (said["state"], said["status"]) == ("debt_collection", "disputed")
    assert (await office.case(case))["total_remaining_capital_amount"] == 600
    await office.post("clock", {"days": 30})
    there = await office.case(case)
    assert (there["state"], there["status"], there["total_added_costs_amount"]) == ("debt_collection", "disputed", 180)
    assert [letter["kind"] for letter in await letters(office, case)] == [
        "debt_collection",
        "dispute",
        "dispute_answer",
    ]
    assert await office.differences() == []


async def test_an_objection_that_is_accepted_closes_the_case_and_is_answered(office: Office) -> None:
    case = await demanded(office, 3)
    await office.post(f"cases/{case}/disputes", {"reason": "Allt saknas."})
    said = await office.post(f"cases/{case}/dispute-answers", {"outcome": "accepted"})
    assert (said["state"], said["status"]) == ("closed", "credited")
    await office.post("clock", {"days": 1})
    assert [letter["status"] for letter in await letters(office, case)] == ["shown", "shown", "shown"]
    assert await office.differences() == []


async def test_what_was_paid_on_the_day_of_a_plan_but_before_it_is_in_no_instalment(office: Office) -> None:
    case = await demanded(office, 4)
    await office.pay(case, 300, await today(office))
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 2, "first_date": await today(office, 20)})
    there = await office.case(case)
    assert there["next_step"] == "amortization_notice", "the first instalment is still to be paid"
    await office.post("clock", {"days": 40})
    assert (await office.case(case))["status"] != "amortization", "it was not, and the plan has ended"


async def test_an_envelope_that_cannot_be_made_is_put_on_the_work_list_at_once_and_keeps_no_other_waiting(
    office: Office, settings: Settings
) -> None:
    stuck, other = await demanded(office, 5), await demanded(office, 6)
    media = MediaFolder(settings.data / "media")
    until = await today(office, 20)
    for case in (stuck, other):
        await office.post(f"cases/{case}/respite", {"until": until})
    async with office.app.database.transaction() as tx:
        # What a letter says its time is, is not there.
        await tx.execute(
            "update letters set details = details - 'until' where case_id = $1 and kind = 'respite'", stuck
        )
    now = clock.now() + timedelta(seconds=2)
    made = 1
    while made:
        async with office.app.database.transaction() as tx:
            made = await make_letters(tx, media.put, Operator(), now)
    statuses = {case: (await letters(office, case))[-1]["status"] for case in (stuck, other)}
    assert statuses == {stuck: "failed", other: "made"}
    (reason,) = await reasons(office, stuck)
    assert reason == "respite: cannot be made: KeyError('until')"
    assert await reasons(office, other) == []


async def test_an_envelope_that_cannot_leave_is_put_aside_and_keeps_no_other_waiting(
    office: Office, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, other = await demanded(office, 7), await demanded(office, 8)
    media = MediaFolder(settings.data / "media")
    until = await today(office, 20)
    for case in (stuck, other):
        await office.post(f"cases/{case}/respite", {"until": until})
    note_left = sending.note_left

    def stumbles(flowing: FlowingCase, *more: Any) -> None:
        if flowing.case.id == stuck:
            raise RuntimeError("its flow has no such letter")
        note_left(flowing, *more)

    async def work(now: datetime) -> None:
        for act in (
            lambda tx: make_letters(tx, media.put, Operator(), now),
            lambda tx: show_deliveries(tx, "letters", Operator(), now),
        ):
            for _ in range(20):
                async with office.app.database.transaction() as tx:
                    if not await act(tx):
                        break
            else:
                raise AssertionError("it is tried again and again")

    async def last() -> list[str]:
        return [(await letters(office, case))[-1]["status"] for case in (stuck, other)]

    # In the morning: what is made on one day does not leave on the next.
    now = (clock.now() + timedelta(days=1)).replace(hour=6)
    with monkeypatch.context() as patched:
        patched.setattr(sending, "note_left", stumbles)
        for minutes in (0, 30, 61):
            await work(now + timedelta(minutes=minutes))
    assert await last() == ["made", "shown"]
    (reason,) = await reasons(office, stuck)
    assert reason.endswith(": cannot leave: RuntimeError('its flow has no such letter')")
    assert await reasons(office, other) == []
    await work(now + timedelta(hours=3))
    assert await last() == ["shown", "shown"]
    (item,) = (await office.get("work--items", where=f'{{"case": "{stuck}"}}'))["_items"]
    assert (item["kind"], "resolved" in item) == ("duty_failed", True)
