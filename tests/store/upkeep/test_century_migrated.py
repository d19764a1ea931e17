"""Customers from before the century counted: the migration gives each its own, by the same rule as registrations do."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from fordran.domain.numbers.identity import compacted
from fordran.store.connections.database import Database


@pytest.mark.parametrize(
    ("sent", "compact", "becomes", "remark"),
    [
        ("19200102-2389", "2001022389", "192001022389", "as it was sent"),
        ("20 20 01 02-2389", "2001022389", "202001022389", "as it was sent, with blanks"),
        ("200102-2389", "2001022389", "202001022389", "the younger"),
        ("200102+2389", "2001022389", "192001022389", "the elder"),
        ("261116-1234", "2611161234", "192611161234", "nobody is born tomorrow"),
        ("811340-1234", "8113401234", "198113401234", "no such day"),
    ],
)
async def test_ten_digits_get_the_century_of_what_was_sent(
    database: Database, sent: str, compact: str, becomes: str, remark: str
) -> None:
    async with database.connection() as connection:
        found = await connection.fetchval("select with_century($1, $2, '2026-11-15')", compact, sent)
    assert found == becomes, remark


async def test_the_database_reads_ten_digits_as_registrations_do(database: Database) -> None:
    chance = random.Random(20261115)
    asked = []
    for _ in range(3000):
        born = date(1900, 1, 1) + timedelta(days=chance.randrange(73_000))
        day = born.day + chance.choice((0, 0, 60))
        ten = f"{born:%y%m}{day:02}{chance.randrange(10_000):04}"
        sent = chance.choice((ten, f"{ten[:6]}-{ten[6:]}", f"{ten[:6]}+{ten[6:]}", f"{born.year // 100}{ten}"))
        asked.append((ten, sent, date(2026, 1, 1) + timedelta(days=chance.randrange(20_000))))
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select with_century(ten, sent, day) from unnest($1::text[], $2::text[], $3::date[])
               with ordinality as asked (ten, sent, day, place) order by place""",
            *map(list, zip(*asked, strict=True)),
        )
    assert [row[0] for row in rows] == [compacted(sent, day) for _, sent, day in asked]
