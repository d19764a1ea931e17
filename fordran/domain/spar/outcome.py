"""Outcomes of lookups in SPAR: what follows from an answer, and when a person has to be looked up again.

The rule is in docs/spar.md.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone
from fordran.domain.spar.person import SparPerson, meaning_of

SparOutcome: TypeAlias = Literal[
    "confirmed",
    "protected",
    "deceased",
    "emigrated",
    "renumbered",
    "no_address",
    "deregistered",
    "not_found",
    "retrying",
    "unconfirmed",
]


@dataclass(frozen=True, slots=True)
class SparOutcomeRecord:
    """An outcome. `is_stop` holds where no letter has an address that it can go to."""

    code: SparOutcome
    is_stop: bool = False
    tone: Tone = ""


SPAR_OUTCOMES: Mapping[SparOutcome, SparOutcomeRecord] = by_code(
    SparOutcome,
    (
        SparOutcomeRecord("confirmed", tone="good"),
        SparOutcomeRecord("protected", tone="warn"),
        SparOutcomeRecord("deceased", tone="bad"),
        SparOutcomeRecord("emigrated", tone="info"),
        SparOutcomeRecord("renumbered", tone="info"),
        SparOutcomeRecord("no_address", is_stop=True, tone="bad"),
        SparOutcomeRecord("deregistered", is_stop=True, tone="bad"),
        SparOutcomeRecord("not_found", is_stop=True, tone="bad"),
        SparOutcomeRecord("retrying", tone="warn"),
        SparOutcomeRecord("unconfirmed", tone="warn"),
    ),
)

STOPPING: tuple[SparOutcome, ...] = tuple(code for code, record in SPAR_OUTCOMES.items() if record.is_stop)

MOST_TRIES = 3
"""How often a person is asked for before a letter leaves to the address that is known."""
WAITS = (dt.timedelta(hours=1), dt.timedelta(hours=6))
"""How long after a failed try the next one is."""
LONGEST_WAIT = dt.timedelta(hours=24)
"""How long tries go on, however few they were."""


def outcome_of(person: SparPerson | None) -> SparOutcome:
    """The outcome of an answer. Protection comes first, so that no address is taken up beside it.

    >>> outcome_of(None), outcome_of(SparPerson("199001012385", address={"city": "Lund"}))
    ('not_found', 'confirmed')
    """
    if person is None:
        return "not_found"
    match meaning_of(person.deregistration):
        case "deceased":
            return "deceased"
        case "renumbered" if person.new_number:
            return "renumbered"
        case "renumbered" | "unusable":
            return "deregistered"
        case "emigrated" if not person.is_protected:
            return "emigrated" if person.address is not None else "no_address"
        case _:
            pass
    if person.is_protected:
        return "protected"
    return "confirmed" if person.address is not None else "no_address"


@dataclass(frozen=True, slots=True)
class Retry:
    """When to ask again after a failed try; without a moment no more, and the letter leaves unconfirmed."""

    at: dt.datetime | None

    @property
    def outcome(self) -> SparOutcome:
        return "unconfirmed" if self.at is None else "retrying"


def retry_after(tries: int, first_tried: dt.datetime, now: dt.datetime) -> Retry:
    """The next try after a failed one, which was the given one of those since the first."""
    if tries >= MOST_TRIES or now - first_tried >= LONGEST_WAIT:
        return Retry(None)
    return Retry(now + WAITS[tries - 1])


def same_address(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two addresses are the same place, however they are written.

    >>> same_address({"city": "Umeå", "zip_code": "111 22"}, {"city": "UMEÅ ", "zip_code": "11122", "country": "SE"})
    True
    """
    return _compared(one) == _compared(other)


def _compared(address: Mapping[str, str]) -> tuple[str, ...]:
    lines = [address.get(name) or "" for name in ("address_line_1", "address_line_2", "address_line_3")]
    rest = [address.get("zip_code") or "", address.get("city") or "", address.get("country") or "SE"]
    return tuple("".join(text.split()).casefold() for text in ("".join(lines), *rest))
