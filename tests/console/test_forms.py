"""Forms: tokens, origins, lengths, and what every page says to the browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from fordran.actions.stored_files import MediaAway
from fordran.console.pages import PAGES
from fordran.web.forms import MOST_BYTES, FormTokens
from fordran.web.languages import language_of
from tests.api.test_media import FIELD, FILE
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 303),
        ("null", 303),
        ("http://127.0.0.1:8000", 303),
        ("https://evil.example", 403),
        ("http://127.0.0.1:8001", 403),
        ("http://127.0.0.1", 403),
    ],
)
async def test_a_form_from_another_origin_is_refused_though_it_has_the_token(
    browse: Browse, origin: str | None, status: int
) -> None:
    handler = await browse("handler")
    token = await handler.token()
    headers = {} if origin is None else {"origin": origin}
    data = {"_token": token, "language": "en"}
    assert (await handler.post("/console/language", data, follow=False, headers=headers)).status == status


async def test_a_form_without_a_session_carries_a_token_too(stranger: Browser) -> None:
    page = await stranger.get("/console/sign-in")
    done = await stranger.send(page, "/console/language", language="en")
    assert done.h1 == "Sign in"
    stranger.client.cookies.delete("fordran_form")
    again = await stranger.post("/console/language", page.form("/console/language"))
    assert (again.status, again.trouble) == (403, "foreign_form")


async def test_a_token_is_of_its_session_alone() -> None:
    ours, others = FormTokens(b"key"), FormTokens(b"another key")
    assert ours.fits(ours.of("session"), "session")
    assert not ours.fits(ours.of("session"), "another")
    assert not others.fits(ours.of("session"), "session")
    assert not ours.fits("\udc80é", "session")


CHOSEN = b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n\\ud800\r\n--x--\r\n'
"""Half of a character, in a charset that the sender chose."""


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"_token=" + b"x" * MOST_BYTES, "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=1" % number for number in range(500)), "application/x-www-form-urlencoded"),
        (b"_token=%00", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\n", "multipart/form-data; boundary=x"),
        (b"nothing", "multipart/form-data"),
        (CHOSEN, "multipart/form-data; boundary=x; charset=unicode_escape"),
        (CHOSEN, 'multipart/form-data; charset="utf-7"; boundary=x'),
        (CHOSEN, "multipart/form-data; boundary=x; charset=utf-8; charset=raw_unicode_escape"),
        (b"", ""),
    ],
)
async def test_what_no_form_of_ours_sends_gets_a_page_that_says_so(browse: Browse, content: bytes, kind: str) -> None:
    handler = await browse("handler")
    answer = await handler.client.post("/console/language", content=content, headers={"content-type": kind})
    assert answer.status_code in (400, 403)
    assert "data-trouble" in answer.text


async def test_every_page_tells_the_browser_what_it_may(browse: Browse, stranger: Browser) -> None:
    handler = await browse("handler")
    for page in (
        await handler.get("/console"),
        await handler.get("/console/nowhere"),
        await stranger.get("/console/sign-in"),
        await stranger.get("/console", follow=False),
    ):
        headers = page.answer.headers
        policy = headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert (headers["cache-control"], headers["vary"]) == ("no-store", "Cookie")
        assert headers["x-content-type-options"] == "nosniff"


async def test_a_page_that_is_not_there_says_what_to_do(browse: Browse) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/nowhere")
    assert (page.status, page.trouble) == (404, "not_found")
    assert (await handler.client.put("/console")).status_code == 405


async def test_style_and_script_may_be_kept_and_nothing_else_is_served(stranger: Browser) -> None:
    for name in ("style.css", "script.js", "icon.svg"):
        answer = await stranger.client.get(f"/console/static/{name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert "Cookie" not in answer.headers["vary"]
    for name in ("nothing.css", "..%2Fwords.py", "%2e%2e/__init__.py"):
        assert (await stranger.client.get(f"/console/static/{name}")).status_code == 404


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("en", "sv", "en"),
        (None, "en-GB,sv;q=0.9", "en"),
        (None, "de, en;q=0.5, sv;q=0.8", "sv"),
        (None, "", "sv"),
        (None, "de", "sv"),
        ("fr", "en", "en"),
        (None, "en;q=x", "sv"),
    ],
)
def test_the_language_is_the_persons_else_the_browsers(chosen: str | None, accepted: str, language: str) -> None:
    assert language_of(chosen, accepted) == language


async def test_a_person_reads_on_in_the_language_that_was_chosen(browse: Browse) -> None:
    handler = await browse("handler")
    page = await handler.send(await handler.get("/console/style"), "/console/language", language="en")
    assert page.h1 == "Components"
    assert page.tree.get("lang") == "en"


MOST_BYTES = 100_000
"""What a page may be as sent, with its style and script."""


async def test_every_page_is_small_as_sent(browse: Browse, stranger: Browser, world: World) -> None:
    fixed = [await stranger.client.get(f"/console/static/{name}") for name in ("style.css", "script.js", "icon.svg")]
    beside = sum(len(one.content) for one in fixed)
    admin = await browse("admin")
    sizes = {}
    for page in PAGES:
        if page.method == "GET" and not page.is_bare and not page.is_open:
            shown = await admin.get(page.path.replace("{id}", world.case))
            sizes[page.path] = len(shown.answer.content) + beside
    assert {path: size for path, size in sizes.items() if size >= MOST_BYTES} == {}


async def test_a_file_whose_store_is_away_is_asked_for_again_later(
    browse: Browse, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a bucket that cannot be reached: nothing is broken, and the page says to come back."""
    handler = await browse("handler")
    kept = await world.operator.post(f"/media--upload/{world.case}", data=FIELD, files=FILE)
    assert kept.status_code == 201, kept.text
    here = f"/console/files/{kept.json()['url'].partition('/media--files/')[2].partition('?')[0]}"
    assert (await handler.client.get(here)).status_code == 200

    class Away:
        def get(self, _id: str) -> bytes:
            raise MediaAway("The bucket cannot be used")

    monkeypatch.setattr("fordran.console.downloads.media_of", lambda _settings: Away())
    away = await handler.client.get(here)
    assert (away.status_code, away.headers["retry-after"]) == (503, "2")
