"""Files to take away: tables as CSV and Excel, and documents that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from fordran.formats.tables_making import make_csv, make_excel

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
}


def table_download(name: str, form: str, headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> Response:
    """A table as a file of that form."""
    cells = [[_cell(value) for value in row] for row in rows]
    content = make_excel(name, headings, cells) if form == "xlsx" else make_csv(headings, cells)
    return download(f"{name}.{form}", form, content)


def _cell(value: Any) -> Any:
    """A document's value as a cell: floats are amounts, whose digits are exact as text."""
    if isinstance(value, float):
        return Decimal(str(value))
    return value if value is None or isinstance(value, str | int | Decimal) else str(value)


def download(name: str, form: str, content: bytes, *, inline: bool = False) -> Response:
    """A file with its name."""
    place = "inline" if inline else "attachment"
    return Response(
        content,
        media_type=_TYPES.get(form, "application/octet-stream"),
        headers={
            "content-disposition": f"{place}; filename*=UTF-8''{quote(name)}",
            # A file shown beside a page may not do anything there.
            "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        },
    )
