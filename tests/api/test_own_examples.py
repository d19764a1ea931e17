"""The page at `/docs` has examples with the ids of a reader who is signed in, and with those of the demo for others."""

from __future__ import annotations

import re
from datetime import timedelta

import httpx
import pytest

from fordran import clock
from fordran.actions.people.sessions import ProvenUser, SessionTerm, end_session, open_session
from fordran.api.app import Api
from fordran.api.description.recorded import recorded
from fordran.web.cookies import DOCS_COOKIE
from tests.api.world import World, client_of

_ID = re.compile(r"\b[0-9a-f]{24}\b")


def demo_ids(operation: str) -> set[str]:
    return {item["_id"] for item in recorded().answer(operation, "200")["_items"]}


async def page_of(client: httpx.AsyncClient) -> str:
    answer = await client.get("/docs")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


async def test_a_stranger_reads_the_demos_ids(app: Api, world: World) -> None:
    async with client_of(app) as stranger:
        page = await page_of(stranger)
    ids = set(_ID.findall(page))
    assert demo_ids("list_cases") & ids
    assert world.case not in ids


@pytest.mark.parametrize("role", ["operator", "account_admin", "creditor_admin", "creditor_user"])
async def test_a_reader_with_a_token_reads_ids_of_documents_that_it_sees(world: World, role: str) -> None:
    client = world.callers[role]
    ids = set(_ID.findall(await page_of(client)))
    for resource, operation in (
        ("cases", "list_cases"),
        ("creditors", "list_creditors"),
        ("customers", "list_customers"),
    ):
        own = {one["_id"] for one in (await client.get(f"/{resource}", params={"max_results": 100})).json()["_items"]}
        assert own & ids, resource
        assert not demo_ids(operation) & ids, resource


async def test_the_ids_of_an_example_belong_together(world: World) -> None:
    client = world.callers["account_admin"]
    page = await page_of(client)
    cases = (await client.get("/cases", params={"max_results": 100, "sort": "-_id"})).json()["_items"]
    newest = cases[0]
    assert f'"account": "{newest["account"]}"' in page.replace("&#34;", '"')
    assert f"/cases/{newest['_id']}" in page
    assert newest["customer"] in page
    assert newest["_etag"] in page
    assert f"/customers/{newest['customer']}" in page


async def test_no_other_accounts_ids_are_shown(world: World) -> None:
    ids = set(_ID.findall(await page_of(world.callers["account_admin"])))
    for account in (*world.partners[0].accounts[1:], *world.partners[1].accounts):
        assert account.id not in ids
        assert not {creditor.id for creditor in account.creditors} & ids


async def test_a_token_that_is_none_is_read_as_a_stranger(app: Api) -> None:
    async with client_of(app, "none") as client:
        assert demo_ids("list_cases") & set(_ID.findall(await page_of(client)))


async def test_a_session_of_the_console_counts_as_signed_in_until_it_ends(app: Api, world: World) -> None:
    now, term = clock.now(), SessionTerm.of(1, 10)
    async with world.database.transaction() as tx:
        user = ProvenUser(world.users["operator"])
        id_, token = await open_session(tx, user, "link", now, term, address="127.0.0.1", agent="")
    async with client_of(app) as reader:
        reader.headers["cookie"] = f"{DOCS_COOKIE}={token}"
        assert not demo_ids("list_cases") & set(_ID.findall(await page_of(reader)))
        async with world.database.transaction() as tx:
            await end_session(tx, id_, now + timedelta(seconds=1))
        assert demo_ids("list_cases") & set(_ID.findall(await page_of(reader)))
