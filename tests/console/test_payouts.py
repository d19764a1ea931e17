"""Payouts: to whom, of which payments; approved as they were seen, exported once, and the order to take away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.billing import issued
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_a_payout_shows_whose_it_is_and_of_which_money(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    payout = (await world.some("finance--payouts"))[0]
    page = await finance.get(f"/console/payouts/{payout['_id']}")
    assert page.status == 200
    lines = (
        await world.operator.get(
            "/finance--payout-specifications", params={"where": f'{{"payout": "{payout["_id"]}"}}'}
        )
    ).json()["_items"]
    assert len(page.tree.xpath("//main//table")[0].xpath(".//tbody/tr")) == len(lines) > 0
    for which in ("ready", "waiting", "paid", "nonsense"):
        assert (await finance.get("/console/payouts", params={"which": which})).h1 == "Utbetalningar"


async def test_an_approval_is_shown_first_and_is_of_the_amount_that_was_seen(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    payouts = await world.some("finance--payouts")
    payout = next(one for one in payouts if "payout_date" not in one)
    here = f"/console/payouts/{payout['_id']}"
    trial = await finance.send(await finance.get(here), f"{here}/approve")
    assert trial.h1 == "Godkänn", trial.text
    other = await finance.post(
        f"{here}/approve", trial.form(f"{here}/approve") | {"_confirmed": "yes", "total_amount": "1"}
    )
    assert other.trouble == "not_now"
    done = await finance.post(f"{here}/approve", trial.form(f"{here}/approve") | {"_confirmed": "yes"})
    assert "Du har godkänt utbetalningen." in done.text
    assert "The finance" in done.text
    fresh = await finance.get(here)
    again = await finance.send(fresh, f"{here}/approve")
    assert again.trouble == "not_now", "nobody approves twice"


async def test_an_export_is_confirmed_and_its_order_is_there_to_take_away(browse: Browse, world: World) -> None:
    finance, handler = await browse("finance"), await browse("handler")
    async with world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")
        await tx.execute(
            "update payouts set ready_for_payout = true, not_ready_reason = null where payout_date is null"
        )
    trial = await finance.send(await finance.get("/console/payouts"), "/console/payouts/export")
    assert trial.h1 == "Exportera"
    done = await finance.post("/console/payouts/export", trial.form("/console/payouts/export") | {"_confirmed": "yes"})
    assert "Ordern är skriven." in done.text
    link = done.tree.xpath("//a[contains(@href, '/console/payouts/orders/')]/@href")[0]
    order = await handler.client.get(link)
    assert order.status_code == 200
    assert b"pain.001" in order.content
    assert "attachment" in order.headers["content-disposition"]
    again = await finance.post("/console/payouts/export", trial.form("/console/payouts/export") | {"_confirmed": "yes"})
    assert "Det fanns ingenting att betala." in again.text


async def test_the_document_of_a_payout_is_sent_from_its_page(browse: Browse, world: World) -> None:
    _, file = await issued(world, world.account.id, world.creditor.id, 4717)
    async with world.database.transaction() as tx:
        payout = await tx.fetchval(
            """update payouts set document_id = $2, document_number = 1
               where id = (select min(id) from payouts where creditor_id = $1) returning id""",
            world.creditor.id,
            file,
        )
    here, handler = f"/console/payouts/{payout}", await browse("handler")
    page = await handler.get(here)
    assert "Dokumentet har inte skickats härifrån." in page.text
    for channel, name in (("email", "E-post"), ("print", "Brevpost")):
        trial = await handler.send(page, f"{here}/send", channel=channel)
        assert trial.h1 == "Skicka igen"
        page = await handler.post(f"{here}/send", trial.form(f"{here}/send") | {"_confirmed": "yes"})
        assert "Det är gjort." in page.text
        assert f"På väg ut {name}" in page.text
    assert "it was sent again by hand" in page.text
    assert not (await (await browse("auditor")).get(here)).tree.xpath(f"//form[@action='{here}/send']")
