"""How a letter speaks: its language, how it addresses the receiver, and how it writes amounts, rates and costs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fordran.documents.letter import currency_text
from fordran.documents.letters.claims import CostName
from fordran.documents.letters.words import LETTER_WORDS, TO_A_PERSON, TO_AN_ORGANISATION, statute_text
from fordran.documents.printable import printable
from fordran.documents.words import Language
from fordran.domain.money import kronor_text
from fordran.domain.written import date_text, decimal_text

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
        written = {name: printable(self._written(value), most=_MOST_IN_A_SENTENCE) for name, value in values.items()}
        text = LETTER_WORDS[self.language][key].format(**address, **written)
        # Once more: what is now kept together may be what somebody wrote, and as long as a line.
        return printable(_KEPT_TOGETHER.sub(NO_BREAK_SPACE, text))

    def _written(self, value: str | int | date) -> str:
        """A value as a sentence has it. A day is written out; one that is to stand as digits comes as a text."""
        return self.day(value) if isinstance(value, date) else str(value)

    def day(self, day: date) -> str:
        """A day in running text."""
        return date_text(day, self.language).replace(" ", NO_BREAK_SPACE, 1)

    def money(self, amount: int) -> str:
        """The amount with its currency."""
        return currency_text(amount, self.language)

    def number(self, amount: int) -> str:
        """The amount as it stands in a column of amounts."""
        return kronor_text(amount, self.language)

    def rate(self, rate_percent: Decimal) -> str:
        """The rate without its sign."""
        return decimal_text(rate_percent, self.language)

    def article(self, article: CostName) -> str:
        """What an amount is for; an article without a name of its own is a cost."""
        words = LETTER_WORDS[self.language]
        return words.get(f"article_{article}", words["article_cost"])

    def statute(self, law: str) -> str:
        """That an amount rests on a law."""
        return self.said("by_law", law=statute_text(law, self.language))

    def listed_costs(self, costs: Mapping[CostName, int]) -> str:
        """Costs in a row, as a sentence has them."""
        *first, last = [
            f"{_within_sentence(self.article(name))} {self.money(amount)}" for name, amount in costs.items()
        ]
        return f"{', '.join(first)} {self.said('and')} {last}" if first else last


def _within_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]
