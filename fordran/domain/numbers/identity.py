"""Identity numbers told apart: personnummer, samordningsnummer and organisationsnummer, ten digits each.

An organisation's third digit is at least 2, which no month's is, so a number of the right shape says what it is
even where its check digit does not fit. What does not fit is marked, never refused here.

>>> classify("556016-0680").kind, classify("19811218-9876").kind, classify("701063-2391").kind
('organisationsnummer', 'personnummer', 'samordningsnummer')
>>> classify("556016-0681").status, classify(" ").status, classify("NO 974 760 673", is_foreign=True).status
('invalid', 'missing', 'foreign')
>>> classify("19811218-9876").compacted == classify("811218-9876").compacted
True
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from stdnum.exceptions import ValidationError

from fordran.domain.numbers import organisationsnummer, personnummer
from fordran.domain.numbers.digits import without

Kind: TypeAlias = Literal["personnummer", "samordningsnummer", "organisationsnummer"]
IdNumberStatus: TypeAlias = Literal["valid", "invalid", "missing", "foreign"]

ADULT_AGE = 18
"""Föräldrabalken 9 kap. 1 §: who is under eighteen is a minor and may not manage debts of their own."""


@dataclass(frozen=True, slots=True)
class IdNumber:
    """What an `id_number` is.

    `compacted` is what customers are matched by: ten digits for Swedish numbers, so that a person is one whether the
    century was written or not; capital letters and digits for anything else. `is_person` is False where the number
    says nothing, so a customer's own type flag goes before it.
    """

    kind: Kind | None
    status: IdNumberStatus
    compacted: str

    @property
    def is_person(self) -> bool:
        """Whether it has the shape of a person's number."""
        return self.kind in ("personnummer", "samordningsnummer")


def classify(text: str, is_foreign: bool = False) -> IdNumber:
    """What the number is, and whether it holds; one that does not hold is `foreign` where the customer is."""
    stripped = compacted(text)
    if not stripped:
        return IdNumber(kind=None, status="missing", compacted="")
    kind = _kind(stripped)
    module = organisationsnummer if kind == "organisationsnummer" else personnummer
    if kind is not None and module.is_valid(text):
        return IdNumber(kind, "valid", stripped)
    if is_foreign:
        return IdNumber(None, "foreign", stripped)
    return IdNumber(kind, "invalid", stripped)


def compacted(text: str) -> str:
    """The spelling that two writings of one number share, whether or not it is a right one."""
    plain = without(text, " -+.").upper()
    if len(plain) == 12 and plain.isascii() and plain.isdigit() and plain[:2] in ("16", "18", "19", "20"):
        return plain[2:]
    return plain


def _kind(digits: str) -> Kind | None:
    """What a compacted number is by its shape."""
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
