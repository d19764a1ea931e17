"""Export a person: everything held about them, as data for programs and as a document to read (GDPR article 15)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

import orjson

from fordran import clock
from fordran.actions.cases.state_case import shown_statement, state_case
from fordran.actions.locale_texts import locale_text
from fordran.actions.privacy.erase_person import RetentionTerms
from fordran.actions.privacy.find import find_person
from fordran.actions.privacy.held_data import held_data
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.parties import PostalAddress
from fordran.documents.person.person import PersonDocument, Responsible, information, render
from fordran.domain.languages import SWEDISH
from fordran.operator import Operator
from fordran.shape.moments import iso_8601
from fordran.store.connections import actor
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM
from fordran.store.retention import not_erased
from fordran.store.upkeep.installation import business_day
from fordran.texts.catalogue import texts

MOST_SECONDS = 300
"""The document of a person with thousands of cases has thousands of pages."""


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


async def export_person(
    tx: Connection, number: str, operator: Operator, terms: RetentionTerms, now: datetime
) -> PersonFile:
    """Gather everything in one snapshot; raises `NobodyByThatNumber`. `tx` is a transaction in which nothing was done yet."""
    await tx.execute("set transaction isolation level repeatable read, read only")
    found = await find_person(tx, number, clock.stockholm_date(now))
    today = await business_day(tx, now)
    data = await held_data(tx, found)
    files, shown_files = _files(data.pop("media_files", []))
    document = {
        "made": iso_8601(now),
        "person": _person(data),
        "responsible": {name: value for name, value in asdict(operator).items() if name not in ("bank_account", "bic")},
        "information": [
            {"heading": heading, "text": text}
            for heading, text in information(texts(SWEDISH), operator.name, terms.months)
        ],
        "data": dict(sorted(data.items())),
        "statements": [
            shown_statement(stated)
            for case in found.cases
            if (stated := await state_case(tx, SYSTEM, case, today, now)) is not None
        ],
        "files": shown_files,
    }
    written = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    plain = orjson.loads(written)
    for line in (line for statement in plain["statements"] for line in statement["lines"]):
        line["description"] = locale_text(line["description_locale_tag"], SWEDISH)
    to_read = _to_read(plain, operator, terms, clock.stockholm_date(now))
    pdf = await RENDERERS.render("exports of people", render, to_read, seconds=MOST_SECONDS)
    return PersonFile(plain, written, pdf, files)


async def record_export(tx: Connection, exported: PersonFile, now: datetime) -> None:
    """Record that somebody has what is held about a person, and who. In a transaction of its own: the export only reads."""
    who = actor.current() or actor.Actor("command", "privacy export")
    customers = [customer["_id"] for customer in exported.document["data"].get("customers", ())]
    read = AuditRecord(
        now, who.by, "read", who.act, "customers", who.request_id, who.address, who.user, documents=customers
    )
    await record_in_audit(tx, [read])


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
    """The names and numbers of the person, from customers and registrations."""
    entries = [*data.get("customers", ()), *(row["customer"] for row in _registrations(data))]
    entries += [
        {"name": row["name"], "id_number": row["organization_no"]}
        for name in not_erased()
        for row in data.get(name, ())
    ]
    return {
        "names": sorted({one["name"] for one in entries}),
        "id_numbers": sorted({one["id_number"] for one in entries if one.get("id_number")}),
    }


def _registrations(data: dict[str, list[Any]]) -> list[Any]:
    return [*data.get("invoice--registrations", ()), *data.get("case--registrations", ())]


def _to_read(document: dict[str, Any], operator: Operator, terms: RetentionTerms, dated: date) -> PersonDocument:
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
            operator.registered_office,
        ),
        name=names[-1] if names else "",
        address=PostalAddress(**{name: address[name] for name in PostalAddress.__slots__ if name in address}),
        dated=dated,
        months=terms.months,
        data=document["data"] | {"statements": document["statements"], "files": document["files"]},
    )
