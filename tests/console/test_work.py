"""What waits for a person: taken, handed over, put off, and done with a note; and invoices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date

import pytest

from fordran import clock
from fordran.actions.work.case_notes import note_from_debtor
from fordran.domain.flow.marks import STOPS
from fordran.domain.message import Message, as_json
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from tests.api.world import World
from tests.console.test_case import in_days
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]


@dataclass(frozen=True)
class Noted:
    """A case, as far as a note has to know it."""

    account: str
    creditor: str
    id: str


@pytest.fixture
async def item(world: World) -> str:
    """Something that waits, of the world's open case."""
    case = (await world.operator.get(f"/cases/{world.case}")).json()
    patient = {"where": f'{{"case": "{world.case}"}}', "sort": "-_id"}
    async with world.database.transaction() as tx:
        await _put(tx, case)
    items = (await world.operator.get("/work--items", params=patient)).json()["_items"]
    found: str = items[0]["_id"]
    return found


async def _put(tx: Connection, case: dict[str, str]) -> None:
    row = {
        "account_id": case["account"],
        "id": new_id(),
        "created": clock.now(),
        "updated": clock.now(),
        "creditor_id": case["creditor"],
        "case_id": case["_id"],
        "kind": "debtor_hardship",
        "reason": "the debtor cannot pay",
    }
    await insert(tx, "work_items", row)


async def test_what_waits_is_taken_and_is_in_the_list(
    browse: Browse, world: World, item: str, people: dict[str, str]
) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/work")
    assert "Gäldenären kan inte betala" in page.text
    taken = await handler.send(page, f"/console/work/{item}")
    assert "Det är gjort." in taken.text
    assert (await world.operator.get(f"/work--items/{item}")).json()["assigned_to"] == people["handler"]
    mine = await handler.get("/console/work?mine=yes")
    assert f"/console/work/{item}" in mine.tree.xpath("//a/@href")


async def sent(handler: Browser, item: str, act: str, **values: str) -> Shown:
    path = f"/console/work/{item}"
    page = await handler.get(path)
    (form,) = [one for one in page.tree.forms if one.fields.get("act") == act]
    return await handler.post(path, dict(form.form_values()) | values)


async def test_what_the_law_stops_is_told_in_the_visitors_language(browse: Browse, world: World, item: str) -> None:
    stop = STOPS["minor"]
    async with world.database.transaction() as tx:
        message = as_json(Message("law.with_statute", reason=stop.reason, law=stop.law))
        await tx.execute("update work_items set kind = 'stopped', message = $2 where id = $1", item, message)
    handler = await browse("handler")
    for path in ("/console/work", f"/console/work/{item}"):
        page = await handler.get(path)
        assert "Gäldenären är under arton" in page.text
        assert stop.law in page.text
    assert "Klart" not in page.buttons, "it ends with its cause"
    await handler.send(page, "/console/language", language="en")
    assert "The debtor is under eighteen" in (await handler.get("/console/work")).text


async def test_it_is_handed_over_put_off_and_done(
    browse: Browse, world: World, item: str, people: dict[str, str]
) -> None:
    handler = await browse("handler")

    async def now() -> dict[str, str]:
        found: dict[str, str] = (await world.operator.get(f"/work--items/{item}")).json()
        return found

    await sent(handler, item, "hand_over", assigned_to=people["finance"])
    assert (await now())["assigned_to"] == people["finance"]
    await sent(handler, item, "snooze", snoozed_until=await in_days(world, 3))
    assert "snoozed_until" in await now()
    assert f"/console/work/{item}" not in (await handler.get("/console/work")).tree.xpath("//a/@href")
    assert f"/console/work/{item}" in (await handler.get("/console/work?snoozed=yes")).tree.xpath("//a/@href")
    await sent(handler, item, "settle", note="Dödsboet kontaktat")
    settled = await now()
    assert settled["note"] == "Dödsboet kontaktat"
    assert "resolved" in settled
    assert f"/console/work/{item}" not in (await handler.get("/console/work")).tree.xpath("//a/@href")
    assert f"/console/work/{item}" in (await handler.get("/console/work?settled=yes")).tree.xpath("//a/@href")
    await sent(handler, item, "reopen")
    assert "resolved" not in await now()


async def test_a_case_shows_its_open_items_and_marks_on_top(browse: Browse, world: World, item: str) -> None:
    handler = await browse("handler")
    page = await handler.get(f"/console/cases/{world.case}")
    (strip,) = page.tree.xpath("//section[h2='Väntar på dig']")
    assert f"/console/work/{item}" in strip.xpath(".//a/@href")
    path = f"/customers/{(await world.operator.get(f'/cases/{world.case}')).json()['customer']}"
    for marked in (True, False):
        customer = (await world.operator.get(path)).json()
        answer = await world.operator.patch(path, json={"deceased": marked}, headers={"If-Match": customer["_etag"]})
        assert answer.status_code == 200, answer.text
        page = await handler.get(f"/console/cases/{world.case}")
        assert ("Avliden" in page.tree.xpath("//main//span[contains(@class, 'status')]/text()")) == marked
    await world.operator.patch(
        f"/work--items/{item}", json={"resolved": True}, headers={"If-Match": await etag(world, item)}
    )
    page = await handler.get(f"/console/cases/{world.case}")
    assert f"/console/work/{item}" not in page.tree.xpath("//a/@href")


async def etag(world: World, item: str) -> str:
    found: str = (await world.operator.get(f"/work--items/{item}")).json()["_etag"]
    return found


async def test_a_wish_is_granted_or_refused_and_not_merely_done(browse: Browse, world: World, item: str) -> None:
    handler = await browse("handler")
    until = (await in_days(world, 20))[:10]
    message = as_json(Message("work.debtor_asks_for_respite", day=date.fromisoformat(until)))
    async with world.database.transaction() as tx:
        await tx.execute("update work_items set kind = 'debtor_request', message = $2 where id = $1", item, message)
    page = await handler.get(f"/console/work/{item}")
    assert {"Bevilja", "Avslå"} <= set(page.buttons)
    assert "Klart" not in page.buttons
    empty = await sent(handler, item, "refuse", answer=" ")
    assert (empty.status, "Fyll i det här fältet." in empty.text) == (422, True)
    await sent(handler, item, "refuse", answer="Tyvärr inte.")
    assert "resolved" in (await world.operator.get(f"/work--items/{item}")).json()
    assert (await world.operator.get(f"/cases/{world.case}/notes")).json()["_items"][0]["text"] == "Tyvärr inte."


async def test_what_a_debtor_wrote_is_read_and_answered_there(browse: Browse, world: World, item: str) -> None:
    handler = await browse("handler")
    async with world.database.transaction() as tx:
        await tx.execute("update work_items set kind = 'debtor_message', updated = now() where id = $1", item)
        case = await tx.fetchrow("select account_id, creditor_id, id from cases where id = $1", world.case)
        asked = Noted(case["account_id"], case["creditor_id"], case["id"])
        await note_from_debtor(tx, asked, "Var ska jag <b>betala</b>?", clock.now())
    page = await handler.get(f"/console/work/{item}")
    assert "Var ska jag <b>betala</b>?" in page.text
    empty = await sent(handler, item, "answer", text="  ")
    assert (empty.status, "Fyll i det här fältet." in empty.text) == (422, True)
    done = await sent(handler, item, "answer", text="Till vårt bankgiro.")
    assert "Det är gjort." in done.text
    assert "resolved" in (await world.operator.get(f"/work--items/{item}")).json()
    notes = (await world.operator.get(f"/cases/{world.case}/notes")).json()["_items"]
    assert (notes[0]["kind"], notes[0]["text"]) == ("to_debtor", "Till vårt bankgiro.")
    again = await handler.get(f"/console/work/{item}")
    assert "Till vårt bankgiro." in again.text
    assert "Svara" not in again.buttons


async def test_only_what_a_debtor_wrote_is_answered(browse: Browse, world: World, item: str) -> None:
    handler = await browse("handler")
    form = {"_token": await handler.token(), "_once": "1" * 24, "act": "answer", "text": "Hej"}
    etag = (await world.operator.get(f"/work--items/{item}")).json()["_etag"]
    assert (await handler.post(f"/console/work/{item}", form | {"_etag": etag})).status == 404
    async with world.database.transaction() as tx:
        await tx.execute("update work_items set kind = 'debtor_message', updated = now() where id = $1", item)
    late = await handler.post(f"/console/work/{item}", form | {"_etag": "0" * 40})
    assert (late.status, late.trouble) == (409, "out_of_date")


async def test_a_day_that_is_none_or_past_is_said_beside_its_field(browse: Browse, item: str) -> None:
    handler = await browse("handler")
    for day, sentence in (
        ("", "Skriv en dag"),
        ("igår", "Skriv en dag"),
        ("2020-01-01", "Välj en dag som inte har varit."),
    ):
        page = await sent(handler, item, "snooze", snoozed_until=day)
        assert page.status == 422
        assert sentence in page.text


async def test_invoices_are_listed_and_shown(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    invoice = (await world.some("invoices"))[0]
    assert f"/console/invoices/{invoice['_id']}" in (await handler.get("/console/invoices")).tree.xpath("//a/@href")
    page = await handler.get(f"/console/invoices/{invoice['_id']}")
    assert page.status == 200
    assert invoice["invoice_number"] in page.h1


async def test_something_else_is_proposed_and_the_page_says_what_came_of_it(
    browse: Browse, world: World, item: str
) -> None:
    handler = await browse("handler")
    until = (await in_days(world, 20))[:10]
    message = as_json(Message("work.debtor_asks_for_respite", day=date.fromisoformat(until)))
    async with world.database.transaction() as tx:
        await tx.execute("update work_items set kind = 'debtor_request', message = $2 where id = $1", item, message)
    path = f"/console/work/{item}"
    assert "Föreslå annat" in (await handler.get(path)).buttons
    empty = await sent(handler, item, "propose", good_until="")
    assert empty.status == 422
    assert "Föreslå antingen en avbetalningsplan eller ett anstånd." in empty.text
    assert "Fyll i det här fältet." in empty.text
    unread = await sent(handler, item, "propose", respite_until="snart")
    assert (unread.status, "Skriv en dag" in unread.text) == (422, True)
    sooner = (await in_days(world, 10))[:10]
    await sent(handler, item, "propose", respite_until=sooner, good_until=(await in_days(world, 3))[:10])
    page = await handler.get(path)
    assert f"Anstånd till och med {sooner}" in page.text
    assert (await world.operator.get(f"/work--items/{item}")).json()["resolved"]
    assert (await world.operator.get(f"/cases/{world.case}")).json()["status"] != "respite"
