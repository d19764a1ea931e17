"""The blocks that letters are built of, as `letter.typ` takes them: paragraphs, tables, boxes, columns of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from fordran.documents.printable import printable_lines
from fordran.documents.text_width import widest_em

Block: TypeAlias = dict[str, Any]

_GAP_EM = 1.0
_HEADLINE_EM = 0.95


@dataclass(frozen=True, slots=True)
class SubText:
    """A cell of a table, with a second text below the first in smaller type."""

    text: str
    under: tuple[str, ...]


LetterCell: TypeAlias = str | SubText


@dataclass(frozen=True, slots=True)
class LetterColumn:
    """A column of a table. Numbers, and text that is `kept` on its line, get the width they need; the rest share."""

    headline: str
    is_numeric: bool = False
    is_kept: bool = False


def heading(text: str) -> Block:
    """A headline within a letter."""
    return {"kind": "heading", "text": text}


def subheading(text: str, under: str) -> Block:
    """A heading for the blocks below, with a line in smaller type."""
    return {"kind": "subheading", "text": text, "under": under}


def paragraph(text: str) -> Block:
    """A paragraph."""
    return {"kind": "paragraph", "text": text}


def points(texts: Sequence[str]) -> Block:
    """Short paragraphs, each with a mark before it."""
    return {"kind": "points", "texts": [*texts]}


def beside(*columns: Sequence[Block]) -> Block:
    """Columns of blocks side by side."""
    return {"kind": "beside", "columns": [[*column] for column in columns]}


def quotation(text: str) -> Block:
    """A quotation of somebody else's text."""
    return {"kind": "quotation", "lines": printable_lines(text)}


def plain(text: str) -> Block:
    """A text of several paragraphs as somebody wrote it, line by line."""
    return {"kind": "lines", "lines": printable_lines(text)}


def named_values(rows: Sequence[tuple[str, str]]) -> Block:
    """Names and their values in two columns; a value without text is left out."""
    return {"kind": "named_values", "rows": [row for row in rows if row[1]]}


def signature(names: Sequence[str]) -> Block:
    """Lines to write on by hand, each with what belongs there."""
    return {"kind": "signature", "names": [*names]}


def table(
    columns: Sequence[LetterColumn],
    rows: Sequence[Sequence[LetterCell]],
    total: Sequence[str] | None = None,
    *,
    is_dense: bool = False,
) -> Block:
    """A table whose head is repeated on every page that it takes; `total` is its last row, set apart.

    The rows of a dense one stand closer.
    """
    all_rows = [*rows, total] if total else rows
    return {
        "kind": "table",
        "columns": [
            {
                "headline": column.headline,
                "is_numeric": column.is_numeric,
                "em": _width_em(column, [row[index] for row in all_rows]),
            }
            for index, column in enumerate(columns)
        ],
        "rows": [[asdict(cell) if isinstance(cell, SubText) else cell for cell in row] for row in rows],
        "total": total,
        "is_dense": is_dense,
    }


def _width_em(column: LetterColumn, cells: Sequence[LetterCell]) -> float | None:
    """The room in which nothing of the column wraps, known before layout; None for one that shares what is left."""
    if not (column.is_numeric or column.is_kept):
        return None
    texts = [cell.text if isinstance(cell, SubText) else cell for cell in cells]
    return _GAP_EM + max([_HEADLINE_EM * widest_em(column.headline), *map(widest_em, texts)])
