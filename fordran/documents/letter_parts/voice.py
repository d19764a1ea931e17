"""How a letter speaks: its language, how it addresses the receiver, and how it writes amounts, rates and costs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import MappingProxyType

from fordran.documents.letter import currency_text
from fordran.documents.letter_parts.claims import CostName
from fordran.documents.printable import printable
from fordran.domain.claims.entries import EntryKind
from fordran.domain.languages import Language
from fordran.texts.catalogue import texts
from fordran.texts.formatting import date_text, list_text
from fordran.texts.numbers import decimal_text, kronor_text

_KEPT_TOGETHER = re.compile(r"(?<=\d) (?=\d|[a-z] §|§|kr\b|%)|(?<=SEK) (?=\d)")
NO_BREAK_SPACE = "\u00a0"
_MOST_IN_A_SENTENCE = 1000


TO_A_PERSON: Mapping[str, str] = MappingProxyType(
    {"du": "du", "Du": "Du", "dig": "dig", "din": "din", "Din": "Din", "ditt": "ditt", "dina": "dina"}
)
TO_AN_ORGANISATION: Mapping[str, str] = MappingProxyType(
    {"du": "ni", "Du": "Ni", "dig": "er", "din": "er", "Din": "Er", "ditt": "ert", "dina": "era"}
)
"""How Swedish texts address their reader."""
_STATUTES: Mapping[str, str] = MappingProxyType(
    {
        "avtal": "statute.avtal",
        "avtal om amorteringsplan": "statute.avtal_om_amorteringsplan",
        "lag (1981:739) 2 och 4 §§": "statute.lag_1981_739_2_och_4",
        "lag (1981:739) 3 § 1 och 4 §": "statute.lag_1981_739_3_1_och_4",
        "lag (1981:739) 3 § 2 och 4 §": "statute.lag_1981_739_3_2_och_4",
        "lag (1981:739) 4 a §": "statute.lag_1981_739_4_a",
        "lag (1981:739) 5 § andra stycket": "statute.lag_1981_739_5_andra_stycket",
        "förordning (1992:1094) 1 §, lag (1990:746) 48 §": "statute.forordning_1992_1094_1_lag_1990_746_48",
        "förordning (1992:1094) 5–6 §§": "statute.forordning_1992_1094_5_6",
        "räntelag (1975:635) 6 §": "statute.rantelag_1975_635_6",
        "räntelag (1975:635) 1 §, avtalad ränta": "statute.rantelag_1975_635_1_avtalad_ranta",
        "handelsbalken 9 kap. 5 §, utsökningsbalken 13 kap. 13 §": "statute.handelsbalken_9_kap_5_utsokningsbalken_13_kap_13",
        "mervärdesskattelag (2023:200) 17 kap. 22 §": "statute.mervardesskattelag_2023_200_17_kap_22",
    }
)
"""A law that a line of a statement rests on → the code of its name."""


@dataclass(frozen=True, slots=True)
class LetterVoice:
    """A language, and whom it is spoken to: a person, or an organisation."""

    language: Language
    to_organisation: bool = False

    def text(self, key: str, **values: str | int | date) -> str:
        """The words under the key with the values in their blanks, never broken within an amount, a number or a section."""
        address = TO_AN_ORGANISATION if self.to_organisation else TO_A_PERSON
        written = {name: printable(self._written(value), most=_MOST_IN_A_SENTENCE) for name, value in values.items()}
        text = texts(self.language).pattern(f"letter.{key}", values).format(**address, **written)
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
        """The amount as written in a column of amounts."""
        return kronor_text(amount, self.language)

    def rate(self, rate_percent: Decimal) -> str:
        """The rate without its sign."""
        return decimal_text(rate_percent, self.language)

    def article(self, article: CostName) -> str:
        """The purpose of an amount; an article without its own text is a cost."""
        names = texts(self.language).area("article")
        return names.get(article, names["cost"])

    def line(self, kind: EntryKind, article: str) -> str:
        """The text of a statement line: a charged article, or its settlement."""
        return printable(texts(self.language)(f"line_kind.{kind}", article=article))

    def statute(self, law: str) -> str:
        """The sentence that an amount rests on a law."""
        return self.text("by_law", law=self._statute(law))

    def _statute(self, law: str) -> str:
        """A law as the language names it; one without a name there as it is."""
        code = _STATUTES.get(law)
        return texts(self.language)(code) if code else law

    def listed_costs(self, costs: Mapping[CostName, int]) -> str:
        """Costs in a row, as a sentence has them."""
        named = [f"{_within_sentence(self.article(name))} {self.money(amount)}" for name, amount in costs.items()]
        return list_text(named, self.language)


def _within_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]
