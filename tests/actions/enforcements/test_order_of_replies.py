"""Replies of the authority and payments leave a case and its application the same, in whatever order they come."""

from __future__ import annotations

import os
import random
from datetime import date, timedelta
from typing import Any

import pytest

from tests.actions.enforcements.test_replies import application, reply, sent
from tests.actions.flow.days import Days
from tests.actions.office import Body, Office

EXAMPLES = int(os.environ.get("FORDRAN_TEST_EXAMPLES", "3"))
ORDER = {"reply": "verdict", "amounts": {"capital": 8000, "interest": 40, "costs": 680}}
HISTORIES: tuple[tuple[Body, ...], ...] = (
    ({"reply": "received"}, {"reply": "served"}, ORDER, {"reply": "execution"}, {"reply": "new_fee"}),
    ({"reply": "served"}, ORDER, {"reply": "execution"}, {"reply": "new_fee"}, {"reply": "ended"}),
    ({"reply": "served"}, {"reply": "contested"}, {"reply": "ended"}),
    ({"reply": "contested"}, {"reply": "verdict"}, {"reply": "ended"}),
    ({"reply": "received"}, {"reply": "dismissed"}, {"reply": "withdrawn"}),
)
FIRST, LAST = date(2026, 9, 24), date(2026, 10, 1)


def drawn(seed: int) -> list[Body]:
    """A history, with days of which some are the same; and payments, of which some settle everything."""
    chosen = random.Random(seed)
    days = sorted(chosen.choice([FIRST, FIRST + timedelta(3), LAST]) for _ in HISTORIES[seed % len(HISTORIES)])
    told = [one | {"date": day.isoformat()} for one, day in zip(HISTORIES[seed % len(HISTORIES)], days, strict=True)]
    paid = [
        {"pay": chosen.choice([100, 680, 3000, 3000, 12000]), "of": chosen.choice([date(2026, 9, 10), FIRST, LAST])}
        for _ in range(chosen.randint(1, 3))
    ]
    return [*told, *paid]


def somebody(number: int) -> str:
    """A personal identity number of its own: cases of one debtor share the fee of a demand."""
    body = f"900101{100 + number}"
    doubled = [int(digit) * (2 - at % 2) for at, digit in enumerate(body)]
    return f"{body}{-sum(sum(divmod(one, 10)) for one in doubled) % 10}"


async def play(office: Office, case: str, acts: list[Body]) -> None:
    """Send everything. A yearly fee before the execution is known is refused, and told again afterwards."""
    again = []
    for act in acts:
        if "pay" in act:
            await office.pay(case, act["pay"], act["of"])
            continue
        answer = await office.client.post(f"/cases/{case}/enforcement-replies", json=act)
        if answer.status_code == 409 and act["reply"] == "new_fee":
            again.append(act)
        else:
            assert answer.status_code == 201, (act, answer.text)
    for act in again:
        await reply(office, case, **act)


async def outcome(office: Office, case: str) -> dict[str, Any]:
    document, told = await office.case(case), await application(office, case)
    shown = {name: value for name, value in document.items() if name.startswith(("total_", "refund_"))}
    shown |= {name: document.get(name) for name in ("state", "status", "closed", "close_reason", "next_step")}
    days = [name for name in told if name.endswith(("_date", "_amount"))]
    shown |= {name: told[name] for name in (*days, "status", "replies")} | {"by": told.get("hand_over_by")}
    for at in (FIRST, LAST, date(2027, 3, 1)):
        statement = await office.statement(case, at)
        shown[f"statement {at}"] = [
            {name: value for name, value in line.items() if name != "fact"} for line in statement["lines"]
        ]
    disputes = (await office.get(f"cases/{case}/disputes"))["_items"]
    return shown | {"disputed": [one["reason"] for one in disputes if one["status"] == "open"]}


@pytest.mark.parametrize("seed", range(EXAMPLES * len(HISTORIES)))
async def test_the_order_of_arrival_makes_no_difference(office: Office, days: Days, seed: int) -> None:
    outcomes, acts = [], drawn(seed)
    for order in range(3):
        case = await sent(office, days, somebody(3 * seed + order))
        days.at(LAST)
        await play(office, case, acts if order == 0 else random.Random(f"{seed} {order}").sample(acts, len(acts)))
        outcomes.append(await outcome(office, case))
        await days.forget()
    assert outcomes[1] == outcomes[0]
    assert outcomes[2] == outcomes[0]


async def test_afterwards_everything_is_as_it_should_be(office: Office) -> None:
    assert await office.differences() == []
