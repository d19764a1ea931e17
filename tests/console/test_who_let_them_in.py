"""An administrator who signs in as a colleague, by a link made for the colleague, is no second approver."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from fordran import clock
from fordran.actions.people.add_person import add_person
from fordran.actions.proof.approvals import check_approvals
from fordran.commands.served import Served
from tests.api.world import World
from tests.console.test_users import secret_in
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]


@pytest.fixture
async def strangers(served: Served) -> AsyncIterator[Callable[[], Browser]]:
    """Browsers in which nobody is signed in."""
    opened: list[Browser] = []

    def make() -> Browser:
        opened.append(Browser(served))
        return opened[-1]

    yield make
    for one in opened:
        await one.close()


@pytest.fixture
async def payout(world: World) -> dict[str, Any]:
    """One that nobody has approved."""
    async with world.database.transaction() as tx:
        await tx.execute("delete from payout_approvals")
    return next(one for one in await world.some("finance--payouts") if "payout_date" not in one)


async def authenticate(browser: Browser, by: Browser, user: str) -> Browser:
    """The browser, in which somebody has opened the link that another made for a user."""
    shown = await by.send(await by.get(f"/console/users/{user}"), f"/console/users/{user}/link")
    link = secret_in(shown)
    assert (await browser.follow_link(link[link.index("/console") :], follow=True)).status == 200
    return browser


async def approve(browser: Browser, payout: dict[str, Any]) -> Shown:
    here = f"/console/payouts/{payout['_id']}"
    trial = await browser.send(await browser.get(here), f"{here}/approve")
    if trial.status != 200:
        return trial
    return await browser.post(f"{here}/approve", trial.form(f"{here}/approve") | {"_confirmed": "yes"})


async def found_wrong(world: World) -> list[str]:
    async with world.database.transaction() as tx:
        return [one.what async for one in check_approvals(tx, lambda *_: None)]


@pytest.mark.parametrize("is_own_first", [True, False], ids=["as oneself first", "as the colleague first"])
async def test_who_made_the_link_and_who_came_by_it_do_not_both_approve(
    browse: Browse,
    strangers: Callable[[], Browser],
    world: World,
    people: dict[str, str],
    payout: dict[str, Any],
    is_own_first: bool,
) -> None:
    admin = await browse("admin")
    colleague = await authenticate(strangers(), admin, people["finance"])
    first, second = (admin, colleague) if is_own_first else (colleague, admin)
    assert "Du har godkänt utbetalningen." in (await approve(first, payout)).text
    refused = await approve(second, payout)
    assert (refused.status, refused.trouble) == (409, "not_now")
    assert "länk som den andra hade gjort" in refused.text
    assert await found_wrong(world) == []


async def test_a_colleague_who_signed_in_without_the_other_approves(
    browse: Browse, world: World, payout: dict[str, Any]
) -> None:
    admin, finance = await browse("admin"), await browse("finance")
    for one in (admin, finance):
        assert "Du har godkänt utbetalningen." in (await approve(one, payout)).text
    assert await found_wrong(world) == []


async def test_two_colleagues_whom_one_let_in_do_not_both_approve_nor_by_a_detour(
    browse: Browse, strangers: Callable[[], Browser], world: World, people: dict[str, str], payout: dict[str, Any]
) -> None:
    async with world.database.transaction() as tx:
        other = await add_person(tx, "Other admin", "other@operator.example", "admin", clock.now())
    admin = await browse("admin")
    as_other = await authenticate(strangers(), admin, other)
    by_detour = await authenticate(strangers(), as_other, people["finance"])
    assert "Du har godkänt utbetalningen." in (await approve(by_detour, payout)).text
    for one in (admin, as_other):
        assert (await approve(one, payout)).trouble == "not_now"
    async with world.database.connection() as connection:
        kept = await connection.fetchval("select let_in_by from payout_approvals where payout_id = $1", payout["_id"])
    assert kept == [other, people["admin"]]


async def test_a_link_for_oneself_is_ones_own(
    browse: Browse, strangers: Callable[[], Browser], world: World, people: dict[str, str]
) -> None:
    admin = await browse("admin")
    await authenticate(strangers(), admin, people["admin"])
    async with world.database.connection() as connection:
        kept = await connection.fetchval(
            "select let_in_by from sessions where user_id = $1 order by id desc limit 1", people["admin"]
        )
    assert kept is None
