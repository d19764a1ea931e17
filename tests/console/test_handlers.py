"""Handlers in the pages: on the case, in the list of cases, and for the operator's people alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_a_case_is_given_to_a_handler_and_found_among_ones_own(
    browse: Browse, world: World, people: dict[str, str]
) -> None:
    handler = await browse("handler")
    path = f"/console/cases/{world.case}"
    page = await handler.get(path)
    (form,) = [one for one in page.tree.forms if one.action == f"{path}/handler"]
    assert people["auditor"] not in form.inputs["assigned_to"].value_options
    done = await handler.post(f"{path}/handler", dict(form.form_values()) | {"assigned_to": people["handler"]})
    assert "The handler" in done.text
    assert (await world.operator.get(f"/cases/{world.case}")).json()["assigned_to"] == people["handler"]
    mine = await handler.get("/console/cases?mine=yes")
    assert mine.tree.xpath("//tbody//a/@href") == [path]
    assert "The handler" in mine.tree.xpath("string(//tbody)")
    finance = await browse("finance")
    assert path not in (await finance.get("/console/cases?mine=yes")).tree.xpath("//a/@href")


async def test_creditors_do_not_read_who_handles_a_case(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    for path in ("/console/cases", f"/console/cases/{world.case}"):
        page = await user.get(path)
        assert page.status == 200
        assert "Handläggare" not in page.tree.xpath("string(//main)")
