"""Everything held about a person, as documents of the interface where a noun shows it, and as rows where none does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import asyncpg
import orjson

from fordran.shape.moments import iso_8601
from fordran.shape.resource import Resource
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Query, read_page
from fordran.store.reading.scope import SYSTEM
from fordran.store.retention import noun_of
from fordran.store.rows.personal_rows import PersonIds, ids_of_all, personal_tables, rows_of

AT_A_TIME = 500
_OURS = ("content_hash", "request_hash", "name_folded", "email_folded", "id_number_compact", "key")
"""Columns that say nothing beside the others, or are a client's own secret."""

_APART = ("protected_details",)
"""Tables whose rows leave by no way but the pages of named staff."""

Document = dict[str, Any]


async def held_data(tx: Connection, found: PersonIds) -> dict[str, list[Document]]:
    """Resource, or table where there is none, to documents in order of their ids. What holds nothing is left out."""
    data: dict[str, list[Document]] = {}
    found = replace(found, documents=await ids_of_all(tx, found))
    for name, table in (await personal_tables(tx)).items():
        if name in _APART:
            continue
        rows = [row for row in await rows_of(tx, table, found) if not _is_hidden(name, row)]
        if not rows:
            continue
        noun = noun_of(name)
        shown = await _documents(tx, noun, [row["id"] for row in rows]) if noun else []
        # Rows that a resource does not show yet, as an event that has no number, are held all the same.
        known = {document["_id"] for document in shown}
        documents = [_own(parsed(document), found) for document in shown]
        documents += [_plain(row, found) for row in rows if row.get("id") not in known]
        data[noun.name if noun else name] = [_without_staff(name, document) for document in documents]
    return data


def _is_hidden(table: str, row: asyncpg.Record) -> bool:
    """Whether a file may say how a protected person is reached, who knows that and could be harmed by it."""
    return table == "media_files" and row["is_protected"] is True


def _without_staff(table: str, document: Document) -> Document:
    """An entry of the audit log without who it was: that is about them, not the person asking (Court of Justice, C-579/21)."""
    hidden = ("user", "user_id", "address") if table == "audit_log" else ()
    return {name: value for name, value in document.items() if name not in hidden}


async def _documents(tx: Connection, resource: Resource, ids: Sequence[str]) -> list[Document]:
    found: list[Document] = []
    for first in range(0, len(ids), AT_A_TIME):
        some = list(ids[first : first + AT_A_TIME])
        page = await read_page(tx, resource, SYSTEM, Query(max_results=AT_A_TIME, where={"_id": {"$in": some}}))
        found += page.items
    return sorted(found, key=lambda document: str(document["_id"]))


def _plain(row: asyncpg.Record, found: PersonIds) -> Document:
    """A row of a table that no resource shows."""
    values = {name: value for name, value in row.items() if value is not None and name not in _OURS}
    shown = {name: _value(value) for name, value in values.items()}
    if "body" in shown:
        shown["body"] = _own(orjson.loads(values["body"]), found)
    return shown


def _value(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode() if value.isascii() else value.hex()
    if isinstance(value, datetime):
        return iso_8601(value)
    return value.isoformat() if isinstance(value, date) else value


def _own(value: Any, found: PersonIds) -> Any:
    """A request or an answer with what is the person's alone: others' data is theirs (GDPR article 15.4)."""
    if not isinstance(value, dict):
        return value
    if isinstance(shown := value.get("documents"), list):
        value = value | {"documents": [id_ for id_ in shown if id_ in found.documents]}
    if isinstance(items := value.get("_items"), list):
        return value | {"_items": [item for item in items if _speaks_of(item, found)]}
    return {name: _own(part, found) for name, part in value.items()}


def _speaks_of(item: Any, found: PersonIds) -> bool:
    text = orjson.dumps(item).decode()
    return bool(re.search(found.number, text, re.IGNORECASE) or re.search(found.named, text))
