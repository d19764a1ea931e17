"""The tables of printed words are whole in both languages."""

import re
import string

import pytest

from fordran.documents.typesetting import TEMPLATES
from fordran.documents.words import WORDS


def test_both_languages_have_every_word() -> None:
    assert WORDS["sv"].keys() == WORDS["en"].keys()
    assert all(text.strip() for words in WORDS.values() for text in words.values())


@pytest.mark.parametrize("key", sorted(WORDS["sv"]))
def test_a_word_leaves_the_same_blanks_in_both_languages(key: str) -> None:
    blanks = [{name for _, name, _, _ in string.Formatter().parse(words[key]) if name} for words in WORDS.values()]
    assert blanks[0] == blanks[1]


def test_every_word_is_printed_somewhere_and_no_template_asks_for_an_unknown_one() -> None:
    room = TEMPLATES.parent
    templates = "\n".join(path.read_text() for path in TEMPLATES.glob("*.typ"))
    asked = set(re.findall(r"words\.(\w+)\b(?!\()", templates))
    modules = "\n".join(path.read_text() for path in room.rglob("*.py") if path != room / "words.py")
    named = set(re.findall(r'"(\w+)"', modules)) | set(re.findall(r"^    (\w+): str \| None = None$", modules, re.M))
    assert asked <= WORDS["sv"].keys()
    assert WORDS["sv"].keys() <= asked | named
