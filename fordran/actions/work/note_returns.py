"""Note a list of returned letters, each in a transaction of its own, so that one that cannot be noted keeps no other waiting."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran.actions.refusals import ActRefusal
from fordran.actions.work.return_letter import return_letter
from fordran.domain.languages import ENGLISH
from fordran.formats.returned_mail import MOST_BYTES, ListTooLong, ReturnedLine, read_returns
from fordran.resources.letters import LETTERS, ReturnedInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.rows import find
from fordran.store.upkeep.installation import business_day
from fordran.texts.catalogue import texts

Begin = Callable[[], AbstractAsyncContextManager[Any]]
"""Begins a transaction."""


@dataclass(frozen=True)
class RefusedReturn:
    """A line that could not be noted, and why."""

    line: int
    letter_number: str
    reason: str


class _NoSuchLetter(Exception):
    """No letter has that number."""


async def note_returns(begin: Begin, content: bytes, now: datetime) -> tuple[int, list[RefusedReturn]]:
    """Note the letters of a list as returned; how many, and what could not be noted. Noted once more, nothing changes."""
    try:
        lines = read_returns(content)
    except ListTooLong:
        return 0, [RefusedReturn(1, "", f"the list is longer than {MOST_BYTES} bytes; split it")]
    refused: list[RefusedReturn] = []
    for one in lines:
        try:
            async with begin() as tx:
                await _note(tx, one, now)
        except _NoSuchLetter:
            refused.append(RefusedReturn(one.line, one.letter_number, "no letter has this number"))
        except Refused as wrong:
            refused.append(RefusedReturn(one.line, one.letter_number, _sentence(wrong)))
        except ActRefusal as wrong:
            refused.append(RefusedReturn(one.line, one.letter_number, str(wrong)))
    return len(lines) - len(refused), refused


async def _note(tx: Connection, one: ReturnedLine, now: datetime) -> None:
    id_ = await tx.fetchval("select id from letters where letter_number = $1", one.letter_number)
    letter = await find(tx, LETTERS, SYSTEM, id_)
    if letter is None:
        raise _NoSuchLetter
    day = one.date or (await business_day(tx, now)).isoformat()
    given = read(ReturnedInput, {"date": day, "reason": one.reason or texts("sv")("work.returned_without_reason")})
    await return_letter(tx, letter.document, given, now)


def _sentence(wrong: Refused) -> str:
    issues = texts(ENGLISH).issues(wrong.issues)
    return "; ".join(f"{field}: {issue}" for field, issue in issues.items())
