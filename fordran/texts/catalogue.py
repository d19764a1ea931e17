"""The catalogues of texts: one gettext file per language, keyed by code, read once per process.

A code is `<area>.<name>`, such as `console.case.debt_today`. A text of a closed list is keyed by the list and the value, such as
`letter_kind.reminder`, and by its use where there are several: `letter_kind.reminder.debtor`. A language is added by its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

from babel import Locale
from babel.messages.pofile import read_po

from fordran.domain.languages import Language

HERE = Path(__file__).parent
LANGUAGES: tuple[Language, ...] = cast(
    "tuple[Language, ...]",
    tuple(sorted((path.stem for path in HERE.glob("*.po")), key=lambda name: (name != "sv", name))),
)
"""Every language that has a catalogue, Swedish first."""

Text: TypeAlias = str | tuple[str, tuple[str, ...]]
"""A text, or the name of the value that chooses a plural form with the forms in the order of the language's rule."""

_PLURAL_TAGS = ("zero", "one", "two", "few", "many", "other")


class Texts:
    """The texts of one language."""

    def __init__(self, language: Language, entries: Mapping[str, Text]) -> None:
        self.language = language
        self.entries = entries
        self._plural = Locale.parse(language).plural_form
        self.plural_tags = [tag for tag in _PLURAL_TAGS if tag in self._plural.tags or tag == "other"]

    def __call__(self, code: str, **values: Any) -> str:
        """The text of a code, with values in its braces."""
        text = self.entries[code]
        if isinstance(text, tuple):
            counted, forms = text
            text = forms[self.plural_tags.index(self._plural(values[counted]))]
        return text.format_map(values) if values else text

    def of(self, list_name: str, value: str, use: str = "", **values: Any) -> str:
        """The text of a value of a closed list, as a use of it says it."""
        return self(f"{list_name}.{value}.{use}" if use else f"{list_name}.{value}", **values)

    def options(self, list_name: str, values: Iterable[str], use: str = "") -> list[tuple[str, str]]:
        """Values of a closed list with their texts, as a form offers them."""
        return [(value, self.of(list_name, value, use)) for value in values]


@cache
def texts(language: Language) -> Texts:
    """The texts of a language."""
    with (HERE / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    return Texts(
        language, {_code(message.id): _text(message.id, message.string) for message in catalogue if message.id}
    )


def _code(id_: Any) -> str:
    return id_ if isinstance(id_, str) else str(id_[0])


def _text(id_: Any, string: Any) -> Text:
    return (str(id_[1]).strip("{}"), tuple(string)) if isinstance(id_, list | tuple) else str(string)
