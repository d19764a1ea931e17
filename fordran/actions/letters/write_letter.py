"""Write a free letter: a person's own words to the debtor of a case, or a template's. It costs nothing and moves nothing."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase, save
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.refusals import Conflict
from fordran.documents.letters.free import FreeWords, words_of_template
from fordran.domain.flow.next_step import stopped_by
from fordran.domain.kinds.letter_kinds import FreeTemplate
from fordran.resources.case_acts import FreeLetterInput
from fordran.store.connections.database import Connection
from fordran.texts.languages import language_or_swedish


async def write_letter(tx: Connection, flowing: FlowingCase, given: FreeLetterInput, now: datetime) -> None:
    """Queue the letter, which leaves as every other: made, checked and sent with what else the debtor gets that day.

    Somebody waits for the answer, so an obstacle to sending is reported at once.
    """
    for stop in stopped_by(flowing.situation()):
        raise Conflict("error.no_letter_can_be_sent", reason=stop.reason)
    if await tx.fetchval(
        "select erasure from cases where account_id = $1 and id = $2", flowing.case.account, flowing.case.id
    ):
        raise Conflict("error.debtor_erased")
    letter = LetterWanted(flowing, "free", details=details_of(words_given(flowing, given)))
    await queue_letters(tx, [letter], now)
    # So that the audit log, which records changes of cases, says who wrote which letter.
    flowing.flow.written.append(letter.id)
    await save(tx, [flowing], now)


def words_given(flowing: FlowingCase, given: FreeLetterInput) -> FreeWords:
    """The contents of the letter."""
    if given.template is None:
        assert given.subject is not None
        assert given.text is not None
        return FreeWords(given.subject, given.text)
    begun = template_words(flowing, given.template)
    return FreeWords(given.subject or begun.subject, given.text or begun.text)


def template_words(flowing: FlowingCase, template: FreeTemplate) -> FreeWords:
    """The text of a template about a case, for its debtor."""
    row = flowing.row
    return words_of_template(
        template,
        language_or_swedish(row["default_letter_locale"]),
        to_organisation=not row["customer_is_person"],
        invoice_number=row["invoice_number"],
    )


def details_of(words: FreeWords) -> dict[str, str]:
    """The stored details of a free letter."""
    return {"subject": words.subject, "text": words.text}
