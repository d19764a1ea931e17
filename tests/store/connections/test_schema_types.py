"""A connection knows the domains of the schema from the beginning, and asks the catalog nothing amid requests."""

from __future__ import annotations

from typing import get_args

from fordran.store.closed_lists import CLOSED_LISTS
from fordran.store.connections.database import connect


async def test_a_connection_asks_nothing_when_it_first_meets_a_domain(database_url: str) -> None:
    connection = await connect(database_url)
    asked: list[str] = []
    try:
        connection.add_query_logger(lambda record: asked.append(record.query))
        values = {"key": ("id", "a" * 24), "says": ("words", "åäö")}
        values |= {f"of_{name}": (name, get_args(closed)[0]) for name, closed in CLOSED_LISTS.items()}
        columns = ", ".join(f"{column} fordran.{domain}" for column, (domain, _) in values.items())
        numbers = ", ".join(f"${number}" for number in range(1, len(values) + 1))
        await connection.execute(f"create temp table met ({columns})")
        await connection.execute(f"insert into met values ({numbers})", *(value for _, value in values.values()))
        rows = await connection.fetch("select * from met where of_letter_kind = any($1)", ["reminder"])
        assert [dict(row) for row in rows] == [{column: value for column, (_, value) in values.items()}]
        assert [query for query in asked if "typeinfo_tree" in query] == []
    finally:
        await connection.close()
