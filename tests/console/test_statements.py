"""Every page of the console is few statements: a clock only guesses at what a page costs, and this counts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api import sql_log
from tests.api.world import World
from tests.console.test_browser import paths
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
MOST = 7
"""Of these, two are for every page: the session, and where the clock stands."""
OF_MORE = {
    # Each shows several things that nothing joins: work, ageing, money, a curve, days to come; a case with all that is about it.
    "/console": 10,
    # The keys, and the question that a new one is to answer, which is kept for its answer.
    "/console/passkeys": 8,
    # What waits for a second person comes from six tables; its page shows the names of who asked and of creditors.
    "/console/payouts": 14,
    # So do its approvals, and who made each payment.
    "/console/refunds": 13,
    "/console/approvals": 11,
    "/console/cases/{id}": 21,
    # Where money went: the payment, what it settled, the bank's lines, refunds by Swish and the payouts; whether its match
    # can be undone.
    "/console/cases/{id}/payments": 9,
    "/console/payments/{id}": 12,
    # A customer's cases with what is owed today, letters, complaints, and the answer of the population register.
    "/console/customers/{id}": 9,
    # The items, their cases and messages, the handlers, and the views that are saved.
    "/console/work": 9,
    # The reconciliation compares books, bank and orders, read at one moment.
    "/console/reports/{name}": 19,
}


async def test_every_page_is_few_statements(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    shown = await paths(world)
    sql_log.listen(world.database)
    took = {}
    for name, path in shown.items():
        # Shown once before, so that what a process looks up once is no part of it.
        await admin.get(path, follow=False)
        async with sql_log.hearing() as heard:
            assert (await admin.get(path, follow=False)).status in (200, 303), path
        took[name] = len(heard)
    assert {name: many for name, many in took.items() if many > OF_MORE.get(name.partition(" ")[0], MOST)} == {}
    assert len(took) > 40
    assert took["/console"] > took["/console/style"] > 0, "they are heard"
