"""The documents tell the truth: what they name exists, what exists is named, and their examples work."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.api.app import create_app
from fordran.api.endpoints import endpoints
from fordran.resources import RESOURCES
from fordran.settings import Settings
from fordran.shape.fields import Field
from fordran.shape.resource import META, Resource
from fordran.store.connections.database import Database
from tests.api.policy import ROLES, is_open, roles_of
from tests.looping import for_each
from tools.pages.rewriting import PAGES as REWRITTEN
from tools.pages.rewriting import NoSuchMark, rewritten

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
INTERFACE = (ROOT / "docs/interface.md").read_text()
TABLE = {endpoint.name for endpoint in endpoints(Settings())}
NAMED = re.compile(r"`((?:GET|POST|PATCH|DELETE) /[^`?]*)`")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


# The interface's page ---------------------------------------------------------------------------------------------------------


def test_the_interface_page_has_every_endpoint_and_no_other() -> None:
    rows = re.findall(r"^\| `(\w+ /[^`]*)` \|", INTERFACE, re.MULTILINE)
    assert sorted(rows) == sorted(TABLE)
    templates = {"GET /{resource}", "GET /{resource}/{id}"}
    assert set(NAMED.findall(INTERFACE)) <= TABLE | templates


def test_the_interface_page_says_who_may_use_each_endpoint() -> None:
    for name, who in re.findall(r"^\| `(\w+ /[^`]*)` \|[^|]*\| ([^|]*) \|", INTERFACE, re.MULTILINE):
        roles = set(re.findall(r"`(\w+)`", who))
        if who == "all roles":
            roles = set(ROLES.values())
        assert roles == roles_of(name), name
        assert (who == "no token") == is_open(name), name


def section(resource: Resource) -> str:
    """The part of the page that has the resource's endpoints."""
    parts = re.split(r"^## ", INTERFACE, flags=re.MULTILINE)
    return next(part for part in parts if f"| `GET /{resource.name}` |" in part)


def nested(fields: dict[str, Field]) -> Iterator[str]:
    for field in fields.values():
        yield from field.children
        yield from nested(dict(field.children))


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=RESOURCES)
def test_the_interface_page_has_every_field_of_a_resource_and_no_other(resource: Resource) -> None:
    table = section(resource).split("| Field | Type | Always | Notes |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `([\w-]+)` \|[^|]*\| (\w*) ", table, re.MULTILINE)
    assert [name for name, _ in rows] == [name for name in resource.fields if name not in META]
    for name, info in resource.shape.model_fields.items():
        assert dict(rows)[info.alias or name] == ("" if info.default is None else "yes"), name
    for name in nested(dict(resource.fields)):
        assert f"| `{name}` |" in INTERFACE, name


@pytest.mark.parametrize("resource", [one for one in RESOURCES.values() if one.input], ids=lambda one: one.name)
def test_the_interface_page_has_every_field_that_a_create_takes(resource: Resource) -> None:
    assert resource.input
    for name, info in resource.input.model_fields.items():
        assert f"`{info.alias or name}`" in section(resource), name


@pytest.mark.parametrize("name", REWRITTEN)
def test_what_follows_from_the_declarations_is_as_they_give_it(name: str) -> None:
    page = (ROOT / "docs" / name).read_text()
    assert rewritten(page) == page, "run make docs"


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=RESOURCES)
def test_the_table_of_a_resource_follows_from_its_declaration(resource: Resource) -> None:
    assert f"<!-- fields of {resource.shape.__name__}, as shown -->" in section(resource)


def test_a_page_that_differs_from_the_declarations_is_put_right() -> None:
    row = "| `creditor_number` | integer | yes | Assigned, from 2000001. |\n"
    assert row in INTERFACE
    assert rewritten(INTERFACE.replace(row, "")) == INTERFACE
    assert rewritten("<!-- fields of DoubtfulContent, as shown -->\n<!-- end -->").count("| `") == 2
    with pytest.raises(NoSuchMark, match="fields of Nothing"):
        rewritten("<!-- fields of Nothing, as shown -->\n<!-- end -->")


# Links, files, rooms ----------------------------------------------------------------------------------------------------------


def anchors(page: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@for_each(PAGES, named)
def test_every_link_within_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there.read_text()), target


FILE = re.compile(r"`((?:fordran|docs|tests|tools|\.ci)(?:/[\w.\-]+)*/?)`")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/map.md"])
def test_every_file_named_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    for name in FILE.findall(text):
        assert (ROOT / name).exists(), name
    # A bare file name is one of a room that the page speaks of.
    for name in re.findall(r"`(\w+(?:/\w+)*\.(?:py|sql))`", text):
        assert list((ROOT / "fordran").rglob(name)) or (ROOT / name).exists(), name


def test_every_room_is_on_the_map() -> None:
    text = (ROOT / "docs/map.md").read_text()
    rooms = {path.name for path in (ROOT / "fordran").iterdir() if path.is_dir() and path.name != "__pycache__"}
    rows = re.findall(r"^\| `fordran/(\w+)` \|", text, re.MULTILINE)
    assert set(rows) == rooms
    beside = {path.name for path in (ROOT / "fordran").glob("*.py") if not path.name.startswith("__")}
    assert beside <= set(re.findall(r"`fordran/(\w+\.py)`", text))


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        assert set(re.findall(r"(?:`|^)make (\w+)", page.read_text(), re.MULTILINE)) <= targets, page


def test_the_readme_shows_the_service_at_work() -> None:
    pictures = re.findall(r"!\[.+\]\((.+)\)", (ROOT / "README.md").read_text())
    assert pictures
    for picture in pictures:
        assert 0 < (ROOT / picture).stat().st_size < 300_000


def test_decisions_have_their_four_parts() -> None:
    for page in (ROOT / "docs/decisions").glob("*.md"):
        text = page.read_text()
        assert re.match(rf"# ({page.name[:4]}:|{int(page.name[:4])}\.) ", text), page
        for part in ("Context", "Decision", "Consequences"):
            assert f"\n## {part}" in text, f"{page}: {part}"
        assert re.search(r"\n## .*[Ww]eighed\n", text), page


# Examples ---------------------------------------------------------------------------------------------------------------------


@for_each(PAGES, named)
def test_every_json_example_is_json(page: Path) -> None:
    for block in re.findall(r"```json\n(.*?)```", page.read_text(), re.DOTALL):
        json.loads(block)


def curl_lines(page: str) -> list[str]:
    """Every call of curl in the page's examples for the shell; a body may go over several lines."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    found = [re.split(r"^(?=curl )", block, flags=re.MULTILINE) for block in blocks]
    return [line.strip() for block in found for line in block if line.startswith("curl ")]


@dataclasses.dataclass
class Call:
    method: str
    url: str
    headers: dict[str, str]
    options: dict[str, Any]


def as_call(line: str, variables: dict[str, str]) -> Call:
    """What curl would send. A variable without a value is a fault of the example."""
    filled = re.sub(r"\$([A-Z_]+)", lambda name: variables[name[1]], line)
    words = iter(shlex.split(filled)[1:])
    method, url, headers, options = "GET", "", {}, {}
    for word in words:
        if word == "-X":
            method = next(words)
        elif word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            method = "POST" if method == "GET" else method
            options["content"] = next(words).encode()
        elif word == "--data-urlencode":
            name, _, value = next(words).partition("=")
            options["params"] = {name: value}
        elif word == "-F":
            name, _, value = next(words).partition("=")
            if value.startswith("@"):
                options["files"] = {name: (value[1:], b"%PDF-1.7 ")}
            else:
                options.setdefault("data", {})[name] = value
        elif not word.startswith("-"):
            url = word
    return Call(method, url, headers, options)


@pytest.fixture(scope="module")
async def http(
    database_url: str, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[httpx.AsyncClient, dict[str, str]]]:
    """The service, and values for the variables of the examples."""
    async with database.transaction() as tx:
        client = await add_client(tx, name="reader", operator=True, networks=["127.0.0.1"], now=clock.now())
    settings = dataclasses.replace(Settings(), database_url=database_url, data=tmp_path_factory.mktemp("data"))
    app = create_app(settings)
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://fordran") as asking:
        variables = {"BASE_URL": "http://fordran", "API_CODE": client.api_code}
        signed_in = await asking.post("/authenticates/api-code", json={"code": client.api_code})
        variables["TOKEN"] = signed_in.json()["token"]
        yield asking, variables
    await app.database.close()


async def test_every_example_for_the_shell_works(http: tuple[httpx.AsyncClient, dict[str, str]]) -> None:
    asking, variables = http
    key = {"x-api-key": variables["TOKEN"]}

    async def first_of(resource: str) -> str:
        listed = await asking.get(f"/{resource}?sort=-_id", headers=key)
        return str(listed.json()["_items"][0]["_id"])

    async def run(line: str) -> Any:
        for name, resource in WITH_TAGS.items():
            if f"${name}_ETAG" in line:
                there = await asking.get(f"/{resource}/{variables[name]}", headers=key)
                variables[f"{name}_ETAG"] = there.json()["_etag"]
        call = as_call(line, variables)
        answer = await asking.request(call.method, call.url, headers=call.headers, **call.options)
        assert answer.status_code < 300, f"{line}\n{answer.text}"
        return answer.json() if answer.content else None

    lines = curl_lines("docs/interface.md")
    account = next(line for line in lines if '"$BASE_URL/accounts"' in line)
    made = await run(account)
    variables |= {"ACCOUNT": made["_id"], "CREDITOR": made["_creditor"]}
    variables["ACCESS_GROUP"] = await first_of("access--groups")
    variables["CLIENT"] = await first_of("api--clients")
    debts = next(line for line in lines if '"$BASE_URL/case--registrations"' in line)
    variables["CASE"] = (await run(debts))["_cases"][0]
    variables["CUSTOMER"] = await first_of("customers")
    for line in [*curl_lines("README.md"), *lines]:
        if line not in (account, debts):
            if "$PAYMENT" in line:
                variables["PAYMENT"] = await first_of("creditor--payments")
            await run(line)
    assert len(lines) > len(RESOURCES) / 2


WITH_TAGS = {"CREDITOR": "creditors", "CASE": "cases", "CUSTOMER": "customers"}
"""Variables of the examples that are ids, whose documents' tags other variables hold."""
