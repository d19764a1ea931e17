"""Many rows as one value: what is declared is what the server reads, each value as its type says."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Literal, TypedDict

import pytest

from fordran.shape.wire import parsed
from fordran.store.connections.database import Database
from fordran.store.rows.recordset import recordset


class Owned(TypedDict):
    account_id: str


class Given(Owned):
    words: str | None
    state: Literal["open", "closed"]
    amount: int
    flag: bool | None
    day: date | None
    moment: datetime
    document: dict[str, Any]
    lines: list[Any] | None
    amounts: tuple[int, ...]


ROWS: list[Given] = [
    {
        "account_id": "a",
        "words": 'ett "citat", å och \\',
        "state": "open",
        "amount": 2**62,
        "flag": True,
        "day": date(2026, 3, 3),
        "moment": datetime(2026, 3, 3, 12, 30, 1, 123456, tzinfo=UTC),
        "document": {"name": "Å"},
        "lines": [1, None],
        "amounts": (2**62, -1),
    },
    {
        "account_id": "b",
        "words": None,
        "state": "closed",
        "amount": 0,
        "flag": None,
        "day": None,
        "moment": datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        "document": {},
        "lines": None,
        "amounts": (),
    },
]


async def test_rows_come_back_as_they_were_given_with_the_columns_of_their_type(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(f"select * from {recordset(Given, 1, 'given')} order by account_id", ROWS)
    found = [
        {
            **dict(row),
            "document": parsed(row["document"]),
            "lines": parsed(row["lines"]),
            "amounts": tuple(row["amounts"]),
        }
        for row in rows
    ]
    assert found == ROWS


def test_the_columns_are_those_of_the_type_and_of_what_it_is_made_of() -> None:
    class Two(Owned):
        amount: int | None

    assert recordset(Two, 2, "t") == "jsonb_to_recordset($2) as t (account_id text, amount bigint)"


def test_a_type_that_json_cannot_hold_is_no_column() -> None:
    class Share(TypedDict):
        percent: Decimal

    class Either(TypedDict):
        value: int | str

    with pytest.raises(KeyError):
        recordset(Share, 1, "t")
    with pytest.raises(AssertionError, match="no single type"):
        recordset(Either, 1, "t")
