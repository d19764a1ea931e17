"""Rows to documents: the columns that a document's fields are read from, and how a row of them becomes the document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from fordran.shape.fields import Field
from fordran.shape.resource import Resource
from fordran.shape.wire import conversion

Document: TypeAlias = dict[str, Any]
"""As the interface shows it: amounts in kronor, moments as text, JSON unparsed."""
Values: TypeAlias = dict[str, Any]
"""The same fields as values: amounts in öre, moments, and JSON as lists and dictionaries."""
Conversion: TypeAlias = Callable[[Field], Callable[[Any], Any] | None]
"""How a column of a field is converted; None where it is left as it is."""


def columns_of(resource: Resource, fields: Sequence[str]) -> tuple[str, ...]:
    """The columns that these fields are read from, each once: their own, or those of the parts of an object that is made of
    columns. PostgreSQL takes longer to make one such object than to find its row.
    """
    return tuple(dict.fromkeys(column for name in fields for column in _columns(resource, name)))


def _columns(resource: Resource, name: str) -> Iterator[str]:
    if name not in resource.column_backed:
        yield resource.same_values.get(name, name)
        return
    for part in resource.fields[name].children:
        yield f"{name}.{part}"


@lru_cache(maxsize=1024)
def writer(
    resource: Resource, fields: tuple[str, ...], converted: Conversion = conversion
) -> Callable[[Any], Document]:
    """How a row that begins with the columns of these fields becomes a document. A field without a value is left out.

    It is a function that is written for these fields, as the `__init__` of a dataclass is for its own: a page spends most
    of our own time here, and loops over the fields take twice as long. This is what is written for three of a case:

        def write(row):
            _id, created, debt_invoice_number, *_ = row  # in fact v0, v1, v2
            document = {}
            if _id is not None: document["_id"] = _id
            if created is not None: document["_created"] = rfc_1123(created)
            document["debt"] = part = {}
            if debt_invoice_number is not None: part["invoice_number"] = debt_invoice_number
            return document
    """
    columns = columns_of(resource, fields)
    variables = {column: f"v{place}" for place, column in enumerate(columns)}
    conversions = {column: convert for column in columns if (convert := _conversion(resource, column, converted))}
    lines = [f"{', '.join(variables.values())}, *_ = row", "document = {}"]
    for name in fields:
        is_made = name in resource.column_backed
        if is_made:
            lines.append(f"document[{name!r}] = part = {{}}")
        for column in _columns(resource, name):
            variable = variables[column]
            value = f"show_{variable}({variable})" if column in conversions else variable
            place = f"part[{column.removeprefix(f'{name}.')!r}]" if is_made else f"document[{name!r}]"
            lines.append(f"if {variable} is not None: {place} = {value}")
    lines.append("return document")
    source = "def write(row):\n" + "".join(f"    {line}\n" for line in lines)
    written: dict[str, Any] = {f"show_{variables[column]}": convert for column, convert in conversions.items()}
    # Its names are those that our own shapes declare, whatever a client asks for.
    exec(compile(source, f"<documents of {resource.name}>", "exec"), written)  # noqa: S102
    write: Callable[[Any], Document] = written["write"]
    return write


def _conversion(resource: Resource, column: str, converted: Conversion) -> Callable[[Any], Any] | None:
    field = resource.columns[column]
    return None if field.is_array and converted is conversion else converted(field)
