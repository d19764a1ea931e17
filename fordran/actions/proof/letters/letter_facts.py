"""Verify the fact of a letter: the journal holds the amount that the letter asked for, and the amount is right. Verify that
no letter asked for what the debtor objected to.

The fact is chained with the case's bookings. The letter's own row is compared with the fact. The fact is compared with the
debt on the day, computed from the facts before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fordran import clock
from fordran.actions.cases.case_facts import StoredFact, from_json, terms_of
from fordran.actions.cases.law_in_force import laws_until
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.proof.letters.letter_rows import LeftRow
from fordran.domain.claims.facts import Fact, LetterLeft, PaymentFact
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import statement
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.law.law import Law
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
    yield from differs("letters", letter, "disputed", fact.disputed, parsed(row["details"]).get("disputed"))
    yield from differs("letters", letter, "amount by what was known", _owed(row, rows[:place], fact), fact.asked)


def _owed(row: LeftRow, before: list[dict[str, object]], letter: LetterLeft) -> int:
    """The amount owed on the letter's day by facts that were registered before it left and that it included.

    What was registered on its day or later may have come while it was on its way, which is noted once it has left: a
    cancellation, say, that comes after a mail server has taken it and before that is noted.
    """
    facts = from_json(before)
    earlier = sum(clock.stockholm_date(stored.registered) < letter.date for stored in facts)
    owed = (
        statement(claimed(letter, facts[:count]), terms, letter.date).remaining
        for terms in (terms_of(row, parsed(row["case_settings"]), law) for law in laws_then(row))
        for count in range(len(facts), earlier - 1, -1)
    )
    # Nearly always the first is right, and no other is reckoned.
    latest = next(owed)
    return letter.asked if latest == letter.asked or letter.asked in owed else latest


def laws_then(row: LeftRow) -> list[Law]:
    """The law as it was known on the letter's day, and its earlier versions: one may have ended while it was on its way."""
    return laws_until(row["law_rows"], clock.end_of_day(row["dated"]))


def claimed(letter: LetterLeft, facts: Sequence[StoredFact]) -> list[Fact]:
    """The facts that the letter asked for, without the part of the capital that it left out."""
    return undisputed((one.fact for one in facts if _knew(letter, one.fact)), letter.disputed or 0)


def _knew(letter: LetterLeft, fact: Fact) -> bool:
    """Whether a fact is none of those payments that came too late for it."""
    is_paid = isinstance(fact, PaymentFact) and fact.recalled_on is None and fact.date <= letter.date
    return not is_paid or fact.id in letter.knew


def objections_then(row: LeftRow) -> list[int | None]:
    """The objections that held all through the letter's day, by their amounts; None is an objection to all of the claim."""
    return [] if row["objections"] is None else parsed(row["objections"])


def left_out(row: LeftRow) -> int:
    """The capital that the letter left out, since the debtor objected to it."""
    amount: int = parsed(row["details"]).get("disputed", 0)
    return amount


def check_objections(row: LeftRow) -> Iterator[Discrepancy]:
    """Inkassolag (1974:182) 4 och 8 §§: no reminder, demand or application for what is objected to."""
    if not LETTER_KINDS[row["kind"]].asks_for_money:
        return
    objections = objections_then(row)
    if None in objections:
        yield Discrepancy("letters", row["letter_id"], "objection to the claim", "none on its day", "one that held")
    disputed = sum(amount for amount in objections if amount is not None)
    if left_out(row) < disputed:
        yield Discrepancy("letters", row["letter_id"], "disputed capital left out", disputed, left_out(row))
