"""The languages that there are: every one with a catalogue in this folder. To add a language, add its catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from fordran.domain.languages import SWEDISH, Language

CATALOGUES = Path(__file__).parent
LANGUAGES: tuple[Language, ...] = tuple(
    sorted(
        (Language(path.stem) for path in CATALOGUES.glob("*.po")),
        key=lambda language: (language != SWEDISH, language),
    )
)
"""Every language that has a catalogue, Swedish first."""

if TYPE_CHECKING:
    LanguageChoice: TypeAlias = Language
else:
    # Fields and options list these values. They are known at run time alone.
    LanguageChoice = Literal[LANGUAGES]


def language_or_swedish(written: str | None) -> Language:
    """The language that a code names, or Swedish where it has no catalogue."""
    return next((language for language in LANGUAGES if language == written), SWEDISH)
