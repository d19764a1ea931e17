"""Which language a visitor reads, and the words in it.

Every text of a page stands in its template in Swedish; a room's words say each in English. A text without its English is an
error, which the tests find before a visitor does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fordran.domain.languages import Language

COOKIE = "fordran_language"
LANGUAGES: tuple[Language, ...] = ("sv", "en")
YEAR_SECONDS = 365 * 24 * 3600
_ACCEPTED = re.compile(r"\s*([A-Za-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([0-9.]{1,5}))?\s*")


def language_of(chosen: str | None, accepted: str) -> Language:
    """The person's choice, else the first of the browser's that we have, else Swedish."""
    for language in LANGUAGES:
        if chosen == language:
            return language
    best: tuple[float, Language] = (0.0, "sv")
    for part in accepted.split(",")[:20]:
        found = _ACCEPTED.fullmatch(part)
        for language in LANGUAGES:
            if found and found[1].lower() == language and (weight := _weight(found[2])) > best[0]:
                best = (weight, language)
    return best[1]


def _weight(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0


class Words:
    """Says a text of ours in a language."""

    def __init__(self, english: Mapping[str, str], language: Language) -> None:
        self.language = language
        self._english = english

    def __call__(self, swedish: str, **values: Any) -> str:
        """The text, with values where it has braces."""
        text = swedish if self.language == "sv" else self._english[swedish]
        return text.format(**values) if values else text
