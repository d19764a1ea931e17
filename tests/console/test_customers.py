"""Customers: all their cases together, and what can be corrected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.bodies import case_registration, customer
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def new_customer(world: World, **more: str) -> str:
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    given = customer(id_number="19640823-3234", name="Olle Rättad", **more)
    made = await world.create("/case--registrations", case_registration(world, **owner, customer=given))
    found: str = (await world.operator.get(f"/cases/{made['_cases'][0]}")).json()["customer"]
    return found


async def test_a_customer_shows_what_all_its_cases_owe(browse: Browse, world: World) -> None:
    id_ = await new_customer(world)
    await new_customer(world)
    page = await (await browse("handler")).get(f"/console/customers/{id_}")
    cases = (await world.operator.get("/cases", params={"where": f'{{"customer": "{id_}"}}'})).json()["_items"]
    assert len(cases) >= 2
    statements = [(await world.operator.get(f"/cases/{case['_id']}/statement")).json() for case in cases]
    today = [round(stated["total_remaining_transaction_amount"] * 100) for stated in statements]
    assert page.owed[0] == sum(today), "as the cases' own pages say"
    assert {f"/console/cases/{case['_id']}" for case in cases} <= set(page.tree.xpath("//td/a/@href"))


async def test_contact_details_and_marks_are_saved(browse: Browse, world: World) -> None:
    id_ = await new_customer(world)
    handler = await browse("handler")
    path = f"/console/customers/{id_}"
    page = await handler.get(path)
    done = await handler.send(page, path, email="ny@example.com", mobile_number="0709999999", deceased="yes")
    assert "Det är gjort." in done.text
    now = (await world.operator.get(f"/customers/{id_}")).json()
    assert (now["email"], now["deceased"]) == ("ny@example.com", True)
    again = await handler.get(path)
    undone = {name: value for name, value in again.form(path).items() if name != "deceased"}
    await handler.post(path, undone)
    assert (await world.operator.get(f"/customers/{id_}")).json()["deceased"] is False


async def test_a_customer_that_changed_meanwhile_is_not_overwritten(browse: Browse, world: World) -> None:
    id_ = await new_customer(world)
    handler = await browse("handler")
    path = f"/console/customers/{id_}"
    first, second = await handler.get(path), await handler.get(path)
    assert (await handler.send(first, path, email="a@example.com")).status == 200
    late = await handler.send(second, path, email="b@example.com")
    assert (late.status, late.trouble) == (409, "out_of_date")
    assert late.form(path)["email"] == "b@example.com", "nothing that was written is lost"
    assert "Nu: a@example.com" in late.text
    assert (await world.operator.get(f"/customers/{id_}")).json()["email"] == "a@example.com"


async def test_what_is_no_address_or_number_is_not_saved_and_all_that_was_written_stays(
    browse: Browse, world: World
) -> None:
    id_ = await new_customer(world, email="a@example.com")
    handler = await browse("handler")
    path = f"/console/customers/{id_}"
    wrong = await handler.send(await handler.get(path), path, email="inte en adress", mobile_number="abc", city="Lund")
    assert (wrong.status, wrong.form(path)["city"]) == (422, "Lund")
    for sentence in ("Skriv en e-postadress, som namn@exempel.se.", "Skriv ett telefonnummer, som 070-123 45 67."):
        assert sentence in wrong.text
    assert (await world.operator.get(f"/customers/{id_}")).json()["email"] == "a@example.com"


async def test_it_shows_where_the_address_comes_from_and_what_spar_told(browse: Browse, world: World) -> None:
    id_ = await new_customer(world)
    handler = await browse("handler")
    path = f"/console/customers/{id_}"
    assert "SPAR" not in (await handler.get(path)).text
    (case,) = (await world.operator.get("/cases", params={"where": f'{{"customer": "{id_}"}}'})).json()["_items"][:1]
    await _told(world, id_, "confirmed", None)
    for address in (path, f"/console/cases/{case['_id']}"):
        page = await handler.get(address)
        assert "från SPAR 2026-11-17" in page.text
        assert "SPAR 2026-11-17 : adressen är bekräftad" in page.text.replace(":", " :")
    await _told(world, id_, "retrying", "HTTP 500")
    for address in (path, f"/console/cases/{case['_id']}"):
        assert "Breven väntar på svar från SPAR. (HTTP 500) Nytt försök 2026-11-18" in (await handler.get(address)).text


async def _told(world: World, customer: str, outcome: str, trouble: str | None) -> None:
    async with world.database.transaction() as tx:
        await tx.execute("delete from spar_answers where id = $1", customer)
        await tx.execute(
            """insert into spar_answers (account_id, id, created, updated, customer_id, number, outcome, answered_on, next_try,
                                         trouble)
               select account_id, id, now(), now(), id, '196408233234', $2, '2026-11-17', '2026-11-18T09:00:00Z', $3
               from customers where id = $1""",
            customer,
            outcome,
            trouble,
        )
        for table, column in (("customers", "id"), ("customer_details", "customer_id")):
            await tx.execute(
                f"""update {table} set address_source = 'spar', address_confirmed = '2026-11-17', revision = revision + 1
                    where {column} = $1""",
                customer,
            )


async def test_who_may_only_look_has_no_form(browse: Browse, world: World) -> None:
    id_ = await new_customer(world)
    for person in ("auditor", "creditor_user"):
        page = await (await browse(person)).get(f"/console/customers/{id_}")
        assert page.status == 200
        assert "Spara" not in page.buttons


async def test_the_list_of_customers_goes_on_by_key(browse: Browse) -> None:
    page = await (await browse("handler")).get("/console/customers")
    assert page.status == 200
    assert page.h1 == "Kunder"
    older = await (await browse("handler")).get("/console/customers?after=" + "f" * 24)
    assert "Från början" in older.text


async def test_staff_corrects_a_name_and_both_are_shown(browse: Browse, world: World) -> None:
    id_ = await new_customer(world)
    path = f"/console/customers/{id_}"
    handler = await browse("handler")
    given = {"field": "name", "value": "Karin Åberg", "reason": "Giftermål"}
    wrong = await handler.send(await handler.get(path), f"{path}/corrections", **given | {"reason": ""})
    assert wrong.status == 422
    done = await handler.send(await handler.get(path), f"{path}/corrections", **given)
    assert all(text in done.text for text in ("Karin Åberg", "Giftermål", "Olle Rättad"))
    other = await (await browse("creditor_user")).get(path)
    assert "Giftermål" in other.text
    assert "Rätta" not in other.buttons
