"""A letter that came back: nothing more goes to its address, nothing is interrupted by it, and a new address ends that."""

from __future__ import annotations

import json
from datetime import date

import pytest

from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.actions.work.test_change_customer import DAY, NEW_ADDRESS, patch, registered

CAME_BACK = {"date": "2026-09-10", "reason": "Flyttat, ny adress okänd"}


async def demanded(office: Office, days: Days, number: int) -> tuple[str, str, Body]:
    """A case, its customer and its demand, which has left."""
    days.at(date(2026, 9, 1))
    case, customer = await registered(office, customer=person(number))
    await days.work(DAY, EVENING)
    days.at(date(2026, 9, 10))
    return case, customer, (await letters(office, case))[0]


async def letters(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("letters", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return found


async def items(office: Office, case: str) -> list[tuple[str, str]]:
    found = (await office.get("work--items", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return [(one["kind"], one["reason"]) for one in found]


async def test_nothing_goes_to_the_address_until_there_is_another(office: Office, days: Days) -> None:
    case, customer, letter = await demanded(office, days, 30)
    made = await office.post(f"letters/{letter['_id']}/returned", CAME_BACK)
    shown = await office.get(f"letters/{letter['_id']}")
    assert (made["_etag"], made["kind"]) == (shown["_etag"], "debt_collection")
    assert (shown["returned"], shown["returned_reason"]) == (
        "Thu, 10 Sep 2026 00:00:00 GMT",
        "Flyttat, ny adress okänd",
    )
    await days.work(date(2026, 9, 10))
    kinds = await items(office, case)
    assert [kind for kind, _ in kinds] == ["letter_failed", "stopped"]
    assert "Flyttat" in kinds[0][1]
    assert "a new address is needed" in kinds[1][1]
    refused = await office.post(f"cases/{case}/letters", {"template": "contact_us"}, 409)
    assert "a new address is needed" in refused["_error"]["message"]
    days.at(date(2027, 6, 1))
    await days.work(date(2027, 6, 1), EVENING)
    assert len(await letters(office, case)) == 1, "no later letter"
    await patch(office.client, customer, {"address": NEW_ADDRESS})
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    for day in (date(2027, 6, 1), date(2027, 6, 2)):
        await days.work(day, EVENING)
    assert [one["kind"] for one in await letters(office, case)][1:], "it goes on"
    assert not await office.differences()


async def test_it_interrupts_no_limitation(office: Office, days: Days) -> None:
    case, _, letter = await demanded(office, days, 31)
    async with days.transaction() as tx:
        before = await tx.fetchval("select (flow -> 'demands')::text from cases where id = $1", case)
    assert "2026-09-02" in before
    await office.post(f"letters/{letter['_id']}/returned", CAME_BACK)
    async with days.transaction() as tx:
        after = await tx.fetchval("select (flow -> 'demands')::text from cases where id = $1", case)
    assert "2026-09-02" not in after


async def test_noted_twice_it_changes_nothing(office: Office, days: Days) -> None:
    case, _, letter = await demanded(office, days, 32)
    first = await office.post(f"letters/{letter['_id']}/returned", CAME_BACK)
    again = await office.post(f"letters/{letter['_id']}/returned", CAME_BACK | {"reason": "Okänd"})
    assert again["_etag"] == first["_etag"]
    assert len(await items(office, case)) == 1


async def test_an_address_that_the_letter_did_not_go_to_is_not_marked(office: Office, days: Days) -> None:
    case, customer, letter = await demanded(office, days, 33)
    await patch(office.client, customer, {"address": NEW_ADDRESS})
    await office.post(f"letters/{letter['_id']}/returned", CAME_BACK)
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})


@pytest.mark.parametrize("day", ["2026-09-01", "2026-09-11"])
async def test_a_day_that_cannot_be_is_refused(office: Office, days: Days, day: str) -> None:
    _, _, letter = await demanded(office, days, 34 if day < "2026-09-05" else 35)
    assert list(await office.refused(f"letters/{letter['_id']}/returned", CAME_BACK | {"date": day})) == ["date"]


async def test_a_letter_that_has_not_left_cannot_have_come_back(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    case, _ = await registered(office, customer=person(36))
    await days.work(DAY, only=("advance cases",))
    (letter,) = await letters(office, case)
    await office.post(f"letters/{letter['_id']}/returned", {"date": "2026-09-02", "reason": "Okänd"}, 409)
