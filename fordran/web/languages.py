"""Which language a visitor reads: the one they chose, or the best that the browser asks for and we have."""

from __future__ import annotations

import re

from fordran.domain.languages import SWEDISH, Language
from fordran.texts.languages import LANGUAGES

COOKIE = "fordran_language"
YEAR_SECONDS = 365 * 24 * 3600
_ACCEPTED = re.compile(r"([A-Za-z]{1,8})(?:-[\w-]*)?(?:\s*;\s*q=([0-9.]{1,5}))?")
LONGEST = 1000
"""How much of what the browser accepts is read."""


def language_of(chosen: str | None, accepted: str) -> Language:
    """The person's choice, else the first of the browser's that we have, else Swedish."""
    for language in LANGUAGES:
        if chosen == language:
            return language
    best: tuple[float, Language] = (0.0, SWEDISH)
    for part in accepted[:LONGEST].split(",")[:20]:
        found = _ACCEPTED.fullmatch(part.strip())
        for language in LANGUAGES:
            if found and found[1].lower() == language and (weight := _weight(found[2])) > best[0]:
                best = (weight, language)
    return best[1]


def _weight(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0
