"""Letters: by whether they have left, with what the law asks; seen before they are made, and stopped once that is confirmed."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.test_case import new_case
from tests.console.visiting import Browser
from tests.pdf import text_of as pdf_text

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


async def test_a_letter_begins_with_a_template_is_seen_as_it_will_look_and_is_then_sent(
    browse: Browse, world: World
) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    ocr = (await world.operator.get(f"/cases/{case}")).json()["ocr_number"]
    here = f"/console/cases/{case}/letter"
    blank = await handler.get("/console/letters/write", params={"case": ocr})
    assert (blank.answer.url.path, blank.h1) == (here, "Skriv brev")
    assert "(valfritt)" not in blank.text, "without a template both are needed"
    begun = await handler.get(here, params={"template": "payment_not_found"})
    form = next(one for one in begun.tree.forms if one.get("method") == "post" and one.get("action") == here)
    assert form.fields["subject"] == "Vi hittar inte din betalning"
    text = form.fields["text"] + "\n\nRing gärna <b>Anna</b>."
    shown = await handler.post(here, dict(form.form_values()) | {"text": text})
    assert "Fritt brev" in shown.text
    assert "Ring gärna <b>Anna</b>." in shown.text, "what was written is shown as it was written"
    unsent = await handler.client.post(here, data=shown.form(here) | {"_preview": "yes"})
    assert unsent.headers["content-type"] == "application/pdf", unsent.text
    assert "Ring gärna <b>Anna</b>." in pdf_text(unsent.content)
    where = {"where": json.dumps({"case": case, "kind": "free"})}
    assert (await world.operator.get("/letters", params=where)).json()["_items"] == []
    before = (await world.operator.get(f"/cases/{case}")).json()
    done = await handler.post(here, shown.form(here) | {"_confirmed": "yes"})
    assert "Fritt brev: Vi hittar inte din betalning" in done.text, "it is in the timeline"
    (letter,) = (await world.operator.get("/letters", params=where)).json()["_items"]
    assert (letter["subject"], letter["fee"]) == ("Vi hittar inte din betalning", 0)
    after = (await world.operator.get(f"/cases/{case}")).json()
    for name in ("state", "status", "next_step", "total_remaining_transaction_amount"):
        assert after.get(name) == before.get(name)


async def test_a_template_alone_is_enough_and_what_is_confirmed_is_what_was_seen(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    here = f"/console/cases/{case}/letter"
    page = await handler.get(f"/console/cases/{case}")
    (choice,) = page.tree.xpath(f"//form[@action='{here}']")
    assert (choice.method, choice.inputs.keys()) == ("GET", ["template"]), "the case's page has no room for a letter"
    shown = await handler.post(here, {"_token": await handler.token(), "template": "contact_us"})
    assert "Hör av dig till oss" in shown.text
    assert shown.form(here)["text"].startswith("Vi vill gärna prata med dig om faktura ")


async def test_only_the_operators_staff_write_letters(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    page = await user.get(f"/console/cases/{world.case}")
    assert "Skriv brev" not in page.buttons
    assert "Skriv brev" not in (await user.get("/console/letters")).buttons


async def test_an_act_whose_letter_is_none_has_nothing_to_preview(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    here = f"/console/cases/{await new_case(world)}/note"
    page = await handler.get(here.removesuffix("/note"))
    answer = await handler.post(here, page.form(here) | {"kind": "call", "text": "Ringde", "_preview": "yes"})
    assert answer.status == 404
