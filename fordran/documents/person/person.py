"""The extract from the register: what a person may know of what is held about them (GDPR article 15), to read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any

from fordran.documents.letter import letter
from fordran.documents.parties import PostalAddress, PrintedOperator, PrintedSender, Receiver, organization_no_text
from fordran.documents.person.layout import SECTIONS, TABLES, Column
from fordran.documents.printable import printable
from fordran.documents.typesetting import typeset
from fordran.domain.languages import SWEDISH
from fordran.texts.catalogue import Texts, texts
from fordran.texts.numbers import decimal_text

LONGEST_RUN = 12
"""Columns are narrow here, so that runs are broken sooner than in a letter."""

_RFC_1123 = re.compile("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")
_ISO_8601 = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}Z")


@dataclass(frozen=True, slots=True)
class Responsible:
    """The holder of the register."""

    name: str
    organization_no: str
    address: PostalAddress
    email: str
    phone: str
    registered_office: str | None = None


@dataclass(frozen=True, slots=True)
class PersonDocument:
    """All that is printed of an export; `data` is in the form in which the interface shows it."""

    responsible: Responsible
    name: str
    address: PostalAddress
    dated: date
    months: int
    data: Mapping[str, Sequence[Mapping[str, Any]]]


def render(document: PersonDocument) -> bytes:
    """The document as PDF, A4; the same document always gives the same bytes."""
    return typeset("person", printed(document), document.dated)


def printed(document: PersonDocument) -> dict[str, Any]:
    """All that the template shows, as text."""
    ours = document.responsible
    sender = PrintedSender(ours.name, ours.organization_no, ours.address, registered_office=ours.registered_office)
    contact = PrintedOperator(ours.name, ours.email, ours.phone)
    receiver = Receiver(document.name, document.address)
    t = texts(SWEDISH)
    tables = [table for source, columns in TABLES if (table := _table(t, document, source, columns))]
    shown = {source for source, _ in TABLES}
    others = sorted((name, len(rows)) for name, rows in document.data.items() if rows and name not in shown)
    return letter(t.language, t("person.title"), document.dated, sender, contact, receiver) | {
        "kind": t("person.title"),
        "facts": [
            (t("person.date"), document.dated.isoformat()),
            (t("person.held_by"), printable(ours.name)),
            (t("person.organization_no"), printable(organization_no_text(ours.organization_no))),
        ],
        "introduction": t("person.introduction"),
        "information": [
            {"heading": heading, "text": [printable(paragraph) for paragraph in paragraphs]}
            for heading, paragraphs in information(t, ours.name, document.months)
        ],
        "tables": tables,
        "others": {
            "title": t("person.others"),
            "text": t("person.others_text"),
            "headlines": [t("person.source"), t("person.count")],
            "rows": [[printable(name), str(count)] for name, count in others],
        },
    }


def information(t: Texts, responsible: str, months: int) -> list[tuple[str, list[str]]]:
    """Heading and paragraphs of all information that GDPR article 15.1 and 15.2 require."""
    return [
        (t(f"person.{heading}"), [t(f"person.{name}", name=responsible, months=months) for name in names])
        for heading, names in SECTIONS
    ]


def _table(t: Texts, document: PersonDocument, source: str, columns: Sequence[Column]) -> dict[str, Any] | None:
    """The rows of one sort. Columns that say nothing of anybody are left out; None where there are no rows."""
    rows = [[_text(t, _at(row, path)) for _, path in columns] for row in _rows(document, source)]
    filled = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    if not filled:
        return None
    names = [columns[place][0] for place in filled]
    return {
        "title": t(f"person_table.{source}"),
        "headlines": [t(f"person_column.{name}") for name in names],
        "is_number": [name.endswith("_kr") for name in names],
        "rows": [
            [_amount(row[place]) if columns[place][0].endswith("_kr") else row[place] for place in filled]
            for row in rows
        ],
    }


def _rows(document: PersonDocument, source: str) -> Sequence[Mapping[str, Any]]:
    cases = document.data.get("cases", ())
    numbers = {case["_id"]: case["debt"]["invoice_number"] for case in cases}
    if source == "statements":
        return [
            line | {"case": numbers.get(statement["case"], "")}
            for statement in document.data.get(source, ())
            for line in statement["lines"]
        ]
    if source == "history":
        return [
            {"case": case["debt"]["invoice_number"], "date": entry["status_date"], "status": entry["status"]}
            for case in cases
            for entry in case["status_history"]
        ]
    return document.data.get(source, ())


def _at(row: Any, path: str) -> Any:
    for name in path.split("."):
        row = row.get(name) if isinstance(row, Mapping) else None
    return row


def _text(t: Texts, value: Any) -> str:
    """A value as a person reads it. Days stand without their hour, and a nested document as what it says."""
    if value is None or value == "":
        return ""
    if isinstance(value, Mapping):
        # A stored document does not keep the order of its fields: an address has one, the rest is unordered.
        ordered = [*(name for name in PostalAddress.__slots__ if name in value), *value]
        return ", ".join(text for name in dict.fromkeys(ordered) if (text := _text(t, value[name])))
    if isinstance(value, list):
        return ", ".join(text for part in value if (text := _text(t, part)))
    if isinstance(value, bool):
        return t("person_value.yes" if value else "person_value.no")
    if isinstance(value, str) and (known := t.area("person_value").get(value)):
        return known
    return printable(_without_hour(str(value)), longest_run=LONGEST_RUN)


def _without_hour(text: str) -> str:
    """The day of a moment. What only looks like one, a name that ends with GMT, is left as it is."""
    if _RFC_1123.fullmatch(text):
        try:
            return parsedate_to_datetime(text).date().isoformat()
        except ValueError:
            return text
    return text[:10] if _ISO_8601.fullmatch(text) else text


def _amount(text: str) -> str:
    return decimal_text(Decimal(text), SWEDISH, fewest_decimals=2) if text else ""
