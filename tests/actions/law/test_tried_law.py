"""A row of law that a sandbox tries: nothing changes before its day, and everything from it on."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from fordran import clock
from fordran.actions.cases.law_in_force import law_in_force
from fordran.actions.law.law_rows import GivenLawRow, propose_law_row
from fordran.actions.law.shown_law import shown_law
from fordran.domain.law.payment_order import DEBT_PARTS
from fordran.shape.fields import Refused
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
        await propose_law_row(tx, GivenLawRow("reminder", BEGINS, 70_00), None, clock.now())
        law = await law_in_force(tx)
    rows = [(row["amount"], row["is_added"]) for row in shown_law(law, BEGINS) if row["article"] == "reminder"]
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


WRONG = [
    (GivenLawRow("invoice_fee", BEGINS, 100), "article"),
    (GivenLawRow("reminder", BEGINS), "amount"),
    (GivenLawRow("reminder", BEGINS, percent=Decimal(2)), "percent"),
    (GivenLawRow("reminder", BEGINS, -1), "amount"),
    (GivenLawRow("reminder", BEGINS, 100, claim_kind="loan"), "claim_kind"),
    (GivenLawRow("reference_rate", BEGINS, percent=Decimal(2)), "begins"),
    (GivenLawRow("reference_rate", date(2027, 1, 1), percent=Decimal(200)), "percent"),
    (GivenLawRow("reference_rate", date(2027, 1, 1), 200), "amount"),
    (GivenLawRow("order_of_payment", BEGINS, parts=("capital", "interest", "costs")), "parts"),
    (GivenLawRow("order_of_payment", BEGINS, parts=DEBT_PARTS, claim_kind="gift"), "claim_kind"),
]


@pytest.mark.parametrize(("given", "field"), WRONG)
async def test_a_row_of_wrong_values_is_refused(office: Office, given: GivenLawRow, field: str) -> None:
    async with office.app.database.transaction() as tx:
        with pytest.raises(Refused) as refused:
            await propose_law_row(tx, given, None, clock.now())
    assert field in refused.value.issues
