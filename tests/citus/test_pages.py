"""What the people of an account or of a creditor look at is read from one shard."""

from __future__ import annotations

import pytest

from fordran.api.app import Api
from fordran.commands.served import Served
from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT
from tests.citus.sent import Sent
from tests.console.policy import POLICY
from tests.console.visiting import signed_in

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

_NO_PAGES = ("GET /console/sign-in", "GET /console/static", "GET /console/files", "GET /console/reports/{name}/{form}")
_NOT_MADE_HERE = ("/letters/{id}", "/webhooks/{id}", "/deliveries/{id}", "/users/{id}", "/clients/{id}")
# Users are on every node, and the names of their accounts and creditors are looked up wherever these lie; a report is of a
# creditor by its id alone.
_OF_ALL = ("/console/users", "/console/reports/{name}")
PAGES = {
    "account_admin": sorted(page for page, roles in POLICY.items() if page.startswith("GET") and "a" in roles),
    "creditor_user": sorted(page for page, roles in POLICY.items() if page.startswith("GET") and "u" in roles),
}
SEARCHED = {"/console/search": "?q=anna+12345", "/console/letters/preview": "?kind=reminder&case={ocr}"}


@pytest.mark.parametrize(
    ("person", "page"),
    [
        (person, page.removeprefix("GET "))
        for person, pages in PAGES.items()
        for page in pages
        if not page.startswith(_NO_PAGES) and not page.endswith((*_NOT_MADE_HERE, *_OF_ALL))
    ],
)
async def test_a_page_is_read_from_one_shard(app: Api, world: World, sent: Sent, person: str, page: str) -> None:
    path = await _path(world, page)
    browser = await signed_in(Served(app), world.users[person])
    try:
        await browser.get(path)  # what is seen for the first time is looked up once
        sent.commands.clear()
        shown = await browser.get(path)
        assert shown.status == 200, shown.answer.text[:500]
        assert sent.astray() == []
        assert sent.prepared() == []
    finally:
        await browser.close()


async def _path(world: World, page: str) -> str:
    case = (await world.operator.get(f"/cases/{world.case}")).json()
    invoices = (
        await world.operator.get("/invoices", params={"where": f'{{"creditor": "{world.creditor.id}"}}'})
    ).json()
    ids = {
        "/console/cases/": case["_id"],
        "/console/customers/": case["customer"],
        "/console/invoices/": invoices["_items"][0]["_id"],
        "/console/creditors/": world.creditor.id,
    }
    owner = next((prefix for prefix in ids if page.startswith(prefix)), "")
    path = page.replace("{id}", ids.get(owner, "")).replace("{form}", "csv")
    return path + SEARCHED.get(page, "").replace("{ocr}", case["ocr_number"])
