"""A language: a catalogue. The example is Finnish, begun as a copy of the English catalogue with a few texts translated."""

from __future__ import annotations

from tools.recipes.recipe import Derive, Recipe

LANGUAGE = Recipe(
    name="a language",
    example="Finnish",
    edits=(
        Derive(
            "fordran/texts/fi.po",
            "fordran/texts/en.po",
            (
                (
                    "# Every sentence that a person reads, in English.",
                    "# Every sentence that a person reads, in Finnish.",
                ),
                ('"Language: en\\n"', '"Language: fi\\n"'),
                (
                    'msgid "letter.explanation"\nmsgstr "How the amounts were reached"',
                    'msgid "letter.explanation"\nmsgstr "Näin summat on laskettu"',
                ),
                ('msgid "distribution.print"\nmsgstr "Post"', 'msgid "distribution.print"\nmsgstr "Posti"'),
            ),
        ),
    ),
    tests=(
        "tests/texts",
        "tests/test_closed_lists.py",
        "tests/store/test_closed_lists.py",
        "tests/actions/reports/test_report_files.py",
        "tests/documents/letters/test_letters.py",
        "tests/documents/test_access.py",
        "tests/api/test_lists.py",
        "tests/test_docs.py",
    ),
    makes=("docs",),
    shows="""
from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES, language_or_swedish
from fordran.web.languages import language_of
from typing import get_args
from fordran.resources.letters import LetterLanguage
assert "fi" in LANGUAGES and "fi" in get_args(LetterLanguage)
assert language_of(None, "fi, sv;q=0.5") == language_or_swedish("fi") == "fi"
assert texts("fi")("letter.explanation") == "Näin summat on laskettu"
assert texts("fi").of("language", "fi") == "Suomi"
assert texts("sv").of("language", "fi") == "Finska"
""",
)
