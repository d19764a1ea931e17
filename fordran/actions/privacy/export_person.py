"""Export a person: everything held about them, as data for programs and as a document to read (GDPR article 15)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Any

import orjson

from fordran import clock
from fordran.actions.cases.state_case import state_case
from fordran.actions.privacy.erase_person import Terms
from fordran.actions.privacy.find import find_person
from fordran.actions.record_in_audit import Noted, record_in_audit
from fordran.actions.texts import TEXT_OF
from fordran.documents.parties import PostalAddress
from fordran.documents.person import PersonDocument, Responsible, render
from fordran.documents.person_words import information
from fordran.operator import Operator
from fordran.resources import RESOURCES
from fordran.shape.moments import iso_8601
from fordran.shape.resource import Resource
from fordran.shape.wire import parsed
from fordran.store import actor
from fordran.store.database import Connection
from fordran.store.installation import business_day
from fordran.store.listing import Query, read_page
from fordran.store.personal_rows import Found, ids_of_all, personal_tables, rows_of
from fordran.store.scope import SYSTEM

AT_A_TIME = 500
_OURS = ("content_hash", "request_hash", "name_folded", "email_folded", "id_number_compact", "key")
"""Columns that say nothing beside the others, or are a client's own secret."""


@dataclass(frozen=True)
class HeldFile:
    """A file about the person, under a name of its own in the export."""

    id: str
    filename: str


@dataclass(frozen=True)
class PersonFile:
    """An export: the document, the same as JSON and as PDF, and the files that go with it."""

    document: dict[str, Any]
    json: bytes
    pdf: bytes
    files: tuple[HeldFile, ...]


async def export_person(tx: Connection, number: str, operator: Operator, terms: Terms, now: datetime) -> PersonFile:
    """Gather everything in one snapshot; raises `NobodyByThatNumber`. `tx` is a transaction in which nothing was done yet."""
    await tx.execute("set transaction isolation level repeatable read, read only")
    found = await find_person(tx, number)
    today = await business_day(tx, now)
    data = await _data(tx, found)
    files, shown_files = _files(data.pop("media_files", []))
    document = {
        "made": iso_8601(now),
        "person": _person(data),
        "responsible": {name: value for name, value in asdict(operator).items() if name not in ("bank_account", "bic")},
        "information": [
            {"heading": heading, "text": list(text)} for heading, text in information(operator.name, terms.months)
        ],
        "data": dict(sorted(data.items())),
        "statements": [await state_case(tx, SYSTEM, case, today, now) for case in found.cases],
        "files": shown_files,
    }
    written = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    plain = orjson.loads(written)
    for line in (line for statement in plain["statements"] for line in statement["lines"]):
        line["description"] = TEXT_OF[line["description_locale_tag"]].sv
    # Typesetting takes long enough for others to wait for it, and runs beside them in a thread.
    pdf = await asyncio.to_thread(render, _to_read(plain, operator, terms, clock.stockholm_date(now)))
    return PersonFile(plain, written, pdf, files)


async def record_export(tx: Connection, exported: PersonFile, now: datetime) -> None:
    """Record that somebody has what is held about a person, and who. In a transaction of its own: the export only reads."""
    who = actor.current() or actor.Actor("command", "privacy export")
    customers = [customer["_id"] for customer in exported.document["data"].get("customers", ())]
    read = Noted(now, who.by, "read", who.act, "customers", who.request_id, who.address, who.user, documents=customers)
    await record_in_audit(tx, [read])


async def _data(tx: Connection, found: Found) -> dict[str, list[Any]]:
    """Resource, or table where there is none, to documents in order of their ids. What holds nothing is left out."""
    data: dict[str, list[Any]] = {}
    found = replace(found, documents=await ids_of_all(tx, found))
    for table, condition in (await personal_tables(tx)).items():
        rows = await rows_of(tx, table, condition, found)
        if not rows:
            continue
        resource = _RESOURCE_OF.get(table)
        shown = await _documents(tx, resource, [row["id"] for row in rows]) if resource else []
        # What a resource does not show yet, as an event that has no number, is held all the same.
        known = {document["_id"] for document in shown}
        documents = [_own(parsed(document), found) for document in shown]
        documents += [_plain(row, found) for row in rows if row.get("id") not in known]
        data[resource.name if resource else table] = [_without_staff(table, document) for document in documents]
    return data


def _without_staff(table: str, document: dict[str, Any]) -> dict[str, Any]:
    """An entry of the audit log without who it was: that is about them, not the person asking (Court of Justice, C-579/21)."""
    hidden = ("user", "user_id", "address") if table == "audit_log" else ()
    return {name: value for name, value in document.items() if name not in hidden}


def _by_table() -> dict[str, Resource]:
    """Table → the resource that shows its rows."""
    views = {resource.view.partition(".")[2]: resource for resource in RESOURCES.values()}
    return {name.removeprefix("finance_"): resource for name, resource in views.items()}


_RESOURCE_OF = _by_table()


async def _documents(tx: Connection, resource: Resource, ids: Sequence[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for first in range(0, len(ids), AT_A_TIME):
        some = list(ids[first : first + AT_A_TIME])
        page = await read_page(tx, resource, SYSTEM, Query(max_results=AT_A_TIME, where={"_id": {"$in": some}}))
        found += page.items
    return sorted(found, key=lambda document: str(document["_id"]))


def _plain(row: Any, found: Found) -> dict[str, Any]:
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


def _own(value: Any, found: Found) -> Any:
    """A request or an answer with what is the person's alone: others' data is theirs (GDPR article 15.4)."""
    if not isinstance(value, dict):
        return value
    if isinstance(shown := value.get("documents"), list):
        value = value | {"documents": [id_ for id_ in shown if id_ in found.documents]}
    if isinstance(items := value.get("_items"), list):
        return value | {"_items": [item for item in items if _speaks_of(item, found)]}
    return {name: _own(part, found) for name, part in value.items()}


def _speaks_of(item: Any, found: Found) -> bool:
    text = orjson.dumps(item).decode()
    return bool(re.search(found.number, text, re.IGNORECASE) or re.search(found.named, text))


def _files(rows: Iterable[dict[str, Any]]) -> tuple[tuple[HeldFile, ...], list[dict[str, Any]]]:
    """The files, each under a name that no other has, and how the document lists them."""
    files, shown = [], []
    for number, row in enumerate(rows, 1):
        safe = re.sub(r"[^\w.\- ]", "_", row["filename"])[-100:].lstrip(".")
        held = HeldFile(row["id"], f"{number:03}-{safe}")
        files.append(held)
        shown.append(
            {"id": row["id"], "filename": row["filename"], "written_to": f"documents/{held.filename}"}
            | {name: row[name] for name in ("content_type", "size", "created")}
        )
    return tuple(files), shown


def _person(data: dict[str, list[Any]]) -> dict[str, Any]:
    """Who it is, by what customers and registrations say."""
    said = [*data.get("customers", ()), *(row["customer"] for row in _registrations(data))]
    said += [
        {"name": row["name"], "id_number": row["organization_no"]}
        for name in ("partners", "accounts", "creditors")
        for row in data.get(name, ())
    ]
    return {
        "names": sorted({one["name"] for one in said}),
        "id_numbers": sorted({one["id_number"] for one in said if one.get("id_number")}),
    }


def _registrations(data: dict[str, list[Any]]) -> list[Any]:
    return [*data.get("invoice--registrations", ()), *data.get("case--registrations", ())]


def _to_read(document: dict[str, Any], operator: Operator, terms: Terms, dated: date) -> PersonDocument:
    """The document as it is printed, addressed as the customer is."""
    known = [*document["data"].get("customers", ()), *(row["customer"] for row in _registrations(document["data"]))]
    address: dict[str, str] = next((one["address"] for one in known if one.get("address", {}).get("city")), {})
    names = document["person"]["names"]
    return PersonDocument(
        responsible=Responsible(
            operator.name,
            operator.organization_no,
            PostalAddress(
                operator.address, zip_code=operator.postal_code, city=operator.city, country=operator.country
            ),
            operator.email,
            operator.phone,
        ),
        name=names[-1] if names else "",
        address=PostalAddress(**{name: address[name] for name in PostalAddress.__slots__ if name in address}),
        dated=dated,
        months=terms.months,
        data=document["data"] | {"statements": document["statements"], "files": document["files"]},
    )
