"""Every word of the letters, once a language, and the names of statutes.

Texts in braces are filled in by the letter. In Swedish they also leave blanks for how the receiver is addressed: a
person as `du`, an organisation as `ni`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from fordran.documents.letters.words.english import ENGLISH
from fordran.documents.letters.words.statutes import STATUTES_IN_ENGLISH
from fordran.documents.letters.words.swedish import SWEDISH
from fordran.documents.words import Language

LETTER_WORDS: Mapping[Language, Mapping[str, str]] = MappingProxyType(
    {"sv": MappingProxyType(SWEDISH), "en": MappingProxyType(ENGLISH)}
)

TO_A_PERSON = MappingProxyType(
    {"du": "du", "Du": "Du", "dig": "dig", "din": "din", "Din": "Din", "ditt": "ditt", "dina": "dina"}
)
TO_AN_ORGANISATION = MappingProxyType(
    {"du": "ni", "Du": "Ni", "dig": "er", "din": "er", "Din": "Er", "ditt": "ert", "dina": "era"}
)


def statute_text(law: str, language: Language) -> str:
    """The law that a line of a statement rests on, as the language names it."""
    return law if language == "sv" else STATUTES_IN_ENGLISH.get(law, law)
