"""The amount and reference of a letter that was sent: the sum of its claims, and the number to pay with."""

from __future__ import annotations

from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row


class LetterAsks(TypedDict):
    """Amount in öre, and the payment reference that is printed."""

    amount: int
    ocr_number: str


# Letters about several claims of one debtor are one document, which has a number of its own for their sum.
_ASKS = """
select coalesce(sum(m.amount), 0)::bigint as amount,
       coalesce(max(o.ocr), max(k.ocr_number) filter (where m.id = l.id)) as ocr_number
from letters l
join letters m on m.account_id = l.account_id and m.envelope_id = l.envelope_id and m.media_id = l.media_id
join cases k on k.account_id = m.account_id and k.id = m.case_id
left join ocr_numbers o on o.account_id = m.account_id and o.letter_id = m.id
where l.account_id = $1 and l.id = $2
"""


async def letter_asks(connection: Connection, account: str, letter: str) -> LetterAsks:
    """The total amount and the reference of a letter's document."""
    return await fetch_the_row(connection, LetterAsks, _ASKS, account, letter)
