"""A person as SPAR tells of it on a day."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

Deregistration: TypeAlias = Literal["AV", "UV", "GN", "GS", "AS", "OB", "TA", "FI", "A", "G", "O"]
"""Why a person is no longer registered (AvregistreringsorsakKod). Codes of one letter are from before 2021."""

Meaning: TypeAlias = Literal["deceased", "emigrated", "renumbered", "unusable"]


@dataclass(frozen=True, slots=True)
class DeregistrationRecord:
    """A code of deregistration, and what it means for collection."""

    code: Deregistration
    meaning: Meaning


DEREGISTRATIONS: Mapping[Deregistration, DeregistrationRecord] = by_code(
    Deregistration,
    (
        DeregistrationRecord("AV", "deceased"),
        DeregistrationRecord("UV", "emigrated"),
        DeregistrationRecord("GN", "renumbered"),
        DeregistrationRecord("GS", "renumbered"),  # a coordination number whose holder has a personal number now
        DeregistrationRecord("AS", "unusable"),  # an annulled coordination number
        DeregistrationRecord("OB", "unusable"),  # the person is missing
        DeregistrationRecord("TA", "unusable"),  # deregistered for technical reasons
        DeregistrationRecord("FI", "unusable"),  # a false identity
        DeregistrationRecord("A", "deceased"),
        DeregistrationRecord("G", "renumbered"),
        DeregistrationRecord("O", "unusable"),  # any other reason
    ),
)


def meaning_of(code: str) -> Meaning | None:
    """The meaning of a code of deregistration; None without one. A code that is not known lets nothing leave.

    >>> meaning_of("AV"), meaning_of("ZZ"), meaning_of("")
    ('deceased', 'unusable', None)
    """
    if not code:
        return None
    record = next((one for one in DEREGISTRATIONS.values() if one.code == code), None)
    return "unusable" if record is None else record.meaning


@dataclass(frozen=True, slots=True)
class SparPerson:
    """A person: whether it is protected, whether it is registered, and where its letters go."""

    id_number: str
    """Twelve digits."""
    is_protected: bool = False
    """A confidentiality mark or protected registration. SPAR gives both to everybody."""
    address: Mapping[str, str] | None = None
    """By the fields of a customer's address; None where there is none that a letter can go to."""
    deregistration: str = ""
    """The code, or an empty text."""
    died_on: dt.date | None = None
    """The day of death, where the answer has a whole date."""
    new_number: str = ""
    """The number that replaces this one."""


@dataclass(frozen=True, slots=True)
class SparTrouble:
    """Why there is no answer. It is asked for again."""

    reason: str


SparAnswer: TypeAlias = SparPerson | SparTrouble | None
"""A person, no such person, or no answer."""
