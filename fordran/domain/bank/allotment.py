"""Which debts a payment is for, and how much of it each gets, by the payer's own words and never by a guess.

What the words do not decide is left over, to wait for a person. Nothing here looks at what has been paid before: the
same payments give the same allotments in whatever order they come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

UnallottedReason: TypeAlias = Literal["no_case", "reference_unknown", "amounts_unknown", "credit_note"]


class NamedReference(NamedTuple):
    """A reference that the payer gave: the case that it leads to, if any, and the amount meant for it, if stated."""

    case: str | None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Allotment:
    """The share of each case, the remainder, and its reason."""

    parts: Mapping[str, int]
    rest: int
    reason: UnallottedReason | None = None


def allot(amount: int, named: Sequence[NamedReference], owed: Sequence[Mapping[str, int]] = ()) -> Allotment:
    """Divide a payment among the cases that it names.

    Stated amounts are followed. Without them one case gets all, and several get what they owe if that is the payment
    to the öre, by one of the ways to reckon in `owed`.

    >>> allot(500, [NamedReference("a")])
    Allotment(parts={'a': 500}, rest=0, reason=None)
    >>> allot(500, [NamedReference("a", 300), NamedReference(None, 200)])
    Allotment(parts={'a': 300}, rest=200, reason='reference_unknown')
    """
    cases = dict.fromkeys(one.case for one in named if one.case is not None)
    if not cases:
        return Allotment({}, amount, "no_case")
    if any(one.amount for one in named):
        return _stated(amount, named)
    if any(one.case is None for one in named):
        return Allotment({}, amount, "amounts_unknown")
    if len(cases) == 1:
        return Allotment(dict.fromkeys(cases, amount), 0)
    for reckoned in owed:
        parts = {case: reckoned[case] for case in cases}
        if sum(parts.values()) == amount and all(part > 0 for part in parts.values()):
            return Allotment(parts, 0)
    return Allotment({}, amount, "amounts_unknown")


def _stated(amount: int, named: Sequence[NamedReference]) -> Allotment:
    """By the stated amounts; a credit note lowers what its own case gets, and cannot be paid by another's money."""
    parts: dict[str, int] = {}
    for one in named:
        if one.case is not None and one.amount:
            parts[one.case] = parts.get(one.case, 0) + one.amount
    rest = amount - sum(parts.values())
    if rest < 0 or any(part < 0 for part in parts.values()):
        return Allotment({}, amount, "credit_note")
    return Allotment({case: part for case, part in parts.items() if part}, rest, "reference_unknown" if rest else None)


class AskedClaim(NamedTuple):
    """A claim of a letter: what is left of what the letter asks for it, and what is owed on it on the payment's day."""

    case: str
    asked: int
    owed: int


def allot_to_letter(amount: int, claims: Sequence[AskedClaim], *, is_in_time: bool) -> dict[str, int]:
    """Divide what is paid on a letter's own reference; the claims are in the order in which they were due.

    Up to the letter's last day each gets what the letter asks for it, then what is over covers what is still owed, in
    the same order; after that day what is owed. More than all is the payer's, and goes back by the first of them.

    >>> claims = [AskedClaim("a", 300, 305), AskedClaim("b", 200, 203)]
    >>> allot_to_letter(400, claims, is_in_time=True), allot_to_letter(600, claims, is_in_time=True)
    ({'a': 300, 'b': 100}, {'a': 397, 'b': 203})
    >>> allot_to_letter(400, claims, is_in_time=False)
    {'a': 305, 'b': 95}
    """
    parts = dict.fromkeys((claim.case for claim in claims), 0)
    for claim in claims if is_in_time else ():
        parts[claim.case] = min(amount - sum(parts.values()), claim.asked)
    for claim in claims:
        still_owed = max(0, claim.owed - parts[claim.case])
        parts[claim.case] += min(amount - sum(parts.values()), still_owed)
    parts[claims[0].case] += amount - sum(parts.values())
    return {case: part for case, part in parts.items() if part}


def allot_in_proportion(amount: int, owed: Mapping[str, int]) -> dict[str, int]:
    """Divide a payment of the enforcement authority among the cases of an application, in proportion to what each owes.

    The öre that are left go to the first cases. Where nothing is owed, the first case gets all, and it goes back by it.

    >>> allot_in_proportion(100, {"a": 200, "b": 100})
    {'a': 67, 'b': 33}
    """
    total = sum(owed.values())
    if not total:
        return {next(iter(owed)): amount}
    parts = {case: amount * share // total for case, share in owed.items()}
    rest = amount - sum(parts.values())
    for case in [case for case, share in owed.items() if share][:rest]:
        parts[case] += 1
    return {case: part for case, part in parts.items() if part}
