"""The description as a page: one HTML document with its style and its few lines of script inside, and nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from fordran.api.description.page_data import groups_of

TEMPLATES = Path(__file__).parent / "templates"


@cache
def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def content_policy() -> str:
    """The page's Content-Security-Policy: its own style and script by their hashes, and no other source for anything."""
    style, script = (_hash(_text(name)) for name in ("docs.css", "docs.js"))
    nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return f"{nothing}; style-src {style}; script-src {script}"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def render(document: dict[str, Any]) -> bytes:
    """The page of an OpenAPI document."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # for this page alone

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"prose": prose, "json": coloured_json}
    page = environment.get_template("docs.html").render(
        info=document["info"],
        groups=groups_of(document),
        style=Markup(_text("docs.css")),  # noqa: S704  (files of ours)
        script=Markup(_text("docs.js")),  # noqa: S704
    )
    return page.encode()


def prose(text: str) -> Markup:
    """Plain text with `code` in it, as HTML; paragraphs are kept."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup("<br><br>".join(part.strip() for part in marked.split("\n\n") if part.strip()))  # noqa: S704


def coloured_json(value: Any) -> Markup:
    """JSON, indented, with its keys, texts and numbers told apart."""
    text = str(escape(json.dumps(value, indent=2, ensure_ascii=False)))
    quoted = r"&#34;(?:[^&\\]|\\.|&(?!#34;))*&#34;"
    text = re.sub(rf"({quoted})(\s*:)?|(?<![\w&#;])(-?\d[\d.eE+-]*|true|false)(?![\w;])", _coloured, text)
    return Markup(text)  # noqa: S704  (escaped above)


def _coloured(match: re.Match[str]) -> str:
    words, colon, other = match.groups()
    if words is None:
        return f'<span class="n">{other}</span>'
    return f'<span class="{"k" if colon else "s"}">{words}</span>{colon or ""}'
