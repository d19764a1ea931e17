"""The payment reference of a letter with several claims: one OCR number for the whole sum, made as those of cases are."""

from __future__ import annotations

from collections.abc import Sequence

from fordran.actions.letters.letter_documents import QueuedLetter
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.numbers import ocr
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id


async def letter_reference(tx: Connection, letters: Sequence[QueuedLetter]) -> str | None:
    """The number to pay all that the letters of one document ask for; None where there is one claim, or none to pay.

    The first of them holds it. Letters that are made again before they left keep the number of the first.
    """
    first = letters[0]
    if len(letters) < 2 or not LETTER_KINDS[first.kind].settles:
        return None
    case = first.flowing.case
    known: str | None = await tx.fetchval(
        "select ocr from ocr_numbers where account_id = $1 and letter_id = $2", case.account, first.id
    )
    if known is not None:
        return known
    serial = await tx.fetchval("select nextval('payment_serials')")
    number = ocr.make(await tx.fetchval("select number from accounts where id = $1", case.account), serial)
    await tx.execute(
        """insert into ocr_numbers (account_id, id, creditor_id, case_id, ocr, letter_id)
           values ($1, $2, $3, $4, $5, $6)""",
        case.account,
        new_id(),
        case.creditor,
        case.id,
        number,
        first.id,
    )
    return number
