"""Client funds by creditor, applications and the supervisor's figures, against what was done; and the watch over the funds."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.monitoring.watch_client_funds import watch_client_funds
from fordran.actions.reports.applications import applications
from fordran.actions.reports.client_funds import client_funds, short_creditors
from fordran.actions.reports.supervisor import supervisor
from fordran.api.app import Api
from fordran.domain.books.report import Report
from tests.actions.bank.refund_desk import KARIN, RefundDesk, open_refund_desk

EVER = (date(2020, 1, 1), date(2100, 1, 1))


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> RefundDesk:
    return await open_refund_desk(app, tmp_path)


async def test_a_creditor_that_is_short_is_shown_and_watched_until_its_money_is_there(desk: RefundDesk) -> None:
    office, database = desk.desk.office, desk.desk.database
    case, receipt = await desk.overpaid(200, KARIN)
    other = await desk.debt(400)
    await desk.pay(other[1], 400)
    today = clock.stockholm_date(clock.now())
    async with database.transaction() as tx:
        report = await client_funds(tx, today, today, office.creditor)
        assert office.creditor not in await short_creditors(tx, today)
    ((_, number, _name, money, to_creditors, to_debtors, *rest),) = report.rows
    assert number is not None
    assert (money, to_creditors, to_debtors, rest) == (1_600_00, 1_400_00, 200_00, [0, 0, 0, 0])
    await desk.export()
    await desk.recall(receipt)
    async with database.transaction() as tx:
        assert (await short_creditors(tx, today)).get(office.creditor) == 200_00
        whole = await client_funds(tx, today, today)
        assert await watch_client_funds(tx, clock.now()) >= 1
        assert await watch_client_funds(tx, clock.now()) == 0
    assert set(whole.values("difference")) == {0}
    (item,) = [one for one in (await office.get("work--items"))["_items"] if one["kind"] == "client_funds_short"]
    assert item["creditor"] == office.creditor
    await desk.pay((await desk.case(case))["ocr_number"], 1_200)
    async with database.transaction() as tx:
        assert office.creditor not in await short_creditors(tx, today)
        assert await watch_client_funds(tx, clock.now()) >= 1
    assert "resolved" in await office.get(f"work--items/{item['_id']}")


async def test_the_supervisor_s_figures_count_what_was_done(desk: RefundDesk) -> None:
    office = desk.desk.office
    async with desk.desk.database.transaction() as tx:
        before = await supervisor(tx, *EVER)
    case = await office.register_debt(5_000)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara."})
    async with desk.desk.database.transaction() as tx:
        after = await supervisor(tx, *EVER)
        assert (await applications(tx, *EVER, office.creditor)).rows == []
    assert after.total("capital") - before.total("capital") == 5_000_00
    more = {name: _count(after, name) - _count(before, name) for name in ("cases", "disputes", "applications")}
    assert more == {"cases": 1, "disputes": 1, "applications": 0}


def _count(report: Report, column: str) -> int:
    return sum(value for value in report.values(column) if isinstance(value, int))
