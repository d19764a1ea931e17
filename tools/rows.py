"""Writes `schema_rows.py`: the rows of every table as types, from `schema.sql`. `make rows` runs it, and a test holds the result.

A table has two types: its row as it is read, with all columns, and a new row, in which columns that may be empty or have a
default can be left out. A `Table` takes its new rows.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HOUSE = Path(__file__).parents[1] / "fordran"
TARGET = _HOUSE / "store" / "rows" / "schema_rows.py"
_SCHEMA = _HOUSE / "sql" / "schema.sql"
_CLOSED_LISTS = _HOUSE / "store" / "closed_lists.py"

_TABLE = re.compile(
    r"^create table (\w+) \(\n(.*?)^\)[^\n]*;\n(?:.*?comment on table \1 is '([^\n]*)';)?", re.DOTALL | re.MULTILINE
)
_COLUMN = re.compile(r'^ {4}"?(\w+)"?\s+([a-z_]+(?:\[\])?)(.*?)(?=^ {4}\S|\Z)', re.DOTALL | re.MULTILINE)
_REMARK = re.compile(r"--[^\n]*")
_NO_COLUMNS = frozenset({"primary", "constraint", "unique", "check", "foreign"})

_READ = {
    "id": "str",
    "words": "str",
    "text": "str",
    "timestamptz": "datetime",
    "date": "date",
    "boolean": "bool",
    "smallint": "int",
    "integer": "int",
    "bigint": "int",
    "numeric": "Decimal",
    "jsonb": "orjson.Fragment",
    "bytea": "bytes",
    "cidr": "Any",
}
"""SQL type → the type of a value that is read."""


@dataclass(frozen=True)
class Column:
    """A column: its SQL type, and whether a row may lack a value of it or leave it to a default."""

    name: str
    type: str
    is_nullable: bool
    has_default: bool


@dataclass(frozen=True)
class Table:
    """A table, what its comment says of it, and its columns in their order."""

    name: str
    about: str
    columns: tuple[Column, ...]


def tables(text: str) -> Iterator[Table]:
    """Every table that the schema creates."""
    for name, body, comment in _TABLE.findall(text):
        bare = _REMARK.sub("", body)
        keys = {
            key
            for found in re.findall(r"^ {4}primary key \(([^)]*)\)", bare, re.MULTILINE)
            for key in found.split(", ")
        }
        columns = tuple(
            Column(
                column,
                type_,
                column not in keys and not re.search(r"\b(not null|primary key)\b", rest),
                bool(re.search(r"\bdefault\b", rest)),
            )
            for column, type_, rest in _COLUMN.findall(bare)
            if column not in _NO_COLUMNS
        )
        yield Table(name, comment.partition(": ")[2].replace("''", "'"), columns)


def singular(name: str) -> str:
    """The name of one row of a table.

    >>> [singular(name) for name in ("cases", "deliveries", "delivery_batches", "customer_details", "audit_log")]
    ['case', 'delivery', 'delivery_batch', 'customer_details', 'audit_log']
    """
    if name.endswith(("details", "audit_log", "installation")):
        return name
    for plural, one in (("ies", "y"), ("ches", "ch"), ("sses", "ss"), ("s", "")):
        if name.endswith(plural):
            return name.removesuffix(plural) + one
    return name


def class_name(table: str) -> str:
    """A row's name in Python, without what it is a row for.

    >>> class_name("delivery_batches")
    'DeliveryBatch'
    """
    return "".join(word.capitalize() for word in singular(table).split("_"))


def closed_lists() -> dict[str, tuple[str, str]]:
    """Domain → the module and the name of the list that it holds."""
    module = ast.parse(_CLOSED_LISTS.read_text(encoding="utf-8"))
    modules = {
        alias.name: node.module or ""
        for node in module.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    (declared,) = (
        node.value
        for node in module.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "CLOSED_LISTS"
    )
    assert isinstance(declared, ast.Dict)
    found = {}
    for key, value in zip(declared.keys, declared.values, strict=True):
        assert isinstance(key, ast.Constant)
        assert isinstance(value, ast.Name)
        found[str(key.value)] = (modules[value.id], value.id)
    return found


def generated(text: str) -> str:
    """The module, from the text of the schema."""
    lists = closed_lists()
    found = sorted(tables(text), key=lambda table: table.name)
    used = {column.type for table in found for column in table.columns}
    imports = sorted(lists[type_] for type_ in used & lists.keys())
    by_module: dict[str, list[str]] = {}
    for module, name in imports:
        by_module.setdefault(module, []).append(name)
    lines = [
        '"""Rows of the tables. Made from `schema.sql` by `make rows`: change that, and not this file."""',
        "",
        "from __future__ import annotations",
        "",
        "from datetime import date, datetime",
        "from decimal import Decimal",
        "from typing import Any, NotRequired, TypedDict",
        "",
        "import orjson",
        "",
        *(f"from {module} import {', '.join(names)}" for module, names in by_module.items()),
        "from fordran.store.rows.tables import Table",
    ]
    for table in found:
        lines += ["", "", *_read(table, lists), "", "", *_new(table, lists), "", ""]
        lines += [f'{table.name.upper()}_TABLE = Table("{table.name}", New{class_name(table.name)})']
    return _formatted("\n".join(lines) + "\n")


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--quiet", "--stdin-filename", str(TARGET), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _read(table: Table, lists: dict[str, tuple[str, str]]) -> Iterator[str]:
    yield f"class {class_name(table.name)}Row(TypedDict):"
    yield f'    """A row of `{table.name}`: {table.about}."""'
    yield ""
    for column in table.columns:
        yield f"    {column.name}: {_type(column.type, lists)}{' | None' if column.is_nullable else ''}"


def _new(table: Table, lists: dict[str, tuple[str, str]]) -> Iterator[str]:
    yield f"class New{class_name(table.name)}(TypedDict):"
    yield f'    """A new row of `{table.name}`."""'
    yield ""
    for column in table.columns:
        # A dict or list is sent as JSON, a tuple as an array (tables.py).
        type_ = (
            "Any"
            if column.type == "jsonb"
            else _type(column.type, lists).replace("list[", "tuple[").replace("]", ", ...]")
        )
        type_ += " | None" if column.is_nullable and type_ != "Any" else ""
        yield f"    {column.name}: {f'NotRequired[{type_}]' if column.is_nullable or column.has_default else type_}"


def _type(sql: str, lists: dict[str, tuple[str, str]]) -> str:
    if sql.endswith("[]"):
        return f"list[{_type(sql.removesuffix('[]'), lists)}]"
    return lists[sql][1] if sql in lists else _READ[sql]


def main() -> None:
    """Write the module."""
    TARGET.write_text(generated(_SCHEMA.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
