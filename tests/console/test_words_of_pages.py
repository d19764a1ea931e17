"""The words of pages: Swedish pages have no English, whoever reads them, and count in the singular where there is one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from fordran.texts.catalogue import texts
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
_WORD = re.compile(r"[A-Za-zÅÄÖåäöé]{3,}")
_ID = re.compile(r"[0-9a-f]{24}")
OF_A_SHAPE = 2
"""Pages of one kind that are read."""
NO_PROSE = "//script | //style | //pre | //code | //*[@lang='en'] | //*[contains(@class, 'as-written')] | //textarea | //option"
"""Programs, what people wrote, and names of people to choose from."""
TECHNICAL = ("/console/audit", "/console/webhooks", "/console/deliveries", "/console/clients", "/console/style")
"""Pages that show names of the interface: endpoints, fields, types of events."""
DATA = frozenset(
    re.findall(
        r"\w+",
        "example com test creditor account partner admin handler finance auditor user operator group paper the"
        " debtor has moved and nobody knows where",
    )
)
"""Words of the world's own names, addresses and reasons."""


def _words(language: Any) -> set[str]:
    found: set[str] = set()
    for entry in texts(language).entries.values():
        for text in (entry,) if isinstance(entry, str) else entry[1]:
            found |= {word.casefold() for word in _WORD.findall(re.sub(r"\{[^}]*\}", "", text))}
    return found


ENGLISH_ALONE = _words("en") - _words("sv") - DATA


def _texts_of(tree: Any) -> Iterator[str]:
    for node in tree.xpath(NO_PROSE):
        node.drop_tree()
    yield from tree.xpath("//body//text()")
    yield from tree.xpath("//@placeholder | //@aria-label | //@title | //@alt")


async def _read(browser: Browser) -> list[tuple[str, str]]:
    """Every page that links lead to from the first, with its texts."""
    found, shapes, left, seen = [], dict[str, int](), ["/console"], {"/console"}
    while left:
        path = left.pop()
        shape = _ID.sub("{id}", path.split("?")[0])
        shapes[shape] = shapes.get(shape, 0) + 1
        if shapes[shape] > OF_A_SHAPE:
            continue
        page = await browser.get(path)
        if path.startswith(TECHNICAL) or "html" not in page.answer.headers["content-type"]:
            continue
        tree = page.tree
        links = {str(link).split("#")[0] for link in tree.xpath("//a/@href")}
        left += sorted(link for link in links - seen if link.startswith("/console"))
        seen |= links
        found.append((path, " ".join(_texts_of(tree))))
    return found


@pytest.mark.parametrize("person", ["admin", "finance", "creditor_user"])
async def test_a_swedish_page_has_no_english_word(browse: Browse, world: World, person: str) -> None:
    wrong: dict[str, list[str]] = {}
    pages = 0
    for path, text in await _read(await browse(person)):
        pages += 1
        for word in {one.casefold() for one in _WORD.findall(text)} & ENGLISH_ALONE:
            wrong.setdefault(word, []).append(path)
        if counted := re.findall(r"(?<![\d,. ])1 (?:dagar|ärenden|transaktioner|rader|träffar|betalningar)\b", text):
            wrong.setdefault(str(counted), []).append(path)
    assert not wrong, " ".join(f"{word} {where[0]}" for word, where in wrong.items())
    assert pages > 15
