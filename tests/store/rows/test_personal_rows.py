"""Which writings of a number are a person's: what is written of one is not found for another with ten digits in common."""

from __future__ import annotations

import re
from datetime import date

import pytest

from fordran.store.connections.database import Database
from fordran.store.rows.personal_rows import spellings

ELDER, YOUNGER, COMPANY = "192001022389", "202001022389", "5560160680"
TODAY = date(2026, 11, 15)

WRITTEN = [
    ("19200102-2389", {ELDER}, "with its century"),
    ("192001022389", {ELDER}, "without separators"),
    ("1920 01 02+2389", {ELDER}, "with others"),
    ("200102+2389", {ELDER}, "a plus is the elder's"),
    ("20200102-2389", {YOUNGER}, "with its century"),
    ("200102-2389", {YOUNGER}, "ten digits are the younger one's"),
    ("2001022389", {YOUNGER}, "without separators"),
    ("20.01.02.2389", {YOUNGER}, "with others"),
    ("16200102-2389", {YOUNGER}, "an organisation's prefix says no century"),
    ("18200102-2389", set(), "nobody's here"),
    ("19 200102-2389", {ELDER}, "the century stands apart"),
    ("x2001022389", set(), "within a word"),
    ("200102-23890", set(), "within a longer number"),
    ("556016-0680", {COMPANY}, "an organisation's"),
    ("165560160680", {COMPANY}, "with its prefix"),
]


@pytest.mark.parametrize(("text", "whose", "remark"), WRITTEN)
async def test_a_writing_is_one_persons(database: Database, text: str, whose: set[str], remark: str) -> None:
    async with database.connection() as connection:
        for compact in (ELDER, YOUNGER, COMPANY):
            pattern = spellings(compact, TODAY)
            for written in (text, f'{{"organization_no": "{text}"}}', f"paid by {text}, thanks"):
                found = await connection.fetchval("select $1::text ~* $2", written, pattern)
                assert found is (compact in whose), (remark, written, compact)
                assert bool(re.search(pattern, written)) is found
