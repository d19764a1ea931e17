"""Brevtexter: the words of each letter in every language, and which of them the law asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from fordran.documents.letter_parts.letter_texts import LETTER_TEXTS, REQUIRED_BY_LAW
from fordran.documents.letter_parts.voice import TO_A_PERSON
from fordran.domain.flow.lawfulness import rules_of
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.languages import Language
from fordran.texts.catalogue import Texts, texts
from fordran.texts.languages import LANGUAGES
from fordran.web.visit import Visit

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class ShownText:
    """A text of a letter: its words by language, the values that fill it in, and the statute that asks for it."""

    key: str
    words: Mapping[Language, tuple[str, ...]]
    values: tuple[str, ...]
    law: str | None


async def letter_texts_page(visit: Visit) -> Response:
    """The texts of a letter as they are printed, with the values in braces, and what the law asks of the letter."""
    asked = visit.query.get("kind", "")
    name = asked if asked in LETTER_TEXTS else next(iter(LETTER_TEXTS))
    record = next((one for one in LETTER_KINDS.values() if one.code == name), None)
    return visit.render(
        "letter_texts.html",
        kind=name,
        title=_name(visit.t, name),
        record=record,
        rules=rules_of(record.code) if record else (),
        kinds=[(one, _name(visit.t, one)) for one in LETTER_TEXTS],
        shown_languages=[(language, visit.t(f"language.{language}")) for language in LANGUAGES],
        shown=[_shown(key) for key in LETTER_TEXTS[name]],
    )


def _name(t: Texts, name: str) -> str:
    if name in LETTER_KINDS:
        return t.of("letter_kind", name)
    return t("console.letter_texts.shared") if name == "shared" else t("console.letter_texts.authority")


def _shown(key: str) -> ShownText:
    words = {language: _forms(texts(language), key) for language in LANGUAGES}
    # How the reader is addressed follows from who it is, and is no value.
    found = (place for forms in words.values() for form in forms for place in _PLACE.findall(form))
    values = tuple(dict.fromkeys(place for place in found if place not in TO_A_PERSON))
    return ShownText(key, words, values, REQUIRED_BY_LAW.get(key))


def _forms(t: Texts, key: str) -> tuple[str, ...]:
    entry = t.entries[f"letter.{key}"]
    return (entry,) if isinstance(entry, str) else tuple(entry[1])
