"""Every page of a debtor is few statements, and no more of them where the debtor has more cases."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from fordran.my.pages import PAGES
from tests.api import sql_log
from tests.console.test_no_get_writes import SEEN, written
from tests.my.debtors import Debtor

Make = Callable[..., Awaitable[Debtor]]
OF_A_CASE_THAT_IS_PAID = 5
"""Where each payment came from is traced case by case."""
MOST = {
    "/my": 9,
    "/my/details": 5,
    "/my/genuine": 2,
    "/my/privacy": 2,
    "/my/cases/{id}": 9,
    "/my/cases/{id}/plan": 7,
    # Both show what would come of them, by doing it in a transaction that is undone.
    "/my/cases/{id}/respite": 15,
    "/my/cases/{id}/dispute": 15,
    "/my/cases/{id}/messages": 5,
}


@pytest.mark.parametrize("debts", [1, 4])
async def test_every_page_of_a_debtor_is_few_statements_however_many_cases_there_are(debtor: Make, debts: int) -> None:
    one = await debtor(debts)
    sql_log.listen(one.office.app.database)
    took = {}
    most = MOST | {"/my/pay": 5 + OF_A_CASE_THAT_IS_PAID * debts}
    for name in most:
        path = name.replace("{id}", one.case)
        # Shown once before, so that what a process looks up once is no part of it.
        await one.browser.get(path)
        async with sql_log.hearing() as heard:
            assert (await one.browser.get(path)).status == 200, path
        took[name] = len(heard)
    assert {name: many for name, many in took.items() if many > most[name]} == {}
    assert took["/my"] > took["/my/privacy"] > 0, "they are heard"


async def test_no_page_of_a_debtor_writes_when_it_is_looked_at(debtor: Make) -> None:
    """But for the link with a code, which opens at once, and the ways of OpenID Connect, which has people come by GET."""
    one = await debtor(2)
    gets = {page.path for page in PAGES if page.method == "GET"} - {"/my/sign-in", "/my/sign-in/callback"}
    sql_log.listen(one.office.app.database)
    for path in sorted(gets):
        async with sql_log.hearing() as heard:
            await one.browser.get(path.format(id=one.case, name="style.css"), follow=False)
        assert heard or "/static/" in path, path
        assert written(heard) <= SEEN, path
