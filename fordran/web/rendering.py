"""Rendering: Jinja with everything escaped, the components of every page, and how amounts and days are written.

A room's own templates are looked for first, then those here: `page.html` (the frame of a page) and `components.html`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES
from fordran.web.formatting import amount_text, day_in, day_text, moment_text, percent_text

HERE = Path(__file__).parent
STATIC = HERE / "static"


@cache
def static_version(name: str) -> str:
    """The version in the address of a style or script, so that browsers fetch it again after a change."""
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


class Templates:
    """The templates of a room of pages; `helpers` are functions that they call beside those of every page."""

    def __init__(self, folder: Path, helpers: Mapping[str, Callable[..., str]] | None = None) -> None:
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(folder), FileSystemLoader(HERE / "templates")]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= _FILTERS
        self._environment.globals |= {"static_version": static_version, "languages": LANGUAGES, "texts": texts} | dict(
            helpers or {}
        )

    def render(self, name: str, data: Mapping[str, Any]) -> str:
        """A template with its data."""
        return self._environment.get_template(name).render(data)


def _language(context: Context) -> Any:
    return context["t"].language


@pass_context
def _amount(context: Context, ore: int) -> str:
    return amount_text(ore, _language(context))


def _day(value: date | None) -> str:
    day = day_in(value)
    return "" if day is None else day.isoformat()


@pass_context
def _long_day(context: Context, value: date | None) -> str:
    day = day_in(value)
    return "" if day is None else day_text(day, _language(context))


@pass_context
def _percent(context: Context, value: Any) -> str:
    return percent_text(value, _language(context))


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _unbroken(text: str) -> Markup:
    """A text whose days no line break parts at their hyphens."""
    return Markup(_DAY.sub(lambda day: f'<span class="unbroken">{day[0]}</span>', str(escape(text))))  # noqa: S704


_FILTERS = {
    "amount": _amount,
    "day": _day,
    "long_day": _long_day,
    "moment": moment_text,
    "percent": _percent,
    "unbroken": _unbroken,
}
