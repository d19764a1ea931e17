"""Days and lists as people read them, by Babel."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list

from fordran.domain.languages import ENGLISH, Language

_LOCALES: dict[Language, str] = {ENGLISH: "en_GB"}
"""Languages of which one country's usage is ours: days before months, and no comma before the last of a list."""


@cache
def locale_of(language: Language) -> Locale:
    """The locale by which a language is written."""
    return Locale.parse(_LOCALES.get(language, language))


def month_text(day: date, language: Language) -> str:
    """The month of a day, written out.

    >>> month_text(date(2026, 11, 1), "sv"), month_text(date(2026, 11, 1), "en")
    ('november 2026', 'November 2026')
    """
    return format_date(day, "MMMM y", locale=locale_of(language))


@lru_cache(maxsize=4096)
def date_text(day: date, language: Language) -> str:
    """A day as it stands in running text.

    >>> date_text(date(2026, 11, 5), "sv"), date_text(date(2026, 11, 5), "en")
    ('5 november 2026', '5 November 2026')
    """
    return format_date(day, "d MMMM y", locale=locale_of(language))


def list_text(items: Sequence[str], language: Language) -> str:
    """Items in a row, as a sentence has them.

    >>> list_text(["a", "b", "c"], "sv"), list_text(["a", "b", "c"], "en"), list_text(["a"], "sv")
    ('a, b och c', 'a, b and c', 'a')
    """
    return format_list(items, locale=locale_of(language))
