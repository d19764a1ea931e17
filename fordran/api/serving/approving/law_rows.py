"""Rows of law over HTTP: the list of those that were added, one of them, proposing one, and approving or rejecting one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.law.law_rows import (
    GivenLawRow,
    StoredLawRow,
    approve_law_row,
    law_rows_there,
    propose_law_row,
    reject_law_row,
)
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.law_rows import LawRowDecisionInput, LawRowInput
from fordran.shape.moments import day_of, midnight, rfc_1123
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.scope import Caller

Decide = Callable[[Connection, str, Caller, datetime], Awaitable[StoredLawRow | None]]


async def list_law_rows(request: Request, database: Database) -> Answer:  # noqa: ARG001
    """Every row that was proposed, approved or rejected."""
    async with database.connection() as connection:
        found = await law_rows_there(connection)
    return answer({"_items": [_shown(row) for row in found]})


async def read_law_row(request: Request, database: Database) -> Answer:
    """One row."""
    async with database.connection() as connection:
        found = await law_rows_there(connection, request.path["id"])
    if not found:
        raise not_found()
    return answer(_shown(found[0]))


async def propose(request: Request, database: Database) -> Answer:
    """Propose a row: 202, since it waits for a second person; in a sandbox it holds at once: 201."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        given = await read_all_issues(tx, request.signed_in, LawRowInput, document)
        row = await propose_law_row(tx, _given(given), request.signed_in, clock.now())
        if row["status"] == "proposed":
            return answer(_shown(row) | {"_approval": row["id"]}, 202)
        return answer(_shown(row), 201)

    return await once(request, database, work, document)


def approve_row() -> EndpointHandler:
    """A person lets a row hold that another one proposed; no body is needed."""
    return _decide(approve_law_row)


def reject_row() -> EndpointHandler:
    """A person rejects a proposed row; no body is needed."""
    return _decide(reject_law_row)


def _decide(decide: Decide) -> EndpointHandler:
    async def serve(request: Request, database: Database) -> Answer:
        sent = await request.body()
        document = request.json_in(sent) if sent else {}

        async def work(tx: Connection) -> Answer:
            await read_all_issues(tx, request.signed_in, LawRowDecisionInput, document)
            row = await decide(tx, request.path["id"], request.signed_in, clock.now())
            if row is None:
                raise not_found()
            return answer(_shown(row), 201)

        return await once(request, database, work, document)

    return serve


def _given(given: LawRowInput) -> GivenLawRow:
    return GivenLawRow(
        given.article,
        day_of(given.from_),
        given.amount,
        given.percent,
        None if given.parts is None else tuple(given.parts),
        given.claim_kind,
        given.is_for_consumers is True,
        given.source or "",
    )


def _shown(row: StoredLawRow) -> dict[str, Any]:
    parts = None if row["parts"] is None else parsed(row["parts"])
    shown = {
        "_id": row["id"],
        "article": row["article"],
        "from": rfc_1123(midnight(row["begins"])),
        "amount": None if row["amount"] is None else kronor(row["amount"]),
        "percent": None if row["percent"] is None else float(row["percent"]),
        "parts": parts,
        "claim_kind": row["claim_kind"],
        "is_for_consumers": None if parts is None else row["is_for_consumers"],
        "source": row["source"],
        "status": row["status"],
        "proposed": rfc_1123(row["created"]),
        "proposed_by": row["proposed_by"][0] if row["proposed_by"] else None,
        "decided": None if row["decided"] is None else rfc_1123(row["decided"]),
        "decided_by": row["decided_by"],
    }
    return {name: value for name, value in shown.items() if value is not None}
