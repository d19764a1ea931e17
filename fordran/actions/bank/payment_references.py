"""The references of a bank transaction: numbers and texts that may name a case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fordran.domain.bank.allotment import NamedReference
from fordran.formats.bank import BankPayment

FEWEST_MENTIONED_DIGITS = 8
"""A shorter number in a message may be a postal code; one that is called an OCR number counts at any length."""

_MOST_DIGITS = 25
_CALLED_OCR = re.compile(
    rf"\bOCR(?:[- ]?(?:nr|nummer|number))?\b[\s:.#=]*(\d{{2,{_MOST_DIGITS}}})(?!\d)", re.IGNORECASE
)
_LONG_NUMBER = re.compile(rf"[0-9]{{{FEWEST_MENTIONED_DIGITS},}}")


@dataclass(frozen=True, slots=True)
class GivenReference:
    """A reference as the payer gave it: a number, or a text with numbers in it that may be our references."""

    text: str
    amount: int | None
    is_number: bool
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The references of a transaction."""

    payment: BankPayment
    references: tuple[GivenReference, ...]
    in_message: tuple[str, ...]

    def numbers(self) -> Iterator[str]:
        """Every number that may be our reference."""
        for reference in self.references:
            yield from reference.numbers
        yield from self.in_message


def reading_of(payment: BankPayment) -> Reading:
    """The fields read from a transaction's references and message."""
    references = []
    for text, amount in payment.references:
        digits = text.replace(" ", "").replace("-", "")
        if digits.isascii() and digits.isdigit():
            # Some banks fill the field with zeros; none of our references begins with one.
            references.append(GivenReference(text, amount, True, (digits.lstrip("0"),)))
        else:
            references.append(GivenReference(text, amount, False, _mentioned(text)))
    in_message = tuple(number for line in payment.information for number in _mentioned(line))
    return Reading(payment, tuple(references), in_message)


def _mentioned(text: str) -> tuple[str, ...]:
    """Numbers in a text that may be our references."""
    # Few texts have the word, which is soon seen; a pattern looks for it at every letter.
    called = _CALLED_OCR.findall(text) if "ocr" in text.lower() else ()
    long = [number for number in _LONG_NUMBER.findall(text) if len(number) <= _MOST_DIGITS]
    return tuple(dict.fromkeys((*called, *long)))


def named_by(reading: Reading, cases: Mapping[str, str]) -> list[NamedReference]:
    """The references as cases, in the payer's order; one that leads to none counts where it makes the others doubtful.

    `cases` has the case of each number that is our reference.
    """
    found = [NamedReference(_only_case(reference.numbers, cases), reference.amount) for reference in reading.references]
    if any(named.amount for named in found):
        return found
    in_message = [NamedReference(cases[number]) for number in reading.in_message if number in cases]
    in_references = [named for named in found if named.case is not None]
    is_doubtful = any(
        reference.is_number and named.case is None for reference, named in zip(reading.references, found, strict=True)
    )
    return [*in_references, *in_message, *([NamedReference(None)] if in_references and is_doubtful else [])]


def _only_case(numbers: Iterable[str], cases: Mapping[str, str]) -> str | None:
    """The case that the numbers of one reference lead to, None where there is none or more than one."""
    found = {cases[number] for number in numbers if number in cases}
    return found.pop() if len(found) == 1 else None


def distinct(named: Iterable[NamedReference]) -> list[str]:
    """The cases that are named, each once."""
    return list(dict.fromkeys(reference.case for reference in named if reference.case is not None))
