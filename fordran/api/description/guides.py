"""The guides of `docs/` as pages below `/docs/guides`: what the interface is about, in words.

A wheel carries them beside this module (its build puts them there); a checkout has them where they are written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

PACKED = Path(__file__).parent / "guides"
SOURCE = Path(__file__).parents[3]

GUIDES = {
    "signing-in": "docs/signing-in.md",
    "interface": "docs/interface.md",
    "client": "client/README.md",
    "events": "docs/events.md",
    "importing": "docs/importing.md",
    "moving": "docs/moving.md",
    "bank-files": "docs/bank-files.md",
    "delivery": "docs/delivery.md",
    "payouts": "docs/payouts.md",
    "reports": "docs/reports.md",
    "time": "docs/time.md",
    "privacy": "docs/privacy.md",
    "audit": "docs/audit.md",
    "console": "docs/console.md",
    "deploying": "docs/deploying.md",
    "operating": "docs/operating.md",
    "trust": "docs/trust.md",
}
"""The guides by their addresses, in the order in which a newcomer wants them, and the files that they are written in."""


@dataclass(frozen=True)
class Guide:
    """A guide as a page."""

    name: str
    title: str
    body: str
    headings: tuple[tuple[str, str], ...]


def guide_text(file: str) -> str:
    """The text of a guide's file."""
    folder = PACKED if PACKED.is_dir() else SOURCE
    return (folder / file).read_text(encoding="utf-8")


@cache
def titles() -> dict[str, str]:
    """The title of each guide."""
    return {name: guide_text(file).partition("\n")[0].lstrip("# ") for name, file in GUIDES.items()}


@cache
def guide(name: str) -> Guide | None:
    """A guide by its address, or None where there is none."""
    file = GUIDES.get(name)
    if file is None:
        return None
    from markdown_it import MarkdownIt  # for these pages alone

    # Marks that name the source of a table are for writers; raw HTML is shown as text.
    text = re.sub(r"<!--.*?-->\n?", "", guide_text(file), flags=re.DOTALL)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    headings = _name_headings(tokens)
    for token in tokens:
        if token.children:
            token.children = _rewritten(token.children, file)
    body = reader.renderer.render(tokens, reader.options, {})
    body = body.replace("<th></th>", "<td></td>")  # a column without a heading
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Guide(name, titles()[name], body, headings)


def anchor(heading: str) -> str:
    """A heading's address within its page, as others who show Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _name_headings(tokens: list[Any]) -> tuple[tuple[str, str], ...]:
    """Give every heading its address; those of the second level, to be listed."""
    listed, seen = [], dict[str, int]()
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            words = "".join(part.content for part in inline.children)
            name = anchor(words)
            seen[name] = seen.get(name, -1) + 1
            address = f"{name}-{seen[name]}" if seen[name] else name
            opening.attrSet("id", address)
            if opening.tag == "h2":
                listed.append((address, words))
    return tuple(listed)


def _rewritten(parts: list[Any], file: str) -> list[Any]:
    """With links to guides leading to their pages; a link to what is not served, and a picture, is its words alone."""
    kept, is_open = [], []
    for part in parts:
        if part.type == "link_open":
            target = _address(str(part.attrGet("href")), file)
            is_open.append(target is not None)
            if target is None:
                continue
            part.attrSet("href", target)
        if part.type == "link_close" and not is_open.pop():
            continue
        if part.type != "image":
            kept.append(part)
    return kept


def _address(target: str, file: str) -> str | None:
    """Where a link of a guide leads on this service, or elsewhere; None where it leads to a file that is not served."""
    if "://" in target or target.startswith(("#", "mailto:")):
        return target
    path, _, heading = target.partition("#")
    steps: list[str] = []
    for step in (PurePosixPath(file).parent / path).parts:
        if step == "..":
            steps.pop()
        else:
            steps.append(step)
    names = {written: name for name, written in GUIDES.items()}
    name = names.get("/".join(steps))
    return None if name is None else f"/docs/guides/{name}" + (f"#{heading}" if heading else "")
