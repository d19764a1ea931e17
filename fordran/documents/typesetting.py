"""Typst: a template and its data in, a PDF out, the same bytes for the same data."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import orjson

from fordran.documents.printable import BREAK_HERE
from fordran.domain.service.pdf_pages import pages_of

if TYPE_CHECKING:
    import typst

TEMPLATES = Path(__file__).parent / "templates"

Standard: TypeAlias = Literal["a-2a", "ua-1"]

STANDARDS: tuple[Standard, ...] = ("a-2a", "ua-1")
"""An archive can keep the document (PDF/A-2a, ISO 19005-2) and a screen reader read it (PDF/UA-1, ISO 14289-1)."""

_MORE_THAN_A_PAGE = 30_000
"""Bytes of a source whose text cannot be on one page. An everyday invoice has 11,000."""

# A compiler keeps fonts and evaluated templates from one document to the next, and serves one thread at a time.
_of_this_thread = threading.local()


def typeset(template: str, data: Mapping[str, Any], dated: date, *, is_short: bool = False) -> bytes:
    """The PDF of a template filled with data; `dated` is all it knows of time.

    A document that `is_short` is laid out as one page first, which takes less time, and again where it needs several. One
    with more text than a page holds is laid out once.
    """
    written = source(template, data, is_one_page=True)
    if is_short and len(written) < _MORE_THAN_A_PAGE and pages_of(pdf := _pdf_or_nearly(written, dated)) == 1:
        return pdf
    return _pdf_or_nearly(source(template, data), dated)


def source(template: str, data: Mapping[str, Any], *, is_one_page: bool = False) -> bytes:
    """The source for Typst: a template's function, called with the data.

    The data is a string of JSON: nothing in it is read as markup. It does not come as an input of the system, which would
    have everything evaluated again for each document, down to Typst's own library.
    """
    text = orjson.dumps(data).decode()
    literal = text.replace("\\", "\\\\").replace('"', '\\"')
    facts = f"has_breaks: {_typst(BREAK_HERE in text)}, is_one_page: {_typst(is_one_page)}"
    return f'#import "/{template}.typ": document\n#document(json(bytes("{literal}")) + ({facts}))\n'.encode()


def _typst(truth: bool) -> str:
    return "true" if truth else "false"


def _pdf_or_nearly(written: bytes, dated: date) -> bytes:
    import typst

    try:
        return _pdf(written, dated, STANDARDS)
    except typst.TypstError:
        # The standards refuse a character that none of our fonts has, such as an emoji in a name. The customer is to
        # have the invoice all the same, with a box in that place. Whatever else is wrong is raised once more here.
        return _pdf(written, dated, ())


def keeps_standards(template: str, data: Mapping[str, Any], dated: date) -> bool:
    """Whether a template filled with data can be typeset as the standards ask."""
    import typst

    try:
        _pdf(source(template, data), dated, STANDARDS)
    except typst.TypstError:
        return False
    return True


def _compiler() -> typst.Compiler:
    import typst

    kept: typst.Compiler | None = getattr(_of_this_thread, "compiler", None)
    if kept is None:
        # System fonts are left out, so that every machine prints alike.
        kept = _of_this_thread.compiler = typst.Compiler(b"", root=TEMPLATES, ignore_system_fonts=True)
    return kept


def _pdf(written: bytes, dated: date, standards: Sequence[Standard]) -> bytes:
    timestamp = int(datetime(dated.year, dated.month, dated.day, tzinfo=UTC).timestamp())
    pdf = _compiler().compile(input=written, format="pdf", pdf_standards=[*standards], timestamp=timestamp)
    # The library's type also covers pictures, of which there is one a page.
    return cast(bytes, pdf)
