"""A browser without a window: it keeps cookies, follows links, and fills in and sends the forms that a page has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx
from lxml import html

from fordran import clock
from fordran.actions.people.add_person import add_person
from fordran.actions.people.sign_in_links import make_link
from fordran.commands.served import Served
from tests.api.world import HERE, World

LINK = "/console/sign-in/link?token="


@dataclass
class Shown:
    """A page as it was shown."""

    answer: httpx.Response

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def tree(self) -> Any:
        return html.fromstring(self.answer.text)

    @property
    def h1(self) -> str:
        headings = self.tree.xpath("//h1")
        assert len(headings) == 1, f"{self.answer.url} has {len(headings)} h1"
        return str(headings[0].text_content()).strip()

    @property
    def text(self) -> str:
        (main,) = self.tree.xpath("//main")
        return " ".join(main.text_content().split())

    @property
    def owed(self) -> list[int]:
        return [int(value) for value in self.tree.xpath("//@data-owed")]

    @property
    def trouble(self) -> str | None:
        found = self.tree.xpath("//@data-trouble")
        return str(found[0]) if found else None

    def form(self, action: str) -> dict[str, str]:
        """What the form with that action would send as it stands."""
        form = next(one for one in self.tree.forms if one.get("action") == action)
        return dict(form.form_values())

    @property
    def buttons(self) -> list[str]:
        found = self.tree.xpath("//main//button | //main//a[contains(@class, 'button')]")
        return [" ".join(one.text_content().split()) for one in found]


class Browser:
    """Cookies are kept from one page to the next."""

    def __init__(self, served: Served, address: str = HERE, language: str = "sv") -> None:
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=served, client=(address, 1)),
            base_url="http://127.0.0.1:8000",
            headers={"accept-language": language},
            timeout=60,
        )

    async def get(self, path: str, *, follow: bool = True, **options: Any) -> Shown:
        return Shown(await self.client.get(path, follow_redirects=follow, **options))

    async def post(self, path: str, data: dict[str, str], *, follow: bool = True, **options: Any) -> Shown:
        return Shown(await self.client.post(path, data=data, follow_redirects=follow, **options))

    async def send(self, page: Shown, action: str, *, follow: bool = True, **values: str) -> Shown:
        """Send a form of a page, with these values filled in."""
        return await self.post(action, page.form(action) | values, follow=follow)

    async def follow_link(self, link: str, *, follow: bool = False) -> Shown:
        """Open a one-time link, and press its button."""
        page = await self.get(link)
        return await self.send(page, page.answer.url.path, follow=follow)

    async def token(self) -> str:
        """The token of this browser's forms."""
        page = await self.get("/console/style")
        return page.form("/console/language")["_token"]

    async def close(self) -> None:
        await self.client.aclose()


async def link_for(served: Served, user: str, made_by: tuple[str, ...] = ()) -> str:
    """A link to sign in by."""
    async with served.api.database.transaction() as tx:
        return LINK + await make_link(tx, user, clock.now(), made_by)


async def signed_in(served: Served, user: str, **options: Any) -> Browser:
    """A browser in which that user has signed in by a link."""
    browser = Browser(served, **options)
    answer = await browser.follow_link(await link_for(served, user))
    assert answer.status == 303, answer.answer.text
    return browser


async def add_admin(world: World) -> dict[str, str]:
    """One of the operator's people who may do all."""
    async with world.database.transaction() as tx:
        return {"admin": await add_person(tx, "The admin", "admin@operator.example", "admin", clock.now())}
