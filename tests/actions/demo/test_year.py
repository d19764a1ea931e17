"""The demo's year: a portfolio of cases, something for everybody to do, right books, and always the same."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from fordran import clock
from fordran.actions.books.reconciliation import reconciliation
from fordran.actions.demo.fill_demo import DemoYear, fill_demo
from fordran.actions.demo.year import WEEK, YEAR, year
from fordran.actions.proof.verify import verify
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import OrderFolder
from fordran.settings import Settings
from fordran.store.connections.database import Database

INVOICES = Settings.demo_invoices


def test_a_year_is_drawn_the_same_each_time_and_fits_in_it() -> None:
    drawn = year(INVOICES)
    assert len(drawn) == INVOICES
    assert [(day, story.kronor, story.customer) for day, story in drawn] == [
        (day, story.kronor, story.customer) for day, story in year(INVOICES)
    ]
    assert {day % WEEK for day, _ in drawn} == {0}, "invoices come by file, once a week"
    assert max(day for day, _ in drawn) < YEAR


def test_a_small_year_has_no_more_than_is_asked_for() -> None:
    assert len(year(3)) == 3


@pytest.fixture(scope="module")
async def filled(database: Database, tmp_path_factory: pytest.TempPathFactory) -> MediaFolder:
    """The demo as `make run` makes it: this takes as long as it does there."""
    data = tmp_path_factory.mktemp("data")
    media = MediaFolder(data / "media")
    told: list[tuple[int, int]] = []
    async with database.transaction() as tx:
        asked = DemoYear(INVOICES, OrderFolder(data / "payouts"))
        demo = await fill_demo(tx, media.put, Operator(), clock.now(), lambda *days: told.append(days), asked)
    assert demo is not None
    assert told[-1] == (YEAR, YEAR)
    return media


async def counts(database: Database, statement: str) -> Counter[str]:
    async with database.transaction() as tx:
        return Counter({row[0]: row[1] for row in await tx.fetch(statement)})


async def test_the_portfolio_is_worth_looking_at(database: Database, filled: MediaFolder) -> None:
    states = await counts(database, "select state, count(*) from cases group by 1")
    assert states.total() > INVOICES
    assert states["closed"] > INVOICES * 8 // 10
    assert (
        min(states[state] for state in ("invoice", "reminder", "debt_collection", "enforcement", "surveillance")) >= 5
    )
    assert (await counts(database, "select status, count(*) from cases group by 1"))["disputed"] > 5
    assert (await counts(database, "select 'days', max(created)::date - min(created)::date from cases"))["days"] >= YEAR


async def test_everybody_has_something_to_do(database: Database, filled: MediaFolder) -> None:
    work = await counts(database, "select kind, count(*) from work_items where resolved is null group by 1")
    assert min(work[kind] for kind in ("debtor_message", "debtor_request", "debtor_objection")) >= 3
    assert (await counts(database, "select status, count(*) from bank_transactions group by 1"))["suspense"] >= 10
    waiting = await counts(
        database,
        """select case when payout_date is not null then 'paid' when approvals_missing > 0 then 'to approve' else 'ready' end,
                  count(*) from fordran_api.finance_payouts where payout_date is not null or ready_for_payout group by 1""",
    )
    assert min(waiting["to approve"], waiting["ready"]) > 0
    assert waiting["paid"] > 50


async def test_the_banks_balances_agree_with_the_books(database: Database, filled: MediaFolder) -> None:
    today = clock.stockholm_date(clock.now())
    async with database.transaction() as tx:
        report = await reconciliation(tx, today - timedelta(days=YEAR), today)
    days = [dict(zip(report.columns, row, strict=True)) for row in report.rows]
    stated = [day for day in days if day["bank_balance"] is not None]
    assert len(stated) > 50
    assert max(day["in_transit"] for day in days) > 0, "what is ordered leaves with the next statement"
    assert {(day["difference"], day["made_up_of"]) for day in stated} == {(0, None)}


async def test_its_books_are_right(database: Database, filled: MediaFolder) -> None:
    async with database.transaction() as tx:
        assert [str(found) async for found in verify(tx, filled.get)] == []
