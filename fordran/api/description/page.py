"""The description and the guides as pages: HTML with its style and its script inside, and nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from fordran.api.description.guides import Guide, titles
from fordran.api.description.page_data import Own, groups_of

TEMPLATES = Path(__file__).parent / "templates"


@cache
def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def content_policy(*, can_be_tried: bool = False) -> str:
    """A page's Content-Security-Policy: its own style and script by their hashes, and no other source for anything.

    Where requests can be tried, the service itself may be asked.
    """
    style, script = (_hash(_text(name)) for name in ("docs.css", "docs.js"))
    nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return f"{nothing}; img-src data:; style-src {style}; script-src {script}" + (
        "; connect-src 'self'" if can_be_tried else ""
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def render(document: dict[str, Any], *, can_be_tried: bool = False, own: Own | None = None) -> bytes:
    """The page of an OpenAPI document."""
    groups = groups_of(document, own)
    return _rendered("docs.html", info=document["info"], groups=groups, guides=titles(), can_be_tried=can_be_tried)


@cache
def render_guide(guide: Guide) -> bytes:
    """The page of a guide."""
    return _rendered("guide.html", guide=guide, guides=titles(), body=Markup(guide.body))  # noqa: S704  (our own words)


def _rendered(template: str, **given: Any) -> bytes:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # for these pages alone

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"prose": prose, "json": coloured_json}
    style, script = (Markup(_text(name)) for name in ("docs.css", "docs.js"))  # noqa: S704  (files of ours)
    return environment.get_template(template).render(style=style, script=script, **given).encode()


def prose(text: str) -> Markup:
    """Plain text with `code` in it, as HTML; paragraphs are kept."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup("<br><br>".join(part.strip() for part in marked.split("\n\n") if part.strip()))  # noqa: S704


def coloured_json(value: Any) -> Markup:
    """JSON, indented, with its keys, texts and numbers marked up."""
    text = str(escape(json.dumps(value, indent=2, ensure_ascii=False)))
    quoted = r"&#34;(?:[^&\\]|\\.|&(?!#34;))*&#34;"
    text = re.sub(rf"({quoted})(\s*:)?|(?<![\w&#;])(-?\d[\d.eE+-]*|true|false)(?![\w;])", _coloured, text)
    return Markup(text)  # noqa: S704  (escaped above)


def _coloured(match: re.Match[str]) -> str:
    words, colon, other = match.groups()
    if words is None:
        return f'<span class="n">{other}</span>'
    return f'<span class="{"k" if colon else "s"}">{words}</span>{colon or ""}'
