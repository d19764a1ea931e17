"""What is not to leave any more, what no channel of the house could take, and what waits for the operator's own name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.days.run_day import DAY
from fordran.actions.delivery.hold_back import hold_back_deliveries
from fordran.api.app import Api
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.worker.schedule import duties
from tests.actions.delivery.house import ADDRESS, House, open_house
from tests.actions.office import Office


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path) as opened:
        yield opened


async def _hold_back(house: House) -> int:
    async with house.app.database.transaction() as tx:
        return await hold_back_deliveries(tx, house.now)


async def _cancel(house: House, invoice: str) -> None:
    case = (await house.office.get(f"invoices/{invoice}"))["case"]
    await house.office.cancel(case)


async def test_an_invoice_that_was_cancelled_before_it_left_does_not_leave(house: House) -> None:
    kept, taken_back = [await house.invoice(customer={"customer_number": f"H{number}"}) for number in (1, 2)]
    await _cancel(house, taken_back)
    await house.work()
    assert [item["delivery"] for item in house.items("print")] == [kept]
    assert (await house.delivery(taken_back))["status"] == "queued", "nobody takes it, whenever it is looked at"
    assert await _hold_back(house) == 1
    shown = await house.delivery(taken_back)
    assert (shown["status"], shown["attempts"]) == ("failed", 0)
    assert shown["reason"] == "held back: the case was closed as cancelled before it left"
    assert await house.told(taken_back) == [], "no channel gave it up"
    assert await _hold_back(house) == 0


async def test_what_has_left_is_not_held_back(house: House) -> None:
    left = await house.invoice(customer={"customer_number": "H3"})
    await house.work()
    await _cancel(house, left)
    assert await _hold_back(house) == 0
    assert (await house.delivery(left))["status"] == "sent"


async def _credit(house: House, invoice: str, amount: int) -> str:
    """A credit invoice of an invoice; its id."""
    number = (await house.office.get(f"invoices/{invoice}"))["invoice_number"]
    said = house.office.invoice_body(amount, invoice_type="credit_invoice", reference_number=number)
    id_: str = (await house.office.post("invoice--registrations", said))["_invoice"]
    house.now = max(house.now, clock.now())
    return id_


def _left(house: House) -> set[str]:
    return {item["delivery"] for item in house.items("print")}


async def test_an_invoice_that_was_credited_whole_before_it_left_does_not_leave(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "H10"})
    shown = await house.office.get(f"invoices/{invoice}")
    await house.office.credit(shown["case"], 1000)
    assert (await house.office.case(shown["case"]))["close_reason"] == "credited"
    await house.work()
    assert await _hold_back(house) == 1
    await house.work()
    assert _left(house) == set()
    held = await house.delivery(invoice)
    assert held["reason"] == "held back: the case was closed as credited before it left"
    assert (held["status"], held["attempts"]) == ("failed", 0)


async def test_neither_an_invoice_nor_its_credit_invoice_leaves_where_both_were_registered_before(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "H11"})
    credit = await _credit(house, invoice, 1000)
    await house.work()
    assert await _hold_back(house) == 2
    await house.work()
    assert _left(house) == set(), "the customer would hear twice of what it owes nothing for"
    assert {(await house.delivery(one))["status"] for one in (invoice, credit)} == {"failed"}


async def test_an_invoice_that_was_credited_in_part_leaves_and_so_does_its_credit_invoice(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "H12"})
    credit = await _credit(house, invoice, 400)
    await house.work()
    assert await _hold_back(house) == 0
    assert _left(house) == {invoice, credit}


async def test_a_credit_invoice_leaves_where_its_invoice_has_left(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "H13"})
    await house.work()
    credit = await _credit(house, invoice, 1000)
    await house.work()
    assert await _hold_back(house) == 0
    assert _left(house) == {invoice, credit}


async def test_a_credit_invoice_leaves_where_the_creditor_distributed_its_invoice_itself(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "H14"}, preferred_invoice_distribution="none")
    credit = await _credit(house, invoice, 1000)
    await house.work()
    assert await _hold_back(house) == 0
    assert _left(house) == {credit}


async def test_an_invoice_that_was_paid_before_it_left_leaves_as_a_receipt(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "H15"})
    case = (await house.office.get(f"invoices/{invoice}"))["case"]
    await house.office.pay(case, 1000, clock.stockholm_date(house.now))
    await house.work()
    assert await _hold_back(house) == 0
    assert _left(house) == {invoice}


async def test_without_a_mail_server_an_e_mail_is_printed_and_nothing_is_told_of_it(house: House) -> None:
    id_ = await house.invoice(customer={"customer_number": "H4", "email": "karin@example.com"})
    assert (await house.delivery(id_))["channel"] == "email"
    await house.work()
    shown = await house.delivery(id_)
    assert (shown["channel"], shown["status"], shown["history"]) == ("print", "sent", [])
    assert await house.told(id_) == ["invoice.sent print"]


@pytest.mark.parametrize("name", ["advance cases", "confirm closings", "make letters", "print invoices"])
def test_nothing_is_begun_in_an_invented_name(name: str) -> None:
    (thing,) = [thing for thing in DAY if thing.name == name]
    assert thing.needs_operator


async def test_a_case_takes_no_step_while_the_operators_name_is_invented(house: House) -> None:
    case = await _overdue(house)
    before = await house.office.case(case)
    await _advance(house, Operator())
    assert (await house.office.case(case))["state"] == before["state"]
    assert (await house.office.get("letters", where=f'{{"case": "{case}"}}'))["_items"] == []
    assert (await house.office.case(case))["total_remaining_costs_amount"] == 0
    await _advance(house, replace(house.settings.operator, public_url="https://inkasso.example"))
    assert (await house.office.case(case))["state"] != before["state"]


async def _overdue(house: House) -> str:
    invoiced = clock.stockholm_date(house.now) - timedelta(days=40)
    debt = house.office.debt(invoice_date=invoiced.isoformat())
    customer = house.office.customer_body(id_number="", customer_number="H5", address=ADDRESS)
    made = await house.office.post("case--registrations", house.office.case_body(debt, customer=customer))
    case: str = made["_cases"][0]
    return case


async def _advance(house: House, operator: Operator) -> None:
    """Do once what a worker does tomorrow when cases are due; the clock goes back."""
    (duty,) = [duty for duty in duties(replace(house.settings, operator=operator)) if duty.name == "advance cases"]
    async with house.app.database.transaction() as tx:
        await tx.execute("update installation set clock_offset_days = clock_offset_days + 1")
        await duty.act(tx)
        await tx.execute("update installation set clock_offset_days = clock_offset_days - 1")
