"""Invoices: how each leaves is shown, and one is sent again by another channel once what follows has been seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.bodies import invoice_registration
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def registered(world: World) -> str:
    """An invoice of the world's first creditor, which has not left."""
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    made = await world.create("/invoice--registrations", invoice_registration(world, **owner))
    id_: str = made["_invoice"]
    return id_


async def test_an_invoice_is_sent_again_once_it_has_been_shown_what_follows(browse: Browse, world: World) -> None:
    here = f"/console/invoices/{await registered(world)}"
    handler = await browse("handler")
    page = await handler.get(here)
    assert "På väg ut" in page.text
    trial = await handler.send(page, f"{here}/send", channel="print")
    assert trial.h1 == "Skicka igen"
    before = (await world.operator.get(here.removeprefix("/console"))).json()["delivery"]
    assert before["history"] == [], "what was tried out is undone"
    done = await handler.post(f"{here}/send", trial.form(f"{here}/send") | {"_confirmed": "yes"})
    assert "Det är gjort." in done.text
    delivery = (await world.operator.get(here.removeprefix("/console"))).json()["delivery"]
    assert (delivery["channel"], delivery["status"]) == ("print", "queued")
    assert [one["channel"] for one in delivery["history"]] == [before["channel"]]


async def test_what_is_no_channel_is_no_form_of_ours_and_who_only_looks_has_no_button(
    browse: Browse, world: World
) -> None:
    here = f"/console/invoices/{await registered(world)}"
    handler = await browse("handler")
    page = await handler.get(here)
    assert (await handler.send(page, f"{here}/send", channel="pigeon")).status == 400
    assert not (await (await browse("auditor")).get(here)).tree.xpath(f"//form[@action='{here}/send']")
    assert "Leverans" in (await handler.get("/console/invoices")).text
