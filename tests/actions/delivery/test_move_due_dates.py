"""An invoice that leaves later than it was registered gives its whole time from the day on which it leaves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.api.app import Api
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from tests.actions.delivery.house import House, open_house
from tests.actions.office import Office
from tests.pdf import text_of

DAY = 24 * 3600


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path) as opened:
        yield opened


async def debt_of(house: House, invoice: str) -> dict[str, Any]:
    case = (await house.office.get(f"invoices/{invoice}"))["case"]
    debt: dict[str, Any] = (await house.office.case(case))["debt"]
    return debt


async def shown(house: House, invoice: str) -> tuple[str, str, int, int]:
    """The day on which it left, its due date, and its days to the due date and without interest."""
    debt, document = await debt_of(house, invoice), await house.office.get(f"invoices/{invoice}")
    due, without = debt["invoice_due_days_after_invoice_date"], debt["interest_days_after_invoice_date"]
    return debt["left"][5:16], document["invoice_due_date"][5:16], due, without


async def test_an_invoice_that_leaves_on_its_day_keeps_its_due_date(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M1"})
    await house.work()
    assert await shown(house, invoice) == ("18 Nov 2026", "18 Dec 2026", 30, 30)
    await house.work(5 * DAY)
    assert await shown(house, invoice) == ("18 Nov 2026", "18 Dec 2026", 30, 30), "it has left"


async def test_an_invoice_that_waited_for_days_is_printed_again_with_its_whole_time(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M2"})
    await house.print()
    before = (await house.office.get(f"invoices/{invoice}"))["print"]
    house.now += timedelta(days=5)
    async with house.post() as post:
        await post.all()
    assert house.items("print") == [], "it does not leave with its old due date"
    assert await house.move_due_dates() == 1
    assert await house.move_due_dates() == 0
    await house.work()
    assert [item["delivery"] for item in house.items("print")] == [invoice]
    assert await shown(house, invoice) == ("23 Nov 2026", "23 Dec 2026", 35, 35)
    after = (await house.office.get(f"invoices/{invoice}"))["print"]
    assert after != before
    words = text_of(MediaFolder(house.settings.data / "media").get(after))
    assert "2026-12-23" in words
    assert "2026-12-18" not in words
    assert await house.office.differences() == []


async def test_each_further_day_of_waiting_moves_it_once(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M3"})
    for days in (1, 2):
        house.now += timedelta(days=1)
        assert await house.move_due_dates() == 1
        assert (await shown(house, invoice))[2:] == (30 + days, 30 + days)
    await house.work()
    assert (await house.delivery(invoice))["status"] == "sent"


async def test_a_paid_invoice_leaves_as_it_is(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M4"})
    case = (await house.office.get(f"invoices/{invoice}"))["case"]
    await house.office.pay(case, 1000, clock.stockholm_date(house.now))
    await house.work(3 * DAY)
    assert await shown(house, invoice) == ("18 Nov 2026", "18 Dec 2026", 30, 30)
    assert (await house.delivery(invoice))["status"] == "sent"


async def test_one_that_the_creditor_distributes_keeps_what_was_stated(house: House) -> None:
    await house.invoice(customer={"customer_number": "M5"}, preferred_invoice_distribution="none")
    house.now += timedelta(days=3)
    assert await house.move_due_dates() == 0
