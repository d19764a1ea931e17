"""On paper: what a letter that left says of itself, and to whom it is addressed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fordran.actions.debtors.codes import key_of
from fordran.domain.numbers import debtor_code
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.flow.printer import OPERATOR, Printer
from tests.actions.office import Office

REGISTERED, REMINDED, DEMANDED = date(2026, 9, 1), date(2026, 9, 2), date(2026, 9, 22)


@pytest.fixture
def printer(days: Days) -> Printer:
    return Printer(days)


async def register(office: Office, days: Days, number: int, **changes: Any) -> str:
    days.at(REGISTERED)
    body = office.case_body(
        office.debt(1000, invoice_date="2026-06-20"), first_action="reminder", customer=person(number) | changes
    )
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def letters(office: Office, case: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await office.get("letters", where=f'{{"case": "{case}"}}', sort="_id"))["_items"]
    return found


async def test_a_letter_says_its_number_its_case_and_its_code(office: Office, days: Days, printer: Printer) -> None:
    case = await register(office, days, 20)
    await printer.work(REMINDED)
    (letter,) = await letters(office, case)
    async with days.transaction() as tx:
        code = debtor_code.format(debtor_code.make(await key_of(tx, OPERATOR), "letter", letter["_id"]))
    number = (await office.case(case))["case_number"]
    said = [f"Brevnummer {letter['letter_number']}", f"Ärende {number}", f"Kod {code}", "inkasso.example/my"]
    assert [words for words in said if words not in printer.read(letter)] == []


async def test_the_first_letter_of_each_sender_tells_of_personal_data(
    office: Office, days: Days, printer: Printer
) -> None:
    case = await register(office, days, 21)
    for day in (REMINDED, DEMANDED, date(2026, 10, 20), date(2027, 4, 21)):
        await printer.work(day)
    told = {
        letter["kind"]: "inkasso.example/my/privacy" in printer.read(letter) for letter in await letters(office, case)
    }
    assert told == {"reminder": True, "debt_collection": True, "surveillance_letter": False}


async def test_every_line_of_an_address_is_on_the_letter_and_on_the_envelope(
    office: Office, days: Days, printer: Printer
) -> None:
    address = {"address_line_1": "c/o Ek", "address_line_2": "Storgatan 1", "zip_code": "11122", "city": "Stockholm"}
    case = await register(office, days, 22, address=address)
    await printer.work(REMINDED)
    (letter,) = await letters(office, case)
    assert "Kim Öberg 22 c/o Ek Storgatan 1 111 22 Stockholm" in printer.read(letter)
    async with days.transaction() as tx:
        receiver = await tx.fetchval("select receiver from envelopes where id = $1", letter["envelope"])
    assert receiver == "Kim Öberg 22\nc/o Ek\nStorgatan 1\n111 22 Stockholm"
