"""Which cases a payment that waits is likely for, and why: what a person would look at, weighed. It decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.numbers.digits import luhn_fits

Likeness: TypeAlias = Literal[
    "ocr",  # the payment reference itself
    "ocr_near",  # one digit wrong, or two that changed places
    "authority_number",  # the enforcement authority's number of its case
    "invoice_number",
    "payer_number",  # the payer has the customer's personal or organisation number
    "payer_name",
    "owed",  # the amount is what is owed
    "capital",  # the amount is the claim as it was registered
    "closed",  # the case is closed, which speaks against it
]

WEIGHTS: Mapping[Likeness, int] = {
    "ocr": 60,
    "authority_number": 60,
    "ocr_near": 40,
    "payer_number": 40,
    "invoice_number": 35,
    "owed": 30,
    "payer_name": 25,
    "capital": 20,
    "closed": -30,
}
FEWEST_DIGITS = 5
"""Shorter numbers have neighbours that mean nothing."""


@dataclass(frozen=True)
class Candidate:
    """A case that a payment may be for."""

    case: str
    found_by: frozenset[Likeness]
    invoice_number: str
    owed: int
    capital: int
    is_closed: bool


@dataclass(frozen=True)
class LikelyCase:
    """A case, and what speaks for it, the weightiest first."""

    case: str
    reasons: tuple[Likeness, ...]
    weight: int


def likeliest(
    amount: int, references: Iterable[str], candidates: Iterable[Candidate], most: int = 5
) -> list[LikelyCase]:
    """The cases that a payment of that amount with those references is likeliest for, the likeliest first."""
    words = {text.strip().casefold() for text in references}
    found = [_weighed(amount, words, candidate) for candidate in candidates]
    return sorted(found, key=lambda likely: (-likely.weight, likely.case))[:most]


def _weighed(amount: int, references: set[str], candidate: Candidate) -> LikelyCase:
    reasons = set(candidate.found_by)
    if candidate.invoice_number.casefold() in references:
        reasons.add("invoice_number")
    if amount == candidate.owed > 0:
        reasons.add("owed")
    elif amount == candidate.capital:
        reasons.add("capital")
    if candidate.is_closed:
        reasons.add("closed")
    ordered = sorted(reasons, key=lambda reason: (-WEIGHTS[reason], reason))
    return LikelyCase(candidate.case, tuple(ordered), sum(WEIGHTS[reason] for reason in ordered))


def neighbours(number: str) -> set[str]:
    """Numbers with a right check digit that a slip of the hand makes this one: a wrong digit, or two that changed places.

    >>> "41001785" in neighbours("41001758"), neighbours("12")
    (True, set())
    """
    if not number.isdigit() or not FEWEST_DIGITS <= len(number) <= 25:
        return set()
    found = set()
    for place in range(len(number)):
        head, tail = number[:place], number[place + 1 :]
        found |= {f"{head}{digit}{tail}" for digit in "0123456789"}
        if tail:
            found.add(f"{head}{tail[0]}{number[place]}{tail[1:]}")
    return {one for one in found if one != number and luhn_fits(one)}
