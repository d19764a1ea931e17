"""The refusals of a bulk act as messages, for edges that say them in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.domain.message import Message, from_json
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BulkActCaseRow


@dataclass(frozen=True)
class CaseRefusal:
    """A case to which an act was not done, and why."""

    case: str
    reason: Message


async def refusals_of(connection: Connection, id_: str, most: int) -> list[CaseRefusal]:
    """The first refusals of a bulk act."""
    rows = await fetch_rows(
        connection,
        BulkActCaseRow,
        """select case_id, reason from bulk_act_cases where bulk_act_id = $1 and outcome = 'refused' order by id limit $2""",
        id_,
        most,
    )
    return [CaseRefusal(row["case_id"], from_json(parsed(row["reason"]))) for row in rows]


async def asker_of(connection: Connection, user: str) -> str:
    """The name of the user who asked for a bulk act; the id of one who is gone."""
    name: str | None = await connection.fetchval("select name from users where id = $1", user)
    return name or user
