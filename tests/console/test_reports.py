"""Reports: every one as a page, CSV, Excel and PDF, each for its own; and plots of the same values."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from decimal import Decimal

import pytest

from fordran.actions.approvals.four_eyes import in_force
from fordran.console.report_table import REPORTS
from fordran.domain.books.report import Report
from fordran.texts.catalogue import texts
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
BEGINS = {"csv": b"\xef\xbb\xbf", "xlsx": b"PK", "pdf": b"%PDF"}
OPERATORS = {
    *(
        "money",
        "reconciliation",
        "owed-to-debtors",
        "suspense",
        "periods",
        "cut-off",
        "operator-vat",
        "supervisor",
        "client-funds",
        "complaints",
    ),
}


@pytest.mark.parametrize("name", REPORTS)
async def test_every_report_is_a_page_and_three_kinds_of_file(browse: Browse, name: str) -> None:
    handler = await browse("handler")
    page = await handler.get(f"/console/reports/{name}", params={"from": "2026-01-01"})
    assert page.status == 200
    links = page.tree.xpath("//a[contains(@href, '/console/reports/')]/@href")
    files = [link for link in links if link.split("?")[0].rsplit("/", 1)[1] in BEGINS]
    assert len(files) == 3
    for link in files:
        answer = await handler.client.get(link)
        assert answer.status_code == 200
        assert answer.content.startswith(BEGINS[link.split("?")[0].rsplit("/", 1)[1]])
        assert "attachment" in answer.headers["content-disposition"]


@pytest.mark.parametrize("query", ["to=nonsense", "to=2999-01-01", "from=2999-01-01", "creditor=x", "to=0001-01-01"])
async def test_what_makes_no_sense_is_as_if_it_were_not_said(browse: Browse, query: str) -> None:
    handler = await browse("handler")
    for name in ("recovery", "ageing"):
        assert (await handler.get(f"/console/reports/{name}?{query}")).status == 200


async def test_a_creditors_user_sees_its_own_creditors_figures_alone(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    index = await user.get("/console/reports")
    hrefs = {link.rsplit("/", 1)[1] for link in index.tree.xpath("//main//a/@href")}
    assert hrefs == REPORTS.keys() - OPERATORS
    for name in OPERATORS:
        assert (await user.get(f"/console/reports/{name}")).status == 404
        assert (await user.client.get(f"/console/reports/{name}/csv")).status_code == 404
    others = world.partners[1].accounts[0].creditors[0].id
    own = await user.client.get(f"/console/reports/recovery/csv?creditor={world.creditor.id}&from=2020-01-01")
    asked_for_another = await user.client.get(f"/console/reports/recovery/csv?creditor={others}&from=2020-01-01")
    assert asked_for_another.content == own.content
    operator = await (await browse("handler")).client.get("/console/reports/recovery/csv?from=2020-01-01")
    assert len(operator.content.splitlines()) > len(own.content.splitlines()) > 1


async def test_no_such_report_and_no_such_file(browse: Browse) -> None:
    handler = await browse("handler")
    assert (await handler.get("/console/reports/nothing")).status == 404
    assert (await handler.client.get("/console/reports/ageing/docx")).status_code == 404


def test_curves_are_drawn_where_there_is_a_share() -> None:
    columns = ("month", "cases", "capital_registered", "0", "30", "60", "90", "180", "360")
    rows = [
        ("2026-01", 2, 1000, Decimal("0.0"), Decimal("12.5"), Decimal("50.0"), None, None, None),
        ("2026-02", 2, 1000, None, None, None, None, None, None),
    ]
    report = Report("", columns, frozenset(), rows, name="cohorts", days=(date(2026, 3, 1),))
    draw = REPORTS["cohorts"].draw
    assert draw is not None
    plot = draw(report, texts("sv"))
    assert plot.series == ["2026-01"]
    assert plot.rows[1] == ("30 dagar", ["12,5\N{NO-BREAK SPACE}%"])
    assert plot.rows[3] == ("90 dagar", ["–"])


async def test_the_operators_reports_say_where_no_second_person_is_asked(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    switch = """update users set is_enabled = $1 where not "system_user" and id in (
        select m.user_id from user_groups m join access_groups g on g.id = m.access_group_id
        where g.type in ('operator', 'finance'))"""
    for is_enabled in (False, True):
        async with world.database.transaction() as tx:
            await tx.execute(switch, is_enabled)
            takes_two = await in_force(tx, "auto")
        for name in ("periods", "ageing"):
            page = await handler.get(f"/console/reports/{name}")
            assert ("four_eyes" in page.answer.text) == (name == "periods" and not takes_two), (name, takes_two)
