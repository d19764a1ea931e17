"""The catalogues of texts: one gettext file per language, keyed by code, read once per process.

A code is `<area>.<name>`, such as `console.case.debt_today`. A text of a closed list is keyed by the list and the value, such as
`letter_kind.reminder`, and by its use where there are several: `letter_kind.reminder.debtor`. A language is added by its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any, TypeAlias

from babel import Locale
from babel.messages.pofile import read_po

from fordran.domain.languages import Language
from fordran.domain.message import Amount, ListValue, Message, Value
from fordran.texts.languages import CATALOGUES, LANGUAGES
from fordran.texts.numbers import kronor_text

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

CatalogueText: TypeAlias = str | tuple[str, tuple[str, ...]]
"""A text, or the name of the value that chooses a plural form with the forms in the order of the language's rule."""

_PLURAL_TAGS = ("zero", "one", "two", "few", "many", "other")


class Texts:
    """The texts of one language."""

    def __init__(self, language: Language, entries: Mapping[str, CatalogueText]) -> None:
        self.language = language
        self.entries = entries
        self._areas: dict[str, Mapping[str, str]] = {}
        self._plural = Locale.parse(language).plural_form
        self.plural_tags = [tag for tag in _PLURAL_TAGS if tag in self._plural.tags or tag == "other"]

    def __call__(self, code: str, **values: Any) -> str:
        """The text of a code, with values in its braces."""
        text = self.pattern(code, values)
        return text.format_map(values) if values else text

    def lines(self, code: str, **values: Any) -> tuple[str, ...]:
        """The lines of a text. A line end in a value does not end a line."""
        return tuple(" ".join(line.format_map(values).split()) for line in self.pattern(code, values).split("\n"))

    def pattern(self, code: str, values: Mapping[str, Any]) -> str:
        """The text of a code with its braces, in the plural form that the values ask for."""
        text = self.entries[code]
        if isinstance(text, tuple):
            counted, forms = text
            return forms[self.plural_tags.index(self._plural(values[counted]))]
        return text

    def area(self, name: str) -> Mapping[str, str]:
        """The texts of an area that have no plural, by the names that they have in it."""
        if name not in self._areas:
            start = f"{name}."
            self._areas[name] = {
                code.removeprefix(start): text
                for code, text in self.entries.items()
                if code.startswith(start) and isinstance(text, str)
            }
        return self._areas[name]

    def of(self, list_name: str, value: str, use: str = "", **values: Any) -> str:
        """The text of a value of a closed list, as a use of it says it."""
        return self(f"{list_name}.{value}.{use}" if use else f"{list_name}.{value}", **values)

    def say(self, message: Message) -> str:
        """A message in this language."""
        return self(message.code, **{name: self._written(value) for name, value in message.values.items()})

    def issues(self, issues: Any) -> Any:
        """Nested issues of a refused document, with each message in this language."""
        match issues:
            case Message():
                return self.say(issues)
            case dict():
                return {name: self.issues(issue) for name, issue in issues.items()}
            case list():
                return [self.issues(issue) for issue in issues]
        return issues

    def sentence(self, message: Message) -> str:
        """A message as a sentence of its own: with a capital and a full stop."""
        said = self.say(message)
        ended = said if said.endswith((".", ")", "!", "?")) else f"{said}."
        return ended[:1].upper() + ended[1:]

    def _written(self, value: Value) -> str | int:
        match value:
            case Message():
                return self.say(value)
            case Amount():
                return kronor_text(value.ore, self.language).replace(" ", NO_BREAK_SPACE)
            case ListValue():
                return self.of(value.list_name, value.value, value.use)
            case date():
                return value.isoformat()
            case tuple():
                return ", ".join(str(self._written(each)) for each in value)
        return value

    def options(self, list_name: str, values: Iterable[str], use: str = "") -> list[tuple[str, str]]:
        """Values of a closed list with their texts, as a form offers them."""
        return [(value, self.of(list_name, value, use)) for value in values]


@cache
def texts(language: Language) -> Texts:
    """The texts of a language."""
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    written = {_code(message.id): _text(message.id, message.string) for message in catalogue if message.id}
    return Texts(language, written | _language_names(language))


def _language_names(language: Language) -> dict[str, CatalogueText]:
    """The names of the languages in one of them, as texts of the list `language`."""
    names = {one: str(Locale.parse(one).get_language_name(language)) for one in LANGUAGES}
    entries: dict[str, CatalogueText] = {}
    for one, name in names.items():
        entries[f"language.{one}"] = name[:1].upper() + name[1:]
        entries[f"language.{one}.about"] = f"{entries[f'language.{one}']}."
    return entries


def _code(id_: Any) -> str:
    return id_ if isinstance(id_, str) else str(id_[0])


def _text(id_: Any, string: Any) -> CatalogueText:
    return (str(id_[1]).strip("{}"), tuple(string)) if isinstance(id_, list | tuple) else str(string)
