"""Open as a person: the cases of somebody who has proved who it is, at every account of the operator's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from fordran.domain.numbers import personnummer
from fordran.domain.numbers.identity import compacted
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CaseRow

_TWELVE_DIGITS = re.compile(r"[0-9]{8}[-+]?[0-9]{4}")


async def cases_of_person(connection: Connection, number: str, today: date) -> Sequence[CaseRow] | None:
    """All cases in which the person with that number is a debtor, the oldest first; None where it is no number of a person.

    The century is required: two people born a hundred years apart can have the other ten digits in common.
    """
    if not _TWELVE_DIGITS.fullmatch(number) or not personnummer.is_valid(number):
        return None
    return await fetch_rows(
        connection,
        CaseRow,
        """select k.id, k.account_id, c.id as customer_id
           from customers c
           join cases k on k.account_id = c.account_id and k.erasure is null
               and (k.customer_id = c.id or k.id in (
                   select p.case_id from case_parties p where p.account_id = c.account_id and p.customer_id = c.id))
           where c.id_number_compact = $1 and c.id_number_compact <> '' and c.erasure is null
           order by k.id""",
        compacted(number, today),
    )
