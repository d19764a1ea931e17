"""Objections to a part of a claim: what is owed if the debtor is right about it.

The whole debt is stated as before, and interest runs on all of it. Letters, fees and applications are for the undisputed
part: the debt as it would be if the disputed capital had never been claimed. The rule is in docs/rules/objections.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from fordran.domain.claims.facts import Capital, Credit, Fact, Fee, LetterLeft, in_order

DISPUTED_PART = "disputed_part"
"""The id of the credit that represents the disputed capital. No such credit is stored."""


def undisputed(facts: Iterable[Fact], amount: int) -> list[Fact]:
    """The facts with so much capital, in öre, taken as never claimed. Inkassolag (1974:182) 4 §: the rest goes on alone.

    A letter that left the disputed part out asked for all that is left then.
    """
    known = list(facts)
    first = min((fact.date for fact in known if isinstance(fact, Capital)), default=None)
    if not amount or first is None:
        return known
    whole = (replace(fact, disputed=None) if isinstance(fact, LetterLeft) else fact for fact in known)
    return in_order([*whole, Credit(DISPUTED_PART, first, amount)])


def fees_after_paid_part(facts: Sequence[Fact], paid: Mapping[date, LetterLeft]) -> frozenset[str]:
    """Fees of letters that left after the undisputed part was paid, and that asked for nothing else: they are void.

    The facts are in order; `paid` are the paid letters by day.
    """
    days = [day for day, letter in paid.items() if letter.disputed]
    if not days:
        return frozenset()
    letters = [fact for fact in facts if isinstance(fact, LetterLeft)]
    later = [fact for fact in facts if isinstance(fact, Fee) and fact.date > min(days)]
    return frozenset(fee.id for fee in later if _is_of_undisputed_part(fee, letters))


def _is_of_undisputed_part(fee: Fee, letters: Sequence[LetterLeft]) -> bool:
    """Whether the letter that charged a fee left a disputed part out."""
    letter = next((letter for letter in letters if letter.date >= fee.date), None)
    return letter is not None and bool(letter.disputed)
