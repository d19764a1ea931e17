"""Öppna igen and Ångra: shown with their consequences, done once, and named afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api import bodies
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_a_closed_case_is_opened_again_with_a_reason(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    path = f"/console/cases/{world.case}"
    assert "Öppna igen" not in (await handler.get(path)).buttons
    closed = await world.operator.post("/creditor--cancellations", json=bodies.cancellation(world, case=world.case))
    assert closed.status_code == 201, closed.text
    page = await handler.get(path)
    assert "Öppna igen" in page.buttons
    empty = await handler.send(page, f"{path}/reopen", reason=" ")
    assert (empty.status, "Fyll i det här fältet." in empty.text) == (422, True)
    shown = await handler.send(page, f"{path}/reopen", reason="Borgenären vill fortsätta.")
    assert shown.h1 == "Öppna igen"
    assert (await world.operator.get(f"/cases/{world.case}")).json()["state"] == "closed", "it is only shown"
    done = await handler.send(shown, f"{path}/reopen", _confirmed="yes")
    assert "Borgenären vill fortsätta." in done.text
    assert (await world.operator.get(f"/cases/{world.case}")).json()["state"] != "closed"


async def test_a_match_is_undone_and_the_page_says_so(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    payment = (await world.some("unmatched--payments"))[0]["_id"]
    here = f"/console/bank/{payment}"
    before = (await world.operator.get(f"/cases/{world.case}")).json()["total_remaining_transaction_amount"]
    matched = await world.operator.post(f"/unmatched--payments/{payment}/match", json={"case": world.case})
    assert matched.status_code == 201, matched.text
    page = await finance.get(here)
    assert "Ångra" in page.buttons
    shown = await finance.send(page, f"{here}/undo", reason="Fel ärende.")
    assert shown.h1 == "Ångra"
    done = await finance.send(shown, f"{here}/undo", _confirmed="yes")
    assert "Matchningen är ångrad." in done.text
    assert "Ångra" not in done.buttons
    assert (await world.operator.get(f"/unmatched--payments/{payment}")).json()["reason"] == "match_undone"
    after = (await world.operator.get(f"/cases/{world.case}")).json()["total_remaining_transaction_amount"]
    assert after == before
