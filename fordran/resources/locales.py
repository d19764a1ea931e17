"""Locale entry: a text the service shows, in every language it has it."""

from __future__ import annotations

from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Flag, Id, Text
from fordran.shape.resource import Resource


class Translation(Shape):
    translation: Text
    """The text in this language."""
    comment: Text | None = None
    """A remark for those who translate."""


class Locale(Shape):
    application: Id
    """The application that shows the text."""
    locale_tag: Text
    """Unique."""
    description: Text | None = None
    """Where the text is shown."""
    translations: dict[str, Translation]
    """By language code."""
    machine_translations: dict[str, Translation] | None = None
    """The same, made by machine."""
    translation_pending: Flag
    """Whether some language is missing."""


LOCALES = Resource(
    "locales",
    Locale,
    owner="everyone",
    personal=False,
    about="Every text the service shows, by tag and language.",
    kept=(NothingPersonal("locale_entries", "texts of the service"),),
)
