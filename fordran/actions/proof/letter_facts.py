"""Verify the fact of a letter: the journal holds the amount that the letter asked for, and the amount is right.

The fact is chained with the case's bookings. The letter's own row is compared with the fact. The fact is compared with the
debt on the day, computed from the facts before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fordran import clock
from fordran.actions.cases.case_facts import from_json, terms_of
from fordran.actions.cases.tried_law import law_of
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.proof.letter_rows import LeftRow
from fordran.domain.claims.facts import Fact, LetterLeft, PaymentFact
from fordran.domain.claims.statement import statement
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.shape.wire import parsed


def check_letter_facts(row: LeftRow) -> Iterator[Discrepancy]:
    """Whatever of a letter that asks for all that is owed is not what was known when it left."""
    if not LETTER_KINDS[row["kind"]].settles:
        return
    letter = row["letter_id"]
    rows = parsed(row["facts"])
    place = next((at for at, fact in enumerate(rows) if fact["kind"] == "letter" and fact["id"] == letter), None)
    if place is None:
        yield Discrepancy("letters", letter, "fact of its case", "there", "missing")
        return
    (fact,) = (stored.fact for stored in from_json(rows[place : place + 1]))
    assert isinstance(fact, LetterLeft)
    yield from differs("letters", letter, "amount", fact.asked, row["amount"])
    yield from differs("letters", letter, "dated", fact.date, row["dated"])
    yield from differs("letters", letter, "pay_by", fact.pay_by, row["pay_by"])
    yield from differs("letters", letter, "amount by what was known", _owed(row, rows[:place], fact), fact.asked)


def _owed(row: LeftRow, before: list[dict[str, object]], letter: LetterLeft) -> int:
    """The amount owed on the letter's day by facts that were registered before it left and that it included.

    What was registered on its day or later may have come while it was on its way, which is noted once it has left: a
    cancellation, say, that comes after a mail server has taken it and before that is noted.
    """
    facts = from_json(before)
    earlier = sum(clock.stockholm_date(stored.registered) < letter.date for stored in facts)
    terms = terms_of(row, parsed(row["case_settings"]), law_of(row["law_rows"]))
    owed = (
        statement([one.fact for one in facts[:count] if _knew(letter, one.fact)], terms, letter.date).remaining
        for count in range(len(facts), earlier - 1, -1)
    )
    # Nearly always the first is right, and no other is reckoned.
    latest = next(owed)
    return letter.asked if latest == letter.asked or letter.asked in owed else latest


def _knew(letter: LetterLeft, fact: Fact) -> bool:
    """Whether a fact is none of those payments that came too late for it."""
    is_paid = isinstance(fact, PaymentFact) and fact.recalled_on is None and fact.date <= letter.date
    return not is_paid or fact.id in letter.knew
