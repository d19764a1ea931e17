"""From the rows of a file to the documents that a creditor's system would have sent.

A row of a table has a column a field, named by its dotted path. What the cells hold follows from the shape: `1 234,50`
is a number in a column of amounts and a text in any other. Where a registration has lines, rows that follow each other
with the same `invoice_number` are lines of one invoice. A row that holds objects or lists, which only JSON lines can, is
a complete document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from fordran.domain.message import Message
from fordran.formats.table_documents import BadCell, as_boolean, as_date, as_number, as_text, nest
from fordran.formats.tables import BadTable, Row
from fordran.shape.fields import Field, Issues, Shape, fields_of

LONGEST_DATE = len("2026-03-03")


_NESTED = frozenset((dict, list))


class RegistrationRows(NamedTuple):
    """The rows of one registration, each with its number in the file."""

    rows: tuple[tuple[int, Row], ...]

    @property
    def row(self) -> int:
        """The number it is known by: that of its first row."""
        return self.rows[0][0]

    @property
    def is_document(self) -> bool:
        """Whether it is a JSON line rather than rows of a table."""
        return _is_document(self.rows[0][1])


def _is_document(row: Row) -> bool:
    return not _NESTED.isdisjoint(map(type, row.values()))


def sheets(rows: Iterable[tuple[int, Row]], lines: str | None) -> Iterator[RegistrationRows]:
    """The registrations in a file; `lines` is the field that following rows add to, if any."""
    gathered: list[tuple[int, Row]] = []
    for number, row in rows:
        if gathered and not (lines and _goes_on(gathered[0][1], row)):
            yield RegistrationRows(tuple(gathered))
            gathered = []
        gathered.append((number, row))
    if gathered:
        yield RegistrationRows(tuple(gathered))


def _goes_on(first: Row, row: Row) -> bool:
    """Whether a row is a further line of the invoice that another began."""
    number = row.get("invoice_number")
    if number is None or number != first.get("invoice_number"):
        return False
    if any(name in row and row[name] != first.get(name) for name in ("account", "creditor")):
        return False
    return not _is_document(first) and not _is_document(row)


class UnreadableCell(str):
    """A cell that is not of its column's kind, left as it is for the shape to refuse; `why` says why."""

    __slots__ = ("why",)
    why: Message

    def __new__(cls, text: str, why: Message) -> UnreadableCell:
        made = super().__new__(cls, text)
        made.why = why
        return made


Disagreements = list[tuple[tuple[str, ...], Message]]
"""Fields, and how the rows of a sheet do not go together."""


def document_of(
    sheet: RegistrationRows, shape: type[Shape], lines: str | None, defaults: Mapping[str, str]
) -> tuple[dict[str, Any], Disagreements]:
    """The document that a sheet says, and how its rows disagree. `defaults` are for fields that it leaves out."""
    issues: Disagreements = []
    _, first = sheet.rows[0]
    if sheet.is_document:
        return {**defaults, **first}, issues
    document = {**defaults, **_nested(first, shape, issues)}
    for number, row in sheet.rows[1:]:
        assert lines is not None
        own = {}
        for column, value in row.items():
            if column == lines or column.startswith(lines + "."):
                own[column] = value
            elif first.get(column) != value:
                issues.append((tuple(column.split(".")), Message("table.rows_disagree", row=number, first=sheet.row)))
        document.setdefault(lines, []).extend(_nested(own, shape, issues).get(lines, []))
    return document, issues


def explain_cells(issues: Issues, document: Any, path: tuple[int | str, ...] = ()) -> None:
    """Say of each cell that could not be read why, in place of the shape's more general sentence."""
    items = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in items:
        if isinstance(value, UnreadableCell):
            below: Any = issues
            for step in path:
                below = below.setdefault(str(step), {}) if isinstance(below, dict) else None
            if isinstance(below, dict):
                below[str(key)] = value.why
        elif isinstance(value, dict | list):
            explain_cells(issues, value, (*path, key))


def _nested(row: Row, shape: type[Shape], issues: Disagreements) -> dict[str, Any]:
    try:
        plan = _plan(shape, tuple(row))
    except BadTable as wrong:
        issues.append(((wrong.column,), wrong.why))
        return {}
    filled: dict[str, Any] = _filled(plan, row)
    return filled


@dataclass(frozen=True, slots=True)
class _Cell:
    """The place in a document for a column's value, and how to read the value."""

    column: str
    read: Callable[[Any], Any]


# A file has few combinations of filled-in columns and many rows: where each cell goes is worked out once a combination.
@lru_cache(maxsize=4096)
def _plan(shape: type[Shape], columns: tuple[str, ...]) -> dict[str, Any]:
    cells = {column: _Cell(column, _reader(shape, column)) for column in columns}
    return {name: _listed(value, fields_of(shape).get(name)) for name, value in nest(cells).items()}


def _listed(plan: Any, field: Field | None) -> Any:
    """The plan with a list of one wherever the shape has a list and the column names no place in it."""
    if isinstance(plan, dict):
        plan = {name: _listed(value, field.child(name) if field else None) for name, value in plan.items()}
    elif isinstance(plan, list):
        each = replace(field, is_array=False) if field else None
        return [_listed(value, each) for value in plan]
    return [plan] if field is not None and field.is_array else plan


def _filled(plan: Any, row: Row) -> Any:
    if isinstance(plan, list):
        return [_cell(part, row) if type(part) is _Cell else _filled(part, row) for part in plan]
    return {name: _cell(part, row) if type(part) is _Cell else _filled(part, row) for name, part in plan.items()}


def _cell(cell: _Cell, row: Row) -> Any:
    value = row[cell.column]
    if cell.read is as_text and type(value) is str:
        return value  # as most cells are
    try:
        return cell.read(value)
    except BadCell as wrong:
        return UnreadableCell(as_text(value), wrong.why)


def _reader(shape: type[Shape], column: str) -> Callable[[Any], Any]:
    """How the cells of a column are read, by the kind that the shape says."""
    fields: Mapping[str, Field] = fields_of(shape)
    field: Field | None = None
    for part in column.split("."):
        if part.isdecimal():
            continue
        field = field.child(part) if field else fields.get(part)
        if field is None:
            return as_text  # no such field, which is for the shape to say
    kind = field.kind.name if field and field.kind else None
    return _READERS.get(kind or "", as_text)


def _moment(value: Any) -> str:
    # The time belongs to the value: in Sweden it may be the next day already. The shape reads it unchanged.
    if isinstance(value, str) and len(value) > LONGEST_DATE:
        return value
    return as_date(value).isoformat()


_READERS: dict[str, Callable[[Any], Any]] = {
    "string": as_text,
    "number": as_number,
    "integer": as_number,
    "datetime": _moment,
    "boolean": as_boolean,
}
