"""How a letter speaks: its language, how it addresses the receiver, and how it writes amounts, rates and costs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fordran.documents.letter import currency_text
from fordran.documents.letters.words import LETTER_WORDS, TO_A_PERSON, TO_AN_ORGANISATION, statute_text
from fordran.documents.printable import printable
from fordran.documents.words import Language
from fordran.domain.articles import Article
from fordran.domain.money import kronor_text
from fordran.domain.written import decimal_text

_KEPT_TOGETHER = re.compile(r"(?<=\d) (?=\d|[a-z] §|§|kr\b|%)|(?<=SEK) (?=\d)")
NO_BREAK_SPACE = "\u00a0"
_MOST_IN_A_SENTENCE = 1000


@dataclass(frozen=True, slots=True)
class Voice:
    """A language, and whom it is spoken to: a person, or an organisation."""

    language: Language
    to_organisation: bool = False

    def said(self, key: str, **values: str | int | date) -> str:
        """The words under the key with the values in their blanks, never broken within an amount, a number or a section."""
        address = TO_AN_ORGANISATION if self.to_organisation else TO_A_PERSON
        written = {name: printable(str(value), most=_MOST_IN_A_SENTENCE) for name, value in values.items()}
        text = LETTER_WORDS[self.language][key].format(**address, **written)
        # Once more: what is now kept together may be what somebody wrote, and as long as a line.
        return printable(_KEPT_TOGETHER.sub(NO_BREAK_SPACE, text))

    def money(self, amount: int) -> str:
        """The amount with its currency."""
        return currency_text(amount, self.language)

    def number(self, amount: int) -> str:
        """The amount as it stands in a column of amounts."""
        return kronor_text(amount, self.language)

    def rate(self, rate_percent: Decimal) -> str:
        """The rate without its sign."""
        return decimal_text(rate_percent, self.language)

    def article(self, article: Article) -> str:
        """What an amount is for; an article without a name of its own is a cost."""
        words = LETTER_WORDS[self.language]
        return words.get(f"article_{article}", words["article_cost"])

    def statute(self, law: str) -> str:
        """The law that an amount rests on."""
        return statute_text(law, self.language)

    def listed_costs(self, costs: Mapping[Article, int]) -> str:
        """Costs in a row, as a sentence has them."""
        *first, last = [
            f"{_within_sentence(self.article(name))} {self.money(amount)}" for name, amount in costs.items()
        ]
        return f"{', '.join(first)} {self.said('and')} {last}" if first else last


def _within_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]
