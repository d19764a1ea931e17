"""Types of identity numbers: personnummer, samordningsnummer and organisationsnummer, ten digits each.

An organisation's third digit is at least 2, which no month's is, so a number of the right shape says what it is
even where its check digit does not fit. What does not fit is marked, never refused here.

>>> classify("556016-0680").kind, classify("19811218-9876").kind, classify("701063-2391").kind
('organisationsnummer', 'personnummer', 'samordningsnummer')
>>> classify("556016-0681").status, classify(" ").status, classify("NO 974 760 673", is_foreign=True).status
('invalid', 'missing', 'foreign')
>>> today = date(2026, 11, 15)
>>> compacted("19200102-2389", today), compacted("200102-2389", today), compacted("200102+2389", today)
('192001022389', '202001022389', '192001022389')
>>> compacted("16556016-0680", today)
'5560160680'
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from stdnum.exceptions import ValidationError

from fordran.domain.numbers import organisationsnummer, personnummer
from fordran.domain.numbers.digits import without

IdNumberKind: TypeAlias = Literal["personnummer", "samordningsnummer", "organisationsnummer"]
IdNumberStatus: TypeAlias = Literal["valid", "invalid", "missing", "foreign"]

ADULT_AGE = 18
"""Föräldrabalken 9 kap. 1 §: who is under eighteen is a minor and may not manage debts of their own."""


@dataclass(frozen=True, slots=True)
class IdNumber:
    """The kind and validity of an `id_number`.

    `is_person` is False where the number says nothing, so a customer's own type flag goes before it.
    """

    kind: IdNumberKind | None
    status: IdNumberStatus

    @property
    def is_person(self) -> bool:
        """Whether it has the shape of a person's number."""
        return self.kind in ("personnummer", "samordningsnummer")


def classify(text: str, is_foreign: bool = False) -> IdNumber:
    """The kind of the number, and whether it is valid; an invalid one is `foreign` if the customer is."""
    _, stripped = _century_and_rest(text)
    if not stripped:
        return IdNumber(kind=None, status="missing")
    kind = _kind(stripped)
    module = organisationsnummer if kind == "organisationsnummer" else personnummer
    if kind is not None and module.is_valid(text):
        return IdNumber(kind, "valid")
    return IdNumber(None, "foreign") if is_foreign else IdNumber(kind, "invalid")


def compacted(text: str, on: date) -> str:
    """The spelling that all writings of one number share on a day, whether or not it is a right one.

    It is what customers are matched by: twelve digits for people, since two who were born a hundred years apart can have the
    other ten in common; ten for organisations; capital letters and digits for anything else. Ten digits of a person mean
    the younger of those who may have them, and with a plus the elder.
    """
    century, rest = _century_and_rest(text)
    if _kind(rest) in (None, "organisationsnummer"):
        return rest
    if century in _BIRTH_CENTURIES:
        return century + rest
    return f"{personnummer.year_of_birth(rest, on, is_elder='+' in text) // 100}{rest}"


def century_of(compact: str) -> tuple[str, str]:
    """The century of a compacted number, if it is a person's, and its other digits."""
    century, rest = _century_and_rest(compact)
    is_person = century in _BIRTH_CENTURIES and _kind(rest) in ("personnummer", "samordningsnummer")
    return (century, rest) if is_person else ("", compact)


_BIRTH_CENTURIES = ("18", "19", "20")


def _century_and_rest(text: str) -> tuple[str, str]:
    """The century that a number of twelve digits begins with, which is 16 for an organisation, and the rest of it."""
    plain = without(text, " -+.").upper()
    has_century = plain[:2] in (*_BIRTH_CENTURIES, organisationsnummer.LEGAL_PERSON_PREFIX)
    if len(plain) == 12 and plain.isascii() and plain.isdigit() and has_century:
        return plain[:2], plain[2:]
    return "", plain


def _kind(digits: str) -> IdNumberKind | None:
    """The kind of a number without century, by its shape."""
    if len(digits) != 10 or not (digits.isascii() and digits.isdigit()):
        return None
    if digits[2] >= "2":
        return "organisationsnummer"
    return "samordningsnummer" if digits[4] >= "6" else "personnummer"


def age_on(text: str, day: date) -> int | None:
    """The person's whole years of age on a day; None where the number is no person's or hides the day of birth."""
    try:
        return personnummer.age(text, on=day)
    except ValidationError:
        return None


def is_minor(text: str, day: date) -> bool:
    """Whether the number says that its holder is under eighteen on the day."""
    age = age_on(text, day)
    return age is not None and age < ADULT_AGE
