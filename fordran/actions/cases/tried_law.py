"""The law of an installation: the rows of the code, and those that a sandbox tries, which stand with the installation."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any

from fordran.domain.kinds.articles import LAW_ARTICLES, LawArticle
from fordran.domain.law.deadlines import TERM_ROWS
from fordran.domain.law.fees import FEE_ROWS, LAW, Law, tried_row
from fordran.shape.json_in import json_of
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection


class NotSandbox(Exception):
    """Law is tried in a sandbox only."""


class NoSuchArticle(Exception):
    """The law has no amount for that."""

    def __init__(self, article: str) -> None:
        super().__init__(f"The law has no amount for {article!r}; it has one for {', '.join(LAW_ARTICLES)}.")


class NotAnAmount(Exception):
    """The given amount is not a number, or is negative."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not an amount: write kronor, as 60 or 60.50.")


@lru_cache(maxsize=64)
def law_of(rows: str) -> Law:
    """The law with the rows that an installation tries, as their column says them."""
    stored: list[dict[str, Any]] = json_of(rows)
    return Law(tuple(tried_row(row["article"], date.fromisoformat(row["begins"]), row["most"]) for row in stored))


def shown_law(law: Law) -> list[dict[str, Any]]:
    """Every row, those of an article together and in the order of their days."""
    rows = sorted((*FEE_ROWS, *law.tried), key=lambda row: (LAW_ARTICLES.index(row.article), row.begins))
    return [
        {
            "article": row.article,
            "from": row.begins.isoformat(),
            "amount": kronor(row.most),
            "each": row.each,
            "law": row.law,
            "is_tried": row in law.tried,
        }
        for row in rows
    ]


def shown_terms() -> list[dict[str, Any]]:
    """Every row of what is no amount: days, years and points."""
    return [{"term": row.term, "from": row.begins.isoformat(), "value": row.value, "law": row.law} for row in TERM_ROWS]


async def law_in_force(connection: Connection) -> Law:
    """The law of the installation."""
    rows = await connection.fetchval("select law_rows::text from installation")
    return LAW if rows is None else law_of(rows)


async def try_law(tx: Connection, article: str, begins: date, most: int) -> Law:
    """Add a row, in a sandbox; one of the same article and day takes the place of the one before. The law then."""
    if not await tx.fetchval("select sandbox from installation for update"):
        raise NotSandbox("Law is tried in a sandbox only: what holds here is what the law says.")
    if article not in LAW_ARTICLES:
        raise NoSuchArticle(article)
    row: dict[str, LawArticle | str | int] = {"article": article, "begins": begins.isoformat(), "most": most}
    await tx.execute("update installation set law_rows = law_rows || $1", [row])
    return await law_in_force(tx)
