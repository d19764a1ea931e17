"""The register of complaints in the pages: one is registered from a case, given to somebody, and answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
NEW = "/console/complaints/new"


async def test_a_complaint_is_registered_from_a_case_and_answered(
    browse: Browse, world: World, people: dict[str, str]
) -> None:
    handler = await browse("handler")
    case = await handler.get(f"/console/cases/{world.case}")
    (link,) = [one for one in case.tree.xpath("//a/@href") if one.startswith(NEW)]
    page = await handler.get(link)
    action = f"/console/complaints?case={world.case}"
    wrong = await handler.send(page, action, about="Telefonköer", text="Ingen svarar.", received="2099-01-01")
    assert wrong.status == 422
    one = await handler.send(page, action, about="Telefonköer", text="Ingen svarar.", received="2026-11-17")
    here = str(one.answer.url.path)
    assert "Obesvarat" in one.text
    assert "2026-12-01" in one.text, "the last day to answer"
    for path in (f"/console/cases/{world.case}", "/console/complaints", "/console/complaints?all=yes"):
        assert here in (await handler.get(path)).tree.xpath("//a/@href")
    document = (await world.operator.get(f"/complaints/{here.rsplit('/', 1)[1]}")).json()
    assert here in (await handler.get(f"/console/customers/{document['customer']}")).tree.xpath("//a/@href")
    missing = await handler.send(one, here, answered="2026-11-18")
    assert missing.status == 422, "an answer is missing"
    given: Any = {"handler": people["handler"], "answer": "Vi har anställt fler.", "answered": "2026-11-18"}
    done = await handler.send(one, here, **given, outcome="upheld", cause="Sjukdom")
    assert "Besvarat" in done.text
    assert here not in (await handler.get("/console/complaints")).tree.xpath("//a/@href")
    assert here in (await handler.get("/console/complaints?all=yes")).tree.xpath("//a/@href")
    stale = await handler.send(one, here, **given)
    assert stale.status == 409, "somebody has changed it since it was read"


async def test_creditors_see_no_complaints(browse: Browse, world: World) -> None:
    said = {"case": world.case, "from": "Karin Öberg", "about": "Ton", "received": "2026-11-16", "text": "Otrevligt."}
    made = await world.create("/complaints", said)
    creditor = await browse("creditor_user")
    page = await creditor.get(f"/console/cases/{world.case}")
    assert page.status == 200
    assert made["_id"] not in page.answer.text
    assert (await creditor.get(f"/console/complaints/{made['_id']}")).status == 403


async def test_the_report_counts_complaints_of_a_year(browse: Browse, world: World) -> None:
    page = await (await browse("handler")).get("/console/reports/complaints")
    assert page.status == 200
    assert "Besvara" in page.text or "Obesvarade" in page.text
