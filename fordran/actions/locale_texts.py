"""The texts that become locale entries, by tag: the code of each, and its subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import get_args

from fordran.domain.claims.entries import KINDS
from fordran.domain.kinds.articles import Article
from fordran.domain.languages import Language
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.common import StatusReason
from fordran.texts.catalogue import texts

APPLICATIONS = {
    "api": "What API clients read: cases, transactions and answers.",
    "letters": "What debtors read: invoices, reminders and demands.",
}


@dataclass(frozen=True)
class LocaleText:
    """A text that the interface names by a tag."""

    tag: str
    code: str
    about: str
    article: Article | None = None
    """Of a line of what is owed, the article that the text names."""
    application: str = "api"

    def text(self, language: Language) -> str:
        """The text in a language."""
        spoken = texts(language)
        return spoken(self.code, article=spoken.of("article", self.article)) if self.article else spoken(self.code)


_WARNINGS: Mapping[StatusReason, str] = MappingProxyType(
    {
        "payment_more_than_owed": "Why a payment is answered with a warning",
        "payment_on_closed_case": "Why a payment or crediting is answered with a warning",
        "payment_reversed": "Why a payment is answered with a warning",
        "crediting_more_than_capital": "Why a crediting is answered with a warning",
        "crediting_reversed": "Why a crediting is answered with a warning",
        "cancellation_of_closed_case": "Why a cancellation is answered with a warning",
        "cancellation_reversed": "Why a cancellation is answered with a warning",
    }
)

LOCALE_TEXTS = (
    *(
        LocaleText(f"{article}_{kind}", f"line_kind.{kind}", "A line of what is owed", article)
        for article in get_args(Article)
        for kind in KINDS
    ),
    LocaleText("letter_paid_written_off", "locale.letter_paid_written_off", "A line of what is owed"),
    *(LocaleText(tag, f"locale.{tag}", about) for tag, about in _WARNINGS.items()),
    *(
        LocaleText(f"access_group.{type_}", f"access_group_type.{type_}.members", "An access group type")
        for type_ in get_args(AccessGroupType)
    ),
)

_BY_TAG: Mapping[str, LocaleText] = MappingProxyType({text.tag: text for text in LOCALE_TEXTS})


@cache
def locale_text(tag: str, language: Language) -> str:
    """The text of a tag in a language."""
    return _BY_TAG[tag].text(language)
