"""What a creditor has told of a customer is its own: a sibling neither sees it nor changes it; who sees all sees it joined."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.refusals import EtagDiffers
from fordran.actions.work.change_customer import change_customer
from fordran.api.app import Api
from fordran.resources.customers import CustomerChange
from fordran.store.reading.scope import CREDITOR, Caller
from tests.actions.office import Body, Office, open_office
from tests.api.bodies import creditor_data
from tests.api.world import HERE, sign_in

NUMBERS = iter(f"19{year}0203-{(year * 41) % 9000 + 1000}" for year in range(20, 99))
TOLD: Body = {
    "name": "Elsa Först",
    "customer_number": "A-1",
    "email": "elsa@forst.example",
    "mobile_number": "070-1740601",
    "address": {"address_line_1": "Förstagatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"},
}


def told(number: str) -> Body:
    """The same of another person, whom the creditor calls by another number too."""
    return TOLD | {"id_number": number, "customer_number": f"A-{number}"}


@dataclass
class Side:
    """A creditor of the account, and its own client."""

    creditor: str
    client: httpx.AsyncClient
    office: Office

    async def register(self, customer: Body, **more: Any) -> str:
        """Register 1 kr on a customer; the customer's id."""
        body = self.office.invoice_body(1, creditor=self.creditor, customer=customer, **more)
        answer = await self.client.post("/invoice--registrations", json=body)
        assert answer.status_code == 201, answer.text
        case = (await self.client.get(f"/cases/{answer.json()['_case']}")).json()
        id_: str = case["customer"]
        return id_

    async def get(self, path: str, **params: str) -> Body:
        answer = await self.client.get(path, params=params)
        assert answer.status_code == 200, answer.text
        found: Body = answer.json()
        return found

    async def everything(self, customer: str) -> Body:
        """All that the client can read of a customer, apart from signed links, which differ each time."""
        where = f'{{"customer": "{customer}"}}'
        shown = {"customer": await self.get(f"/customers/{customer}")}
        for name in ("cases", "invoices"):
            shown[name] = (await self.get(f"/{name}", where=where))["_items"]
        for invoice in shown["invoices"]:
            invoice.pop("print_document", None)
        shown["list"] = await self.get("/customers", max_results="100")
        return shown


@dataclass
class Siblings:
    office: Office
    first: Side
    second: Side
    both: httpx.AsyncClient
    admin: httpx.AsyncClient


@pytest.fixture(scope="module")
async def siblings(app: Api) -> AsyncIterator[Siblings]:
    office = await open_office(app)
    other = (await office.post("creditors", {"account": office.account, **creditor_data()}))["_id"]
    clients = []
    owners: list[dict[str, Any]] = [
        {"creditors": [office.creditor]},
        {"creditors": [other]},
        {"creditors": [office.creditor, other]},
        {"account": office.account},
    ]
    for number, owner in enumerate(owners):
        async with app.database.transaction() as tx:
            made = await add_client(tx, name=f"Client {number}", networks=[HERE], now=clock.now(), **owner)
        clients.append(await sign_in(app, made.api_code))
    first, second, both, admin = clients
    yield Siblings(office, Side(office.creditor, first, office), Side(other, second, office), both, admin)
    for client in (*clients, office.client):
        await client.aclose()


async def test_a_sibling_sees_only_what_it_has_told_and_changes_nothing_of_what_others_see(siblings: Siblings) -> None:
    first, second = siblings.first, siblings.second
    number = next(NUMBERS)
    customer = await first.register(told(number))
    before = await first.everything(customer)
    short = number.replace("-", "")
    assert await second.register({"name": "Elsa Sedan", "id_number": short}) == customer
    assert await first.everything(customer) == before
    seen = await second.get(f"/customers/{customer}")
    assert (seen["name"], seen["id_number"]) == ("Elsa Sedan", short)
    assert not seen.keys() & {"email", "mobile_number", "customer_number"}
    assert seen["address"] == {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}
    assert "Förstagatan" not in str(await second.everything(customer))


async def test_whoever_sees_all_of_the_account_sees_what_all_have_told(siblings: Siblings) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number))
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    for client in (siblings.admin, siblings.office.client):
        shown = (await client.get(f"/customers/{customer}")).json()
        assert (shown["name"], shown["email"], shown["customer_number"]) == ("Elsa Sedan", TOLD["email"], f"A-{number}")
        assert shown["address"] == TOLD["address"]


async def test_a_creditor_is_updated_by_what_it_tells_itself(siblings: Siblings) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number))
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    tag = (await siblings.second.get(f"/customers/{customer}"))["_etag"]
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number, "email": "elsa@sedan.example"})
    seen = await siblings.second.get(f"/customers/{customer}")
    assert (seen["email"], seen["_etag"] != tag) == ("elsa@sedan.example", True)
    assert (await siblings.first.get(f"/customers/{customer}"))["email"] == TOLD["email"]


@pytest.mark.parametrize(
    "query",
    [{"name": "först"}, {"email": "forst.example"}, {"where": '{"customer_number": "A-7"}', "number": "A-7"}],
)
async def test_nothing_that_a_sibling_has_told_can_be_searched_for(siblings: Siblings, query: dict[str, str]) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number) | {"customer_number": query.pop("number", f"A-{number}")})
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    found = [[item["_id"] for item in (await side.get("/customers", **query))["_items"]]
             for side in (siblings.first, siblings.second)]  # fmt: skip
    assert customer in found[0]
    assert found[1] == []
    by_number = (await siblings.second.get("/customers", id_number=number))["_items"]
    assert [item["name"] for item in by_number] == ["Elsa Sedan"]


async def test_sorting_by_what_a_sibling_has_told_tells_nothing(siblings: Siblings) -> None:
    pairs = [("Aron", "Åke Aron"), ("Bror", "Adam Bror")]
    ids = {}
    for theirs, own in pairs:
        number = next(NUMBERS)
        ids[await siblings.first.register({"name": theirs, "id_number": number})] = own
        await siblings.second.register({"name": own, "id_number": number})
    listed = (await siblings.second.get("/customers", sort="name", max_results="100"))["_items"]
    assert [item["name"] for item in listed if item["_id"] in ids] == ["Adam Bror", "Åke Aron"]


@pytest.mark.parametrize("query", [{}, {"sort": "name"}, {"sort": "-_created"}])
async def test_every_page_shows_only_what_the_creditor_has_told(siblings: Siblings, query: dict[str, str]) -> None:
    for _ in range(2):
        number = next(NUMBERS)
        await siblings.first.register(told(number))
        await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    whole = await siblings.second.get("/customers", max_results="100", **query)
    pages = [
        (await siblings.second.get("/customers", max_results="1", page=str(page + 1), **query))["_items"]
        for page in range(whole["_meta"]["total"])
    ]
    assert [item for page in pages for item in page] == whole["_items"]
    assert TOLD["email"] not in str(pages)


async def test_a_creditors_own_number_for_a_customer_stays_its_own(siblings: Siblings) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register({"name": "Kim", "id_number": number, "customer_number": f"own-{number}"})
    await siblings.second.register({"name": "Kim", "id_number": number, "customer_number": "another"})
    assert await siblings.first.register({"name": "Kim", "customer_number": f"own-{number}"}) == customer
    assert await siblings.second.register({"name": "Kim", "customer_number": "another"}) == customer


async def test_a_client_of_several_creditors_sees_each_customer_once_with_what_was_told_last(
    siblings: Siblings,
) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number))
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    listed = (await siblings.both.get("/customers", params={"id_number": number})).json()
    assert ([item["_id"] for item in listed["_items"]], listed["_meta"]["total"]) == ([customer], 1)
    whole = (await siblings.both.get("/customers", params={"max_results": 100})).json()
    assert len({item["_id"] for item in whole["_items"]}) == len(whole["_items"]) == whole["_meta"]["total"]
    assert (await siblings.both.get(f"/customers/{customer}")).json() in whole["_items"]


async def test_cases_and_invoices_of_a_creditor_say_what_it_has_told(siblings: Siblings) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number))
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    for side, name in ((siblings.first, "Elsa Först"), (siblings.second, "Elsa Sedan")):
        shown = await side.everything(customer)
        assert {case["customer_name"] for case in shown["cases"]} == {name}
        assert {invoice["debtor_name"] for invoice in shown["invoices"]} == {name}


async def test_a_mark_stops_every_creditors_claims_and_is_seen_by_each_of_them(siblings: Siblings) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number))
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    tags = [(await side.get(f"/customers/{customer}"))["_etag"] for side in (siblings.first, siblings.second)]
    joined = (await siblings.admin.get(f"/customers/{customer}")).json()["_etag"]
    assert len({*tags, joined}) == 3
    marked = await siblings.admin.patch(f"/customers/{customer}", json={"deceased": True}, headers={"if-match": joined})
    assert marked.status_code == 200, marked.text
    for side, tag in zip((siblings.first, siblings.second), tags, strict=True):
        seen = await side.get(f"/customers/{customer}")
        assert (seen["deceased"], seen["_etag"] != tag) == (True, True)


async def test_a_creditors_administrator_marks_by_the_tag_that_it_has_read(siblings: Siblings, app: Api) -> None:
    number = next(NUMBERS)
    customer = await siblings.first.register(told(number))
    await siblings.second.register({"name": "Elsa Sedan", "id_number": number})
    async with app.database.transaction() as tx:
        made = await add_client(tx, name="Admin", networks=[HERE], now=clock.now(), creditors=[siblings.first.creditor])
        await tx.execute("delete from user_groups where user_id = $1", made.user)
        await tx.execute(
            """insert into user_groups (user_id, access_group_id, granted, position)
               select $1, id, $2, 0 from access_groups where creditor_id = $3 and type = 'admin'""",
            made.user,
            clock.now(),
            siblings.first.creditor,
        )
    client = await sign_in(app, made.api_code)
    path, marks = f"/customers/{customer}", {"bankruptcy": True}
    own = (await client.get(path)).json()["_etag"]
    theirs = (await siblings.second.get(path))["_etag"]
    assert (await client.patch(path, json=marks, headers={"if-match": theirs})).status_code == 412
    async with app.database.transaction() as tx:
        # As the verb sees it that was given a tag which no longer holds.
        caller = Caller(
            made.user, "Admin", CREDITOR, account=siblings.office.account, creditors=(siblings.first.creditor,)
        )
        with pytest.raises(EtagDiffers):
            await change_customer(tx, caller, customer, theirs, CustomerChange(bankruptcy=True), clock.now())
    answer = await client.patch(path, json=marks, headers={"if-match": own})
    assert answer.status_code == 200, answer.text
    after = (await client.get(path)).json()
    assert (after["bankruptcy"], after["_etag"]) == (True, answer.json()["_etag"])
    await client.aclose()


async def test_of_one_customer_told_of_many_times_at_once_one_row_is_made(siblings: Siblings) -> None:
    number = next(NUMBERS)
    made = await asyncio.gather(
        *(side.register({"name": "Kim", "id_number": number}) for side in (siblings.first, siblings.second) * 6)
    )
    assert len(set(made)) == 1
    assert await siblings.office.differences() == []
