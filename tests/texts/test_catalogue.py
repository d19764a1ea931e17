"""The catalogues: every language has every text, with the same values in it; none is missing, none is unused."""

from __future__ import annotations

from string import Formatter

import pytest

from fordran.documents.letter_parts.voice import TO_A_PERSON
from fordran.domain.languages import Language
from fordran.texts.catalogue import CatalogueText, texts
from fordran.texts.languages import LANGUAGES
from tests.texts.lists import MADE
from tests.texts.uses import called, codes_of_areas, codes_of_lists, literals

CODES = sorted(texts("sv").entries)
SAID_SHORTER = {"error.not_a_transition"}
"""Texts of which one language leaves values out: the API names the states, and a page has no need of them."""


def forms(text: CatalogueText) -> tuple[str, ...]:
    return text[1] if isinstance(text, tuple) else (text,)


def placeholders(text: str) -> set[str]:
    """The values of a text, but for how Swedish addresses the reader."""
    return {name for _, name, _, _ in Formatter().parse(text) if name} - TO_A_PERSON.keys()


def test_every_language_has_every_code() -> None:
    for language in LANGUAGES:
        assert sorted(texts(language).entries) == CODES, language


def test_no_text_is_empty() -> None:
    for language in LANGUAGES:
        empty = [
            code for code, text in texts(language).entries.items() if not all(form.strip() for form in forms(text))
        ]
        assert empty == [], language


def test_every_language_has_the_same_values_in_a_text() -> None:
    for code in sorted({*CODES} - SAID_SHORTER):
        found = {
            language: [placeholders(form) for form in forms(texts(language).entries[code])] for language in LANGUAGES
        }
        everything = set().union(*(names for each in found.values() for names in each))
        for language, each in found.items():
            # A text for one may leave out the number.
            assert set().union(*each) == everything, (language, code)


def test_a_plural_is_chosen_by_a_value_of_the_text_and_has_every_form() -> None:
    for language in LANGUAGES:
        spoken = texts(language)
        for code, text in spoken.entries.items():
            if isinstance(text, tuple):
                assert text[0] in placeholders(text[1][-1]), code
                assert len(text[1]) == len(spoken.plural_tags), code
    plurals = [{code for code in CODES if isinstance(texts(one).entries[code], tuple)} for one in LANGUAGES]
    assert all(one == plurals[0] for one in plurals)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_rendered(language: Language) -> None:
    spoken = texts(language)
    for code in CODES:
        names = {name for form in forms(spoken.entries[code]) for name in placeholders(form)}
        for count in (0, 1, 2, 21):
            said = spoken(code, **TO_A_PERSON, **dict.fromkeys(names, count))
            assert said
            assert "{" not in said, code


def test_every_code_that_is_used_exists() -> None:
    assert sorted((called() | set(codes_of_lists())) - set(CODES)) == []


def test_no_code_is_unused() -> None:
    assert sorted(set(CODES) - literals() - MADE - set(codes_of_lists()) - set(codes_of_areas(CODES))) == []
