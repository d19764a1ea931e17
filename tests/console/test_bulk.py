"""Bulk acts in the pages: chosen for a filter, tried, confirmed, stopped and gone on with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fordran import clock
from fordran.actions.bulk.carry_out import carry_out_some
from fordran.domain.payouts.four_eyes import FourEyes
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def work(world: World, path: str, most: int = 100) -> None:
    """Let the worker see to some cases."""
    async with world.database.transaction() as tx:
        await carry_out_some(tx, FourEyes("off"), clock.now(), path.rsplit("/", 1)[-1], most)


async def test_cases_of_a_filter_are_done_together_once_it_was_tried(
    browse: Browse, world: World, people: dict[str, str]
) -> None:
    handler = await browse("handler")
    listed = await handler.get(f"/console/cases?creditor={world.creditor.id}")
    (link,) = [one for one in listed.tree.xpath("//a/@href") if one.startswith("/console/bulk-acts/new")]
    page = await handler.get(link)
    assert page.status == 200
    (form,) = [one for one in page.tree.forms if (one.action or "").startswith("/console/bulk-acts?")]
    values = dict(form.form_values()) | {"act": "assign", "assigned_to": people["handler"]}
    tried = await handler.post(form.action, values)
    here = str(tried.answer.url.path)
    assert "Inget ändras" in tried.text
    await work(world, here)
    tried = await handler.get(here)
    assert "Inget är ändrat" in tried.text
    assert "assigned_to" not in (await world.operator.get(f"/cases/{world.case}")).json()
    done = await handler.send(tried, f"{here}/confirm")
    there = str(done.answer.url.path)
    assert there != here, done.text
    stopped = await handler.send(done, f"{there}/stop")
    assert "Stoppad" in stopped.text
    resumed = await handler.send(stopped, f"{there}/resume")
    assert "Pågår" in resumed.text
    await work(world, there)
    assert "Klar" in (await handler.get(there)).text
    assert (await world.operator.get(f"/cases/{world.case}")).json()["assigned_to"] == people["handler"]
    assert there in (await handler.get("/console/bulk-acts")).tree.xpath("//a/@href")


async def test_refusals_are_told_in_the_visitors_language(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    given = {"act": "confirm_unpaid", "where": {"_id": world.case}, "body": {}, "dry_run": True}
    made = await world.create("/bulk--acts", given)
    path = f"/console/bulk-acts/{made['_id']}"
    await work(world, path)
    page = await handler.get(path)
    assert f"/console/cases/{world.case}" in page.tree.xpath("//a/@href")
    assert not [one for one in page.tree.forms if (one.action or "").endswith("/confirm")], "there is nothing to do"


async def test_what_was_not_filled_in_is_said_beside_its_field(browse: Browse) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/bulk-acts/new")
    (form,) = [one for one in page.tree.forms if (one.action or "").startswith("/console/bulk-acts")]
    for values, field in (({"act": "respite", "date": "snart"}, "date"), ({"act": "note", "text": ""}, "text")):
        wrong = await handler.post(form.action, dict(form.form_values()) | values)
        assert wrong.status == 422
        assert wrong.tree.xpath(f"//p[@id='f-{field}-wrong']"), field
