"""Documents as a table for a terminal."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

COLUMNS = (
    "case_number",
    "invoice_number",
    "name",
    "customer_name",
    "kind",
    "type",
    "case_state",
    "case_status",
    "state",
    "status",
    "date",
    "invoice_due_date",
    "next_step",
    "next_step_date",
    "amount",
    "total_amount_including_vat",
    "total_remaining_transaction_amount",
    "case_total_remaining_transaction_amount",
)
"""The fields that are shown, in this order, of those that a resource has."""
STATEMENT_COLUMNS = ("date", "description", "component", "amount", "law")
WIDEST = 40
_MEASURED = 100
"""The rows that the widths are measured by."""


def columns_of(fields: Iterable[str]) -> list[str]:
    """The columns of a resource with these fields."""
    known = set(fields)
    return ["_id", *(name for name in COLUMNS if name in known)]


def table(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The lines of a table: a heading, then a line for each row, as the rows come."""
    rest = iter(rows)
    first = [_cells(columns, row) for row in itertools.islice(rest, _MEASURED)]
    widths = [max(map(len, cells)) for cells in zip(columns, *first, strict=True)]
    for cells in itertools.chain([list(columns)], first, (_cells(columns, row) for row in rest)):
        aligned = (
            cell.rjust(width) if _is_amount(name) else cell.ljust(width)
            for name, cell, width in zip(columns, cells, widths, strict=True)
        )
        yield "  ".join(aligned).rstrip()


def _is_amount(name: str) -> bool:
    return name.endswith("amount") or name == "total_amount_including_vat"


def _cells(columns: Sequence[str], row: dict[str, Any]) -> list[str]:
    return [f"{row[name]:.2f}" if _is_amount(name) and name in row else _cell(row.get(name)) for name in columns]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = " ".join(str(value).split())
    if len(text) == 20 and text.endswith("Z"):
        text = text[:10] if text.endswith("T00:00:00Z") else f"{text[:10]} {text[11:16]}"
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
