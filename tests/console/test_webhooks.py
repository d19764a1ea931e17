"""Webhooks and the log: made with a secret that is shown once, replayed, tested, deleted; and who did what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def made(admin: Browser, world: World) -> str:
    """The path of a new webhook's page."""
    page = await admin.get("/console/webhooks")
    shown = await admin.send(page, "/console/webhooks", owner=world.account.id, url="https://example.com/hook")
    (secret,) = shown.tree.xpath("//code[@data-secret]")
    assert secret.text_content().startswith("whsec_")
    again = await admin.send(page, "/console/webhooks", owner=world.account.id, url="https://example.com/hook")
    assert again.trouble == "sent_twice"
    (path,) = {href for href in shown.tree.xpath("//main//a/@href") if href.startswith("/console/webhooks/")}
    return str(path)


async def test_a_webhook_is_made_changed_and_deleted(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    here = await made(admin, world)
    wrong = await admin.send(await admin.get(here), here, url="ftp://example.com", event_types="case.born")
    assert wrong.status == 422
    assert wrong.form(here)["url"] == "ftp://example.com"
    saved = await admin.send(await admin.get(here), here, event_types="case.closed\nletter.stopped", enabled="false")
    assert "Ändringarna är sparade." in saved.text
    id_ = here.rsplit("/", 1)[1]
    webhook = (await world.operator.get(f"/webhooks/{id_}")).json()
    assert (webhook["event_types"], webhook["enabled"]) == (["case.closed", "letter.stopped"], False)
    trial = await admin.send(await admin.get(here), f"{here}/remove")
    assert trial.h1 == "Ta bort webhooken"
    gone = await admin.post(f"{here}/remove", trial.form(f"{here}/remove") | {"_confirmed": "yes"})
    assert "Webhooken är borttagen." in gone.text
    assert (await world.operator.get(f"/webhooks/{id_}")).status_code == 404


async def test_events_are_delivered_again_and_a_delivery_shows_its_body(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    here = await made(admin, world)
    nothing = await admin.send(await admin.get(here), f"{here}/replay")
    assert nothing.status == 422
    page = await admin.send(await admin.get(here), f"{here}/replay", from_position="1", to_position="3")
    assert "händelser levereras igen." in page.text
    link = page.tree.xpath("//a[contains(@href, '/console/deliveries/')]/@href")[0]
    delivery = await admin.get(link)
    assert (delivery.status, "Omspelning" in delivery.text) == (200, True)


async def test_a_test_that_reaches_nobody_is_in_the_log_with_its_error(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    page = await admin.get("/console/webhooks")
    shown = await admin.send(page, "/console/webhooks", owner=world.account.id, url="https://nowhere.invalid/hook")
    (here,) = {href for href in shown.tree.xpath("//main//a/@href") if href.startswith("/console/webhooks/")}
    delivery = await admin.send(await admin.get(here), f"{here}/test")
    assert "Misslyckad" in delivery.text
    assert "Prov" in delivery.text


async def test_a_creditors_administrator_sees_no_webhook_of_others(browse: Browse, world: World) -> None:
    admin = await browse("creditor_admin")
    others = [one["_id"] for one in await world.some("webhooks") if one["account"] != world.account.id]
    for id_ in others:
        assert (await admin.get(f"/console/webhooks/{id_}")).status == 404
        token = await admin.token()
        for act in ("rotate", "remove", "replay", "test"):
            answer = await admin.post(
                f"/console/webhooks/{id_}/{act}", {"_token": token, "_once": act, "_confirmed": "yes"}
            )
            assert answer.status == 404


async def test_what_a_person_did_on_a_page_is_in_the_log(browse: Browse, world: World, people: dict[str, str]) -> None:
    admin, handler = await browse("admin"), await browse("handler")
    here = f"/console/creditors/{world.creditor.id}"
    await admin.send(await admin.get(here), here, website="https://changed.example")
    letter = (await world.some("letters"))[0]["_id"]
    await handler.get(f"/console/letters/{letter}")
    page = await admin.get("/console/audit", params={"kind": "changed", "resource": "creditors"})
    assert "The admin" in page.text
    entry = await admin.get(page.tree.xpath("//tbody//a/@href")[0])
    assert "https://changed.example" in entry.text
    read = await admin.get("/console/audit", params={"kind": "read", "user": people["handler"], "document": letter})
    assert "GET /console/letters/{id}" in read.text
    none = await admin.get("/console/audit", params={"document": "0" * 24})
    assert "Ingenting passar det du valde." in none.text
    odd = await admin.get("/console/audit", params={"user": "å" * 300, "kind": "nonsense"})
    assert odd.status in (200, 400)
