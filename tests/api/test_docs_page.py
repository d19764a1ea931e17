"""The page at `/docs` and the guides below it: what they say works, and they are fit to be used."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fordran_client import Fordran
from playwright.async_api import Browser

from fordran.api.app import create_app
from fordran.api.description.document import description, page
from fordran.api.description.guides import GUIDES, anchor, guide, guide_text, titles
from fordran.api.description.page import content_policy, render_guide
from fordran.api.description.page_data import groups_of
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from tests.api.world import World
from tests.console.browser import chromium_or_skip, window

ROOT = Path(__file__).parents[2]
TABLE = endpoints(Settings())
ENDPOINTS = [endpoint for group in groups_of(description(TABLE)) for endpoint in group["endpoints"]]
SECONDS = 30


# Samples ----------------------------------------------------------------------------------------------------------------------


class Asked(Exception):
    """The request that a sample makes; nobody answers it."""

    def __init__(self, request: httpx.Request) -> None:
        self.request = request


@pytest.fixture(scope="module")
def client() -> Iterator[Fordran]:
    """A client whose first request of a kind other than reading a tag is raised."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET" and "wants-tag" in request.headers.get("user-agent", ""):
            return httpx.Response(200, json={"_id": "0" * 24, "_etag": "tag"})
        raise Asked(request)

    with Fordran("http://there", "token", http=httpx.Client(transport=httpx.MockTransport(answer))) as made:
        yield made


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one["id"])
def test_a_sample_in_python_asks_what_the_endpoint_is_asked(endpoint: dict[str, Any], client: Fordran) -> None:
    is_tagged = ".change(" in endpoint["samples"]["Python"] or ".delete(" in endpoint["samples"]["Python"]
    client.http.headers["user-agent"] = "wants-tag" if is_tagged else "plain"
    with pytest.raises(Asked) as asked:
        exec(endpoint["samples"]["Python"], {"client": client, "content": b"%PDF-1.7"})
    request = asked.value.request
    path = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(endpoint["path"]))
    assert request.method == endpoint["method"]
    assert re.fullmatch(path, request.url.path)
    if endpoint["body"]:
        assert request.read()


def test_samples_in_javascript_are_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    program = tmp_path / "samples.mjs"
    samples = (f"async () => {{\n{endpoint['samples']['JavaScript']}\n}}," for endpoint in ENDPOINTS)
    program.write_text(
        "const baseUrl = '', token = '', file = null;\nexport default [\n" + "\n".join(samples) + "\n];\n"
    )
    done = subprocess.run([node, "--check", str(program)], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr


def test_every_endpoint_has_a_sample_in_three_languages() -> None:
    assert len(ENDPOINTS) == len(TABLE)
    for endpoint in ENDPOINTS:
        assert [*endpoint["samples"]] == ["curl", "Python", "JavaScript"]
        assert endpoint["samples"]["curl"].startswith("curl ")
        assert f"fetch(`${{baseUrl}}{endpoint['path'].split('{')[0]}" in endpoint["samples"]["JavaScript"]


# Guides -----------------------------------------------------------------------------------------------------------------------


def test_a_wheel_takes_along_the_guides_that_are_shown() -> None:
    namespace: dict[str, Any] = {"__file__": str(ROOT / "setup.py"), "__name__": "setup"}
    source = (ROOT / "setup.py").read_text().replace("setup(cmdclass", "dict(cmdclass")
    exec(compile(source, "setup.py", "exec"), namespace)
    assert namespace["guides"]() == [*GUIDES.values()]
    taken = (ROOT / "MANIFEST.in").read_text()
    assert "include docs/*.md" in taken
    assert "include client/README.md" in taken


@pytest.mark.parametrize("name", GUIDES)
def test_links_between_guides_lead_somewhere(name: str) -> None:
    found = guide(name)
    assert found is not None
    assert re.search(rf'<h1 id="[^"]+">{re.escape(titles()[name])}</h1>', found.body)
    assert "<!--" not in found.body
    for target in re.findall(r'href="([^"]+)"', found.body):
        if target.startswith(("http", "mailto:")):
            continue
        path, _, heading = target.partition("#")
        there = guide(path.removeprefix("/docs/guides/")) if path else found
        assert there is not None, target
        assert not heading or f'id="{heading}"' in there.body, target


def test_what_looks_like_html_in_a_guide_is_text() -> None:
    shown = render_guide(dataclasses.replace(guide("events"), title="<script>"))  # type: ignore[type-var]
    assert b"<title>&lt;script&gt;" in shown
    assert not any("<script" in (guide(name) or shown).body for name in GUIDES)  # type: ignore[union-attr]


def test_headings_have_the_addresses_that_links_in_the_files_use() -> None:
    assert anchor("A PostgreSQL of your own") == "a-postgresql-of-your-own"
    assert guide_text("docs/events.md").startswith("# ")
    assert guide("nothing") is None


def test_only_a_sandbox_lets_the_page_ask_anything() -> None:
    assert "connect-src" not in content_policy()
    assert "connect-src 'self'" in content_policy(can_be_tried=True)
    assert b"data-can-be-tried" not in page(TABLE).split(b"<script>")[0]
    for policy in (content_policy(), content_policy(can_be_tried=True)):
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy


async def test_the_pages_are_compressed(stranger: httpx.AsyncClient) -> None:
    for path in ("/docs", "/docs/guides/interface"):
        answer = await stranger.get(path, headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert len(answer.content) > 4 * answer.num_bytes_downloaded > 0


# In a browser -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
async def url(settings: Settings) -> AsyncIterator[str]:
    """A sandbox with the world in it, listening."""
    api = create_app(dataclasses.replace(settings, sandbox=True))
    server = uvicorn.Server(uvicorn.Config(api, port=0, log_config=None, lifespan="off", access_log=False))
    serving = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(SECONDS):
            while not server.started:  # noqa: ASYNC110  (uvicorn tells it by no event)
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, SECONDS)
        await api.database.close()


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium_or_skip() as browser:
        yield browser


async def test_whoever_looks_for_something_finds_copies_and_tries_it(browser: Browser, url: str, world: World) -> None:
    async with window(browser, url, None, permissions=["clipboard-read", "clipboard-write"]) as there:
        await there.open("/docs#read_case")
        shown = there.page
        assert await shown.locator("#read_case").evaluate("one => one.getBoundingClientRect().top") < 200
        await shown.keyboard.press("/")
        await shown.keyboard.type("get /creditors list")
        assert await shown.locator("article:visible").evaluate_all("all => all.map(one => one.id)") == [
            "list_creditors"
        ]
        assert await shown.locator("nav li[data-words]:visible").count() == 1
        assert await shown.locator("#found").inner_text() == f"1 of {len(TABLE)} endpoints"
        article = shown.locator("#list_creditors")
        await article.get_by_role("button", name="Python").click()
        await article.get_by_role("button", name="Copy").first.click()
        sample = next(one["samples"]["Python"] for one in ENDPOINTS if one["id"] == "list_creditors")
        assert await shown.evaluate("navigator.clipboard.readText()") == sample
        await article.get_by_role("button", name="Try it").click()
        await article.get_by_role("button", name="Send GET").click()
        await article.locator("output", has_text=re.compile("^401 ")).wait_for(timeout=10_000)
        there.errors.clear()  # that a request was refused is no error of the page's
        await shown.get_by_label("Your access token").fill(world.operator.headers["x-api-key"])
        await article.locator("input[name=max_results]").fill("1")
        await article.get_by_role("button", name="Send GET").click()
        await article.locator("output", has_text=re.compile("^200 ")).wait_for(timeout=10_000)
        assert '"max_results": 1' in await article.locator("output").inner_text()
        # A link to what the filter hides shows it.
        await shown.evaluate("location.hash = '#cases-fields'")
        await shown.wait_for_selector("#cases-fields[open]", timeout=10_000)
        assert (there.errors, there.elsewhere) == ([], [])


@pytest.mark.parametrize("width", ["wide", "narrow"])
async def test_the_pages_are_fit_for_any_screen_and_anybody(browser: Browser, url: str, width: str) -> None:
    async with window(browser, url, None, width) as there:
        await there.open("/docs/guides/events")
        assert await there.wrongs() == []
        await there.open("/docs")
        across = await there.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert across[0] <= across[1]
        if width == "narrow":
            assert await there.page.locator("nav li:visible").count() == 0
            await there.page.get_by_role("button", name="Endpoints").click()
            await there.page.get_by_role("link", name="Events and webhooks").first.wait_for(timeout=10_000)
        # Every rule over all of a thousand tables takes a minute: those of a few endpoints are like the others.
        await there.page.fill("#filter", "respite")
        await there.page.get_by_role("button", name="Try it").first.click()
        await there.page.evaluate("document.querySelectorAll('main [hidden]').forEach((one) => one.remove())")
        assert await there.wrongs() == []
