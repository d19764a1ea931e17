"""A row of law that a sandbox tries: nothing changes before its day, and everything from it on."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.cases.tried_law import NoSuchArticle, NotSandbox, shown_law, try_law
from tests.actions.flow.days import Days
from tests.actions.office import Office

BEGINS = date(2026, 3, 4)


async def registered(office: Office) -> str:
    body = office.case_body(office.debt(invoice_date="2026-01-10"), first_action="reminder")
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def reminder_fee(office: Office, case: str) -> Any:
    return (await office.get(f"cases/{case}/settings"))["settings"]["reminder_fee"]


async def costs(office: Office, case: str, at: date) -> list[tuple[float, str]]:
    lines = (await office.statement(case, at))["lines"]
    return [(line["amount"], line["law"]) for line in lines if line["component"] == "costs"]


OWN = "lag (1981:739) 2 och 4 §§"


async def test_it_holds_from_its_day_in_settings_letters_and_statements(office: Office, days: Days) -> None:
    days.at(date(2026, 3, 2))
    first = await registered(office)
    async with days.transaction() as tx:
        law = await try_law(tx, "reminder", BEGINS, 70_00)
    rows = [(row["amount"], row["is_tried"]) for row in shown_law(law) if row["article"] == "reminder"]
    assert rows == [(60, False), (70, True)]
    assert await reminder_fee(office, first) == {"value": 60, "level": "default", "law": OWN}
    await days.live(date(2026, 3, 3))
    second = await registered(office)
    assert await costs(office, first, BEGINS) == [(60, OWN)]
    assert (await reminder_fee(office, second))["value"] == 60
    await days.live(BEGINS)
    tried = f"{OWN} (rad på prov från {BEGINS.isoformat()})"
    assert await reminder_fee(office, second) == {"value": 70, "level": "default", "law": tried}
    assert await costs(office, second, BEGINS) == [(70, tried)]
    assert await costs(office, first, BEGINS) == [(60, OWN)]
    letters = (await office.get("letters", where=f'{{"case": "{second}"}}'))["_items"]
    assert [(letter["kind"], letter["fee"]) for letter in letters] == [("reminder", 70)]
    assert await office.differences() == []


async def test_what_the_law_has_no_amount_for_is_refused(office: Office) -> None:
    async with office.app.database.transaction() as tx:
        with pytest.raises(NoSuchArticle, match="invoice_fee"):
            await try_law(tx, "invoice_fee", clock.now().date(), 1)


async def test_only_a_sandbox_tries_law(office: Office) -> None:
    async with office.app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
        with pytest.raises(NotSandbox):
            await try_law(tx, "reminder", clock.now().date(), 1)
        await tx.execute("update installation set sandbox = true")
