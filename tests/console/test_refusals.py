"""Why something is refused is told in the visitor's language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.visiting import Browser


async def test_a_page_tells_why_in_the_visitors_language(
    browse: Callable[[str], Awaitable[Browser]], world: World
) -> None:
    finance = await browse("finance")
    payout = next(one for one in await world.some("finance--payouts") if "payout_date" not in one)
    act = f"/console/payouts/{payout['_id']}/approve"
    values = (await finance.get(f"/console/payouts/{payout['_id']}")).form(act)
    trial = await finance.post(act, values)
    await finance.post(act, trial.form(act) | {"_confirmed": "yes"})
    again = await finance.send(await finance.get(f"/console/payouts/{payout['_id']}"), act)
    assert "Du har redan godkänt utbetalningen" in again.text
    assert not again.tree.xpath("//main//*[@lang='en']")
