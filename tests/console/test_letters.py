"""Letters: by whether they have left, with what the law asks; seen before they are made, and stopped once that is confirmed."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_letters_are_listed_by_whether_they_have_left(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    for which, statuses in (("queue", ("queued", "made")), ("sent", ("sent", "shown")), ("stopped", ("stopped",))):
        page = await handler.get("/console/letters", params={"which": which})
        shown = {link.rsplit("/", 1)[1] for link in page.tree.xpath("//tbody//a/@href")}
        where = json.dumps({"status": {"$in": list(statuses)}})
        there = (await world.operator.get("/letters", params={"where": where, "max_results": 100})).json()["_items"]
        assert {one["_id"] for one in there} <= shown


async def test_a_letter_is_stopped_once_it_has_been_shown_what_follows(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    async with world.database.transaction() as tx:
        # One that has not been made yet, whatever the world's worker did.
        queued = await tx.fetchval("select id from letters where status in ('queued', 'made') limit 1")
        if queued is None:
            queued = await tx.fetchval("select id from letters where status <> 'stopped' limit 1")
            await tx.execute("update letters set status = 'queued' where id = $1", queued)
            await tx.execute(
                "update envelopes set status = 'queued' where id = (select envelope_id from letters where id = $1)",
                queued,
            )
    here = f"/console/letters/{queued}"
    trial = await handler.send(await handler.get(here), f"{here}/stop")
    assert trial.h1 == "Stoppa brevet"
    assert (await world.operator.get(f"/letters/{queued}")).json()["status"] != "stopped"
    done = await handler.post(f"{here}/stop", trial.form(f"{here}/stop") | {"_confirmed": "yes"})
    assert "Brevet är stoppat." in done.text
    assert (await world.operator.get(f"/letters/{queued}")).json()["status"] == "stopped"
    again = await handler.post(f"{here}/stop", {"_token": await handler.token()})
    assert again.trouble == "not_now"


async def test_a_letter_is_seen_before_it_is_made(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    ocr = (await world.operator.get(f"/cases/{world.case}")).json()["ocr_number"]
    answer = await handler.client.get("/console/letters/preview", params={"case": ocr, "kind": "debt_collection"})
    assert answer.headers["content-type"] == "application/pdf", answer.text
    assert answer.content.startswith(b"%PDF")
    unknown = await handler.get("/console/letters/preview", params={"case": "4711", "kind": "reminder"})
    assert (unknown.status, unknown.h1) == (422, "Brev")
    assert (await handler.get("/console/letters/preview", params={"case": ocr, "kind": "love"})).status == 404


async def test_a_creditors_user_sees_no_other_creditors_letters(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    letters = await world.some("letters")
    others = [one["_id"] for one in letters if one["creditor"] != world.creditor.id]
    assert others
    for id_ in others[:3]:
        assert (await user.get(f"/console/letters/{id_}")).status == 404
        token = await user.token()
        assert (await user.post(f"/console/letters/{id_}/stop", {"_token": token, "_confirmed": "yes"})).status == 404
