"""Addressees: who gets the letters of a case on a day, beside or in place of its debtor."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fordran.domain.days import months_after
from fordran.domain.flow.marks import Mark
from fordran.domain.kinds.party_roles import PartyLetters, PartyRole
from fordran.domain.numbers.identity import is_minor

_IN_PLACE: tuple[PartyRole, ...] = ("estate", "trustee", "guardian", "representative")
"""Whose turn it is to get letters in the debtor's place, where there are several."""

ESTATE_MONTHS = 1
"""Ärvdabalken 21 kap. 1 §: an estate that is insolvent may await its inventory; that the month is kept is a house rule."""


@dataclass(frozen=True, slots=True)
class PartyInCase:
    """Somebody beside the debtor of a case, as far as its letters depend on that."""

    id: str
    role: PartyRole
    name: str
    letters: PartyLetters
    address: Mapping[str, str] = field(default_factory=dict)
    first: dt.date | None = None
    last: dt.date | None = None
    inventory: dt.date | None = None
    is_bound: bool = False
    """Of a guardian: whether a person has confirmed that the minor is bound by the debt."""
    customer: str | None = None
    """Of a further debtor: the customer."""
    number: str = ""
    """Of a further debtor: the compacted number, if it is a valid one."""
    is_stopped: bool = False
    """Of a further debtor: whether nothing is sent, to somebody dead, bankrupt, in debt restructuring or without an address."""

    def is_party_on(self, day: dt.date) -> bool:
        """Whether it is a party on a day."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def addressee(parties: Sequence[PartyInCase], day: dt.date, *, is_minor: bool) -> PartyInCase | None:
    """Who gets the letters in the debtor's place on a day; None where the debtor does.

    A guardian is one only while the debtor is under eighteen: föräldrabalken 9 kap. 1 §.
    """
    found = [one for one in parties if one.letters == "instead" and one.is_party_on(day)]
    found = [one for one in found if one.role != "guardian" or is_minor]
    return min(found, key=lambda one: (_IN_PLACE.index(one.role), one.id), default=None)


def copied_to(parties: Sequence[PartyInCase], day: dt.date) -> tuple[PartyInCase, ...]:
    """Who gets a copy of each letter on a day. A further debtor who is a minor, or whose mark stops letters, gets none."""
    return tuple(
        one
        for one in parties
        if one.letters == "copy" and one.is_party_on(day) and not one.is_stopped and not is_minor(one.number, day)
    )


def lifted_marks(parties: Sequence[PartyInCase], day: dt.date) -> frozenset[Mark]:
    """The marks of the debtor that stop no letters, since those go to who answers for the debtor."""
    roles = {one.role for one in parties if one.is_party_on(day) and (one.role != "guardian" or one.is_bound)}
    marks: dict[PartyRole, Mark] = {"guardian": "minor", "estate": "deceased"}
    return frozenset(mark for role, mark in marks.items() if role in roles)


def awaits_inventory(parties: Sequence[PartyInCase], day: dt.date) -> bool:
    """Whether the debtor's estate is to be left alone: no fees and no application until its inventory is a month old."""
    estates = [one for one in parties if one.role == "estate" and one.is_party_on(day)]
    return any(one.inventory is None or day < months_after(one.inventory, ESTATE_MONTHS) for one in estates)
