"""Random cases through the real flow: whoever pays what a letter asks by its last day owes nothing more, and nobody else.

`FORDRAN_TEST_FLOWS` says how many cases; `make histories` lives a thousand.
"""

from __future__ import annotations

import json
import os
import random
from datetime import date, timedelta
from typing import Any

from fordran.shape.moments import day_of, moment_of
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import APPLYING, Office

CASES = int(os.environ.get("FORDRAN_TEST_FLOWS", "24"))
SEED = int(os.environ.get("FORDRAN_TEST_SEED", "11"))
BEGINS, TOLD = date(2027, 12, 20), date(2028, 3, 15)
"""Over the turn of a year and a leap day; what was paid is told of when everything has happened."""

LEAST_ASKED = 25.0


async def register(office: Office, dice: random.Random, number: int) -> str:
    invoiced = BEGINS - timedelta(days=dice.randint(31, 90))
    ore = dice.choice([dice.randint(1_00, 40_00), dice.randint(40_00, 2000_00), dice.randint(2000_00, 90000_00)])
    body = office.case_body(
        office.debt(ore / 100, invoice_date=invoiced.isoformat()),
        customer=person(1000 + number),
        first_action=dice.choice(["reminder", "debt_collection"]),
        case_settings=APPLYING | {"use_enforcement": dice.random() < 0.5},
    )
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


def day(moment: str) -> date:
    return day_of(moment_of(moment))


async def letters_of(office: Office, case: str) -> list[dict[str, Any]]:
    found = await office.get("letters", where=json.dumps({"case": case}), sort="dated", max_results="50")
    return [one for one in found["_items"] if "pay_by" in one]


async def pay_as(office: Office, dice: random.Random, case: str, letters: list[dict[str, Any]], how: str) -> None:
    """Pay what one of the letters asks, while it is the newest: all of it in time, an öre less, or a day late."""
    place = dice.randrange(len(letters))
    letter = letters[place]
    sent, last = day(letter["dated"]), day(letter["pay_by"])
    ore = round(letter["amount"] * 100) - (how == "an öre less")
    on = last + timedelta(days=1) if how == "a day late" else sent + timedelta(days=dice.randint(0, (last - sent).days))
    await office.pay(case, ore / 100, on)


async def test_whoever_pays_what_the_letter_asks_by_its_last_day_is_free_and_nobody_else(
    office: Office, days: Days
) -> None:
    dice = random.Random(SEED)
    days.at(BEGINS)
    await office.give_mandate()
    cases = [await register(office, dice, number) for number in range(CASES)]
    await days.live(TOLD)
    days.at(TOLD)
    paid = 0
    for number, case in enumerate(cases):
        letters = await letters_of(office, case)
        assert all(letter["amount"] >= LEAST_ASKED for letter in letters), "nobody is written to for less"
        if not letters:
            assert (await office.case(case))["total_added_capital_amount"] < LEAST_ASKED
            continue
        how = ("in time", "an öre less", "a day late")[number % 3]
        await pay_as(office, dice, case, letters, how)
        shown = await office.case(case)
        given = [line for line in shown["transactions"] if line["type"] == "letter_paid"]
        if how == "in time":
            assert (shown["state"], shown.get("close_reason")) == ("closed", "paid"), case
            assert shown["total_remaining_transaction_amount"] == 0
            paid += 1
        else:
            assert given == [], f"{case}: {how}"
    assert paid
    assert await office.differences() == []
