"""Brevtexter: every text of letters is shown once, by the letter that says it, and what the law asks for is marked."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser as Chromium

from fordran.commands.served import Served
from fordran.documents.letter_parts import letter_texts
from fordran.documents.letter_parts.letter_texts import LETTER_TEXTS, REQUIRED_BY_LAW
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.texts.catalogue import texts
from tests.console.browser import window
from tests.console.visiting import Browser, link_for

Browse = Callable[[str], Awaitable[Browser]]
LETTERS = Path(letter_texts.__file__).parents[1] / "letters"
ONLY = {
    "reminder": "reminder",
    "demand": "debt_collection",
    "surveillance": "surveillance_letter",
    "closing": "closing",
}
"""A module of one letter → its kind."""


def test_every_text_of_letters_is_of_one_letter_or_shared() -> None:
    counted = Counter(key for keys in LETTER_TEXTS.values() for key in keys)
    assert {f"letter.{key}" for key in counted} == {one for one in texts("sv").entries if one.startswith("letter.")}
    assert [key for key, count in counted.items() if count > 1] == []
    assert set(LETTER_TEXTS) == {*LETTER_KINDS, "shared", "authority"}
    assert set(REQUIRED_BY_LAW) <= set(counted)


def test_a_letter_says_its_own_texts_and_shared_ones() -> None:
    for module, kind in ONLY.items():
        tree = ast.parse((LETTERS / f"{module}.py").read_text(encoding="utf-8"))
        words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        of_others = {key for other, keys in LETTER_TEXTS.items() if other not in (kind, "shared") for key in keys}
        assert words & of_others == set(), module


async def test_an_administrator_reads_the_texts_of_a_demand_and_what_the_law_asks(
    chromium: Chromium, site: str, served: Served, people: dict[str, str]
) -> None:
    async with window(chromium, site, await link_for(served, people["admin"])) as one:
        page = one.page
        await page.get_by_role("link", name="Brevtexter").click()
        assert await page.locator("h1").inner_text() == "Brevtexter"
        await page.get_by_label("Brev", exact=True).select_option("debt_collection")
        await page.get_by_role("button", name="Visa", exact=True).click()
        await page.wait_for_url("**kind=debt_collection*")
        assert await one.wrongs_at("wide", "light") + await one.wrongs_at("narrow", "dark") == []
        opening = page.locator("#text-demand_opening")
        shown = await opening.inner_text()
        assert "Krävs enligt lag" in shown
        assert "inkassolag (1974:182) 5 §" in shown
        assert await opening.locator("[lang=en]").count() == 2
        assert "{creditor}" in shown


async def test_every_letter_is_shown_and_an_unknown_one_is_the_first(browse: Browse) -> None:
    admin = await browse("admin")
    for kind in LETTER_TEXTS:
        page = await admin.get(f"/console/letter-texts?kind={kind}")
        assert page.status == 200
        assert len(page.tree.xpath("//section[starts-with(@id, 'text-')]")) == len(LETTER_TEXTS[kind])
        assert len(page.answer.content) < 100_000
    unknown = await admin.get("/console/letter-texts?kind=x")
    assert unknown.tree.xpath("//select/option[@selected]/@value")[0] == "reminder"


async def test_others_of_the_staff_do_not_see_them(browse: Browse) -> None:
    handler = await browse("handler")
    assert (await handler.get("/console/letter-texts")).status == 403
