"""Documents of others in the console: every page and act, asked for what belongs to another partner, neither shows nor does it.

The matrix asks for what does not exist. Here it exists, and belongs to the other partner of the world.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from fordran.commands.served import Served
from fordran.console.pages import PAGES
from fordran.web.page import Page
from tests.api.world import World
from tests.console.billing import issued
from tests.console.visiting import Browser, signed_in

NOUNS = {
    "cases": "cases",
    "invoices": "invoices",
    "letters": "letters",
    "enforcements": "enforcements",
    "creditors": "creditors",
    "users": "users",
    "clients": "users",
    "webhooks": "webhooks",
    "payouts": "finance--payouts",
    "operator-invoices": "operator--invoices",
    "deliveries": "deliveries",
    "audit": "audit--log",
    "work": "work--items",
    "approvals": "creditors",
    "import": "file--import-reports",
}
"""The first step of a page's path → the resource whose ids it takes."""
ELSEWHERE = {
    "/console/payouts/orders/{id}": "for the staff alone, as the matrix says",
    "/console/law/{id}/approve": "rows of law are nobody's; the matrix says who may",
    "/console/law/{id}/reject": "likewise",
    "/console/passkeys/{id}": "test_keys_of_others.py",
    "/console/own-users/{id}": "test_own_addresses.py",
    "/console/profile/sessions/{id}": "test_profile.py",
}
"""Pages that are not asked here → the reason."""


@pytest.fixture(scope="module")
async def theirs(world: World) -> dict[str, dict[str, Any]]:
    """Noun → a document of the other partner's."""
    other = world.partners[1]
    await world.add_user(other.accounts[0].id, other.accounts[0].group, name="Theirs alone")
    await issued(world, other.accounts[0].id, other.accounts[0].creditors[0].id, 4713)
    of = {"kind": "invoices", "creditor": other.accounts[0].creditors[0].id}
    await world.operator.post("/file--import-reports", params=of, content=b"invoice_number\n1\n")
    accounts = {account.id for account in other.accounts}
    found = {}
    for noun, resource in NOUNS.items():
        answer = await world.operator.get(f"/{resource}", params={"max_results": 1000})
        items = answer.json().get("_items", []) if answer.status_code == 200 else []
        own = [one for one in items if any(account in json.dumps(one) for account in accounts)]
        if own:
            found[noun] = own[0]
    customer = await world.operator.get(f"/customers/{found['cases']['customer']}")
    file = next(one["print_document"] for one in [found["invoices"]] if one.get("print_document"))
    return found | {"customers": customer.json(), "files": {"_id": file["id"]}}


@pytest.fixture(scope="module")
async def strangers(world: World) -> dict[str, str]:
    """People of the first partner, of every level."""
    partner = await world.add_user("", world.partners[0].group, name="Partner's person")
    return {"partner": partner} | {
        role: world.users[role] for role in ("account_admin", "creditor_admin", "creditor_user")
    }


def about(page: Page) -> str:
    return page.path.split("/")[2] if page.path.count("/") > 2 else ""


async def ask(browser: Browser, page: Page, id_: str, token: str) -> tuple[int, str]:
    path = page.path.replace("{id}", id_).replace("{name}", "x").replace("{key}", "x").replace("{form}", "csv")
    if page.method == "GET":
        answer = await browser.get(path)
    else:
        form = {"_token": token, "_once": "foreign", "confirmed": "1", "reason": "x", "text": "x", "name": "Taken"}
        answer = await browser.post(path, form)
    return answer.status, answer.text


OF_STAFF = {"bank", "bulk-acts", "complaints", "erasures", "payments", "views"}
"""Pages for the operator's staff alone, as the matrix says: no document there is another's."""
ABOUT_A_DOCUMENT = [
    page for page in PAGES if "{id}" in page.path and about(page) not in OF_STAFF and page.path not in ELSEWHERE
]


def test_every_page_about_a_document_is_asked_for_one() -> None:
    nouns = {about(page) for page in ABOUT_A_DOCUMENT}
    assert nouns <= NOUNS.keys() | {"customers", "files"}
    assert ELSEWHERE.keys() <= {page.path for page in PAGES}


@pytest.mark.parametrize("level", ["partner", "account_admin", "creditor_admin", "creditor_user"])
async def test_a_document_of_another_is_neither_shown_nor_changed(
    served: Served, strangers: dict[str, str], theirs: dict[str, dict[str, Any]], level: str, world: World
) -> None:
    assert theirs.keys() >= {about(page) for page in ABOUT_A_DOCUMENT} - {"deliveries", "work"}
    browser = await signed_in(served, strangers[level])
    token = await browser.token()
    wrong = []
    for page in ABOUT_A_DOCUMENT:
        document = theirs.get(about(page))
        if document is None:
            continue
        status, text = await ask(browser, page, document["_id"], token)
        shown = [theirs[noun]["name"] for noun in ("creditors", "users", "customers") if theirs[noun]["name"] in text]
        if status not in (403, 404) or shown:
            wrong.append((page.name, status, shown))
    await browser.close()
    for noun in ("creditors", "users", "webhooks", "cases"):
        now = (await world.operator.get(f"/{NOUNS[noun]}/{theirs[noun]['_id']}")).json()
        assert now["_etag"] == theirs[noun]["_etag"], noun
    assert wrong == []
