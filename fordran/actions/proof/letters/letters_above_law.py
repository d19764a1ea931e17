"""Letters that asked for more than the law comes to now: interest was provisional, and a lower rate was published since."""

from __future__ import annotations

from datetime import date

from fordran.actions.cases.case_facts import from_json, terms_of
from fordran.actions.cases.law_in_force import law_of, law_rows
from fordran.actions.proof.letters.letter_facts import claimed, laws_then
from fordran.actions.proof.letters.letter_rows import LEFT_IN_PERIOD, LeftRow
from fordran.actions.reports.creditors import SECONDS, check_creditor
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.claims.facts import LetterLeft
from fordran.domain.claims.statement import statement
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.law.law import Law
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

LETTERS_ABOVE_LAW = ("letter", "case", "creditor", "ocr_number", "dated", "asked", "lawful", "above")


async def letters_above_law(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Letters dated in a period that asked for more interest than the published rates give."""
    await check_creditor(tx, creditor)
    law = law_of(await law_rows(tx))
    since = min((row.begins for row in law.rates), default=date.max)
    rows: list[tuple[ReportValue, ...]] = []
    after = ""
    days = max(first, since), last
    while found := await fetch_rows(tx, LeftRow, LEFT_IN_PERIOD, after, *days, creditor, seconds=SECONDS):
        rows += [line for row in found for line in _above(row, law)]
        after = found[-1]["letter_id"]
    return Report(
        "Letters that asked for more than the published rate gives",
        LETTERS_ABOVE_LAW,
        frozenset({"asked", "lawful", "above"}),
        rows,
        name="letters-above-law",
        days=(first, last),
    )


def _above(row: LeftRow, law: Law) -> list[tuple[ReportValue, ...]]:
    """The letter, if the facts that it knew come to less by the law of today than by the law that it was made by."""
    if not LETTER_KINDS[row["kind"]].settles:
        return []
    stored = from_json(parsed(row["facts"]))
    place = next((at for at, one in enumerate(stored) if one.fact.id == row["letter_id"]), None)
    letter = None if place is None else stored[place].fact
    if not isinstance(letter, LetterLeft):
        return []
    settings, facts = parsed(row["case_settings"]), claimed(letter, stored[:place])
    then, now = (
        statement(facts, terms_of(row, settings, one), letter.date).remaining for one in (laws_then(row)[0], law)
    )
    if now >= then:
        return []
    asked, above = letter.asked, then - now
    name, number = row["creditor_name"], row["ocr_number"]
    return [(row["letter_id"], row["case_id"], name, number, letter.date, asked, asked - above, above)]
