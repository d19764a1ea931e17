"""One case that fails does not stop its batch: it waits for a person with the reason, and the rest go on."""

from __future__ import annotations

import json
from datetime import date

from tests.actions.flow.days import Days
from tests.actions.flow.people import register_debts
from tests.actions.office import Office


async def test_a_case_that_cannot_be_read_waits_and_the_others_are_reminded(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    cases = await register_debts(office, people=3, each=2, invoiced="2026-07-16", first_action="reminder")
    broken = cases[2]
    change = "update cases set flow = flow {} where id = $1"
    async with days.transaction() as tx:
        await tx.execute(change.format("""|| '{"unheard_of": 1}'"""), broken)
    await days.work(date(2026, 9, 2))
    states = {case: (await office.case(case))["state"] for case in cases}
    assert states.pop(broken) == "initializing"
    assert set(states.values()) == {"reminder"}
    (item,) = (await office.get("work--items", where=json.dumps({"case": broken})))["_items"]
    assert item["kind"] == "step_failed"
    assert "unheard_of" in item["reason"]
    async with days.transaction() as tx:
        await tx.execute(change.format("- 'unheard_of'"), broken)
    await days.work(date(2026, 9, 3))
    assert (await office.case(broken))["state"] == "reminder"
    assert "resolved" in await office.get(f"work--items/{item['_id']}")
