"""Protected persons: their address, telephone and e-mail leave by no way, but to named staff, whose reading is recorded."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from fordran.actions.file_copies import COPIES
from fordran.actions.ways_out import CHANNELS_OUT, FILES_OUT, NOUNS
from fordran.domain.kinds.channels import CHANNELS
from fordran.resources import RESOURCES
from tests.api import bodies
from tests.api.ownership import CALLERS
from tests.api.world import World
from tests.pdf import text_of

SECRETS = ("Dolda gatan 7", "Gömmastad", "987 65", "gomd@hemlig.example", "0709998877")
CUSTOMER = {
    "name": "Vera Skyddad",
    "id_number": "19640823-3234",
    "is_person": True,
    "address": {
        "address_line_1": "Dolda gatan 7",
        "address_line_2": "c/o Hemlig",
        "zip_code": "987 65",
        "city": "Gömmastad",
        "country": "SE",
    },
    "email": "gomd@hemlig.example",
    "mobile_number": "0709998877",
}
PDF = b"%PDF-1.7\n%%EOF\n"


async def change(client: httpx.AsyncClient, path: str, body: Any, status: int = 200) -> Any:
    tag = (await client.get(path)).json()["_etag"]
    answer = await client.patch(path, json=body, headers={"If-Match": tag})
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.fixture(scope="module")
async def named(world: World) -> httpx.AsyncClient:
    """A handler who may see protected persons."""
    path = f"/users/{world.users['handler']}"
    await change(world.operator, path, {"may_see_protected": True})
    await asyncio.sleep(0.6)  # what a user may see is looked up again after half a second
    return world.callers["handler"]


@pytest.fixture(scope="module")
async def protected(world: World, named: httpx.AsyncClient) -> dict[str, Any]:
    """A customer with an invoice, a case and its file, who was protected after they were registered, and registered again."""
    sender = world.callers["api_user"]
    flags = {"log_invoice_registrations": True, "log_case_registrations": True}
    await change(world.operator, f"/users/{world.users['api_user']}", flags)
    await asyncio.sleep(0.6)
    invoice = await world.create(
        "/invoice--registrations", bodies.invoice_registration(world, customer=CUSTOMER), sender
    )
    printed = (await world.operator.get(f"/invoices/{invoice['_invoice']}")).json()["print_document"]["id"]
    debt = await world.create("/case--registrations", bodies.case_registration(world, customer=CUSTOMER), sender)
    case = debt["_cases"][0]
    form = {"data": {"dotted_path": "original_invoice"}, "files": {"file": ("faktura.pdf", PDF)}}
    assert (await world.operator.post(f"/media--upload/{case}", **form)).status_code == 201
    customer = (await world.operator.get(f"/cases/{case}")).json()["customer"]
    await change(
        world.operator, f"/customers/{customer}", {"email": "gomd@hemlig.example", "mobile_number": "0709998877"}
    )
    before = (await world.callers["creditor_user"].get(f"/customers/{customer}")).json()
    assert before["address"]["city"] == "Gömmastad"
    await change(world.callers["creditor_admin"], f"/customers/{customer}", {"protected_identity": True})
    again = await world.create("/case--registrations", bodies.case_registration(world, customer=CUSTOMER), sender)
    late = await world.create("/invoice--registrations", bodies.invoice_registration(world, customer=CUSTOMER), sender)
    await world.operator.get(f"/invoices/{late['_invoice']}")
    assert (await world.operator.post(f"/media--upload/{again['_cases'][0]}", **form)).status_code == 201
    invoices = [invoice["_invoice"], late["_invoice"]]
    other = bodies.case_registration(world, customer=CUSTOMER | {"name": "Lennart Annorlunda"})
    apart = (await world.create("/case--registrations", other, sender))["_cases"][0]
    return {
        "customer": customer,
        "case": case,
        "other": (await world.operator.get(f"/cases/{apart}")).json()["customer"],
        "later": again["_cases"][0],
        "invoices": invoices,
        "before": printed,
    }


def test_every_way_that_data_leaves_by_takes_a_stand() -> None:
    assert set(NOUNS) == set(RESOURCES)
    assert set(CHANNELS_OUT) == set(CHANNELS)
    assert set(FILES_OUT) == set(COPIES)


async def read_all(world: World, client: httpx.AsyncClient, resource: str) -> list[str]:
    """Every document of a noun as a caller reads it, in its list and by itself, as texts."""
    texts, page = [], 1
    while True:
        answer = await client.get(f"/{resource}", params={"max_results": 100, "page": page})
        if answer.status_code in (403, 404, 405):
            return texts
        assert answer.status_code == 200, (resource, answer.text)
        items = answer.json()["_items"]
        texts += [json.dumps(item, ensure_ascii=False) for item in items]
        for item in items[:40]:
            texts.append((await client.get(f"/{resource}/{item['_id']}")).text)
        if len(items) < 100:
            return texts
        page += 1


@pytest.mark.parametrize("caller", CALLERS)
async def test_no_list_and_no_document_shows_it_to_anybody(
    world: World, protected: dict[str, Any], caller: str
) -> None:
    client, seen, shown = world.callers[caller], 0, (protected["customer"], protected["other"])
    for resource in RESOURCES.values():
        documents = await read_all(world, client, resource.name)
        for text in documents:
            if caller == "handler" and resource.name == "customers" and any(one in text for one in shown):
                continue  # the named one, who sees it by itself
            seen += protected["customer"] in text or "Vera Skyddad" in text
            assert [secret for secret in SECRETS if secret in text] == [], (resource.name, text)
    assert seen or caller == "groupless"


@pytest.mark.parametrize(
    ("resource", "query"),
    [
        ("customers", {"email": "gomd@hemlig.example"}),
        ("customers", {"where": json.dumps({"address.city": "Gömmastad"})}),
        ("customers", {"where": json.dumps({"mobile_number": "0709998877"})}),
        ("invoice--registrations", {"where": json.dumps({"customer.address.city": "Gömmastad"})}),
        ("case--registrations", {"where": json.dumps({"customer.email": "gomd@hemlig.example"})}),
        ("audit--log", {"where": json.dumps({"before.email": "gomd@hemlig.example"})}),
    ],
)
async def test_no_filter_and_no_search_finds_it(
    world: World, protected: dict[str, Any], resource: str, query: dict[str, str]
) -> None:
    for client in (world.operator, world.callers["creditor_user"]):
        answer = await client.get(f"/{resource}", params=query)
        assert answer.status_code == 403 or answer.json()["_items"] == [], answer.text


async def test_what_is_made_from_it_has_the_forwarding_address(world: World, protected: dict[str, Any]) -> None:
    shown = (await world.callers["creditor_user"].get(f"/customers/{protected['customer']}")).json()
    address = {"address_line_1": "Skatteverket", "address_line_2": "Box 2820", "zip_code": "403 20"}
    assert shown["address"] == address | {"city": "Göteborg", "country": "SE"}
    assert (shown["name"], shown["protected_identity"], "email" in shown) == ("Vera Skyddad", True, False)
    for invoice in protected["invoices"]:
        ubl = await world.operator.get(f"/invoices/{invoice}/ubl")
        assert [secret for secret in SECRETS if secret in ubl.text] == []


async def test_another_name_on_the_number_is_hidden_too(world: World, protected: dict[str, Any]) -> None:
    other = protected["other"]
    assert other != protected["customer"]
    shown = (await world.callers["creditor_user"].get(f"/customers/{other}")).json()
    assert (shown["protected_identity"], shown["address"]["city"]) == (True, "Göteborg")
    assert shown["name"] == "Lennart Annorlunda"
    async with world.database.connection() as connection:
        query = "select email from protected_details where customer_id = $1"
        assert [row["email"] for row in await connection.fetch(query, other)] == ["gomd@hemlig.example"] * 2


async def files_of(world: World, protected: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The files of invoices that had not left, which are made again, and those that were uploaded."""
    made = [
        (await world.operator.get(f"/invoices/{one}")).json()["print_document"]["id"] for one in protected["invoices"]
    ]
    cases = [(await world.operator.get(f"/cases/{one}")).json() for one in (protected["case"], protected["later"])]
    return made, [case["original_invoice"]["id"] for case in cases]


async def test_files_that_may_say_it_are_for_named_staff_alone(world: World, protected: dict[str, Any]) -> None:
    made, uploaded = await files_of(world, protected)
    for caller, client in world.callers.items():
        for file in uploaded:
            answer = await client.get(f"/media--files/{file}")
            assert answer.status_code in ((200,) if caller == "handler" else (403, 404)), caller
    link = (await world.operator.get(f"/cases/{protected['case']}")).json()["original_invoice"]["url"]
    assert (await world.operator.get(link)).status_code == 403, "a link is nobody's name"
    for file in made:
        content = (await world.operator.get(f"/media--files/{file}")).content
        assert "Box 2820" in text_of(content)
        assert [secret for secret in SECRETS if secret in text_of(content)] == []
    assert (await world.operator.get(f"/media--files/{protected['before']}")).status_code == 404


async def test_named_staff_reads_it_and_that_is_in_the_audit_log(
    world: World, protected: dict[str, Any], named: httpx.AsyncClient
) -> None:
    shown = (await named.get(f"/customers/{protected['customer']}")).json()
    assert (shown["address"]["city"], shown["email"], shown["mobile_number"]) == (
        "Gömmastad",
        "gomd@hemlig.example",
        "0709998877",
    )
    where = {"resource": "protected_details", "kind": "read", "document": protected["customer"]}
    log = (await world.operator.get("/audit--log", params={"where": json.dumps(where)})).json()["_items"]
    assert {entry["user"] for entry in log} == {world.users["handler"]}


async def test_only_named_staff_ends_it_and_then_it_is_shown_as_before(
    world: World, protected: dict[str, Any], named: httpx.AsyncClient
) -> None:
    path = f"/customers/{protected['customer']}"
    for caller in ("operator", "creditor_admin", "account_admin"):
        refused = await change(world.callers[caller], path, {"protected_identity": False}, 403)
        assert "named" in refused["_error"]["message"] or "protected" in refused["_error"]["message"]
    await change(named, path, {"mobile_number": "0701112233"})
    assert "mobile_number" not in (await world.operator.get(path)).json()
    await change(named, path, {"protected_identity": False})
    shown = (await world.callers["creditor_user"].get(path)).json()
    assert (shown["address"]["city"], shown["mobile_number"]) == ("Gömmastad", "0701112233")
    found = await world.operator.get("/customers", params={"email": "gomd@hemlig.example"})
    assert [one["_id"] for one in found.json()["_items"]] == [protected["customer"]]
    for file in (await files_of(world, protected))[1]:
        assert (await world.operator.get(f"/media--files/{file}")).status_code == 200
    async with world.database.connection() as connection:
        query = "select count(*) from protected_details where customer_id = $1"
        assert await connection.fetchval(query, protected["customer"]) == 0


async def test_only_the_operator_names_its_own_staff(world: World) -> None:
    for caller in ("partner", "account_admin"):
        body = {"account": world.account.id, "name": "Bo", "may_see_protected": True}
        answer = await world.callers[caller].post("/users", json=body)
        assert answer.status_code == 422, answer.text
        assert list(answer.json()["_issues"]) == ["may_see_protected"]
