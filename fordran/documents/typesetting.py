"""Typst: a template and its data in, a PDF out, the same bytes for the same data."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import orjson

if TYPE_CHECKING:
    import typst

TEMPLATES = Path(__file__).parent / "templates"

Standard: TypeAlias = Literal["a-2a", "ua-1"]

STANDARDS: tuple[Standard, ...] = ("a-2a", "ua-1")
"""An archive can keep the document (PDF/A-2a, ISO 19005-2) and a screen reader read it (PDF/UA-1, ISO 14289-1)."""

# A compiler keeps fonts and parsed templates from one document to the next, and serves one thread at a time.
_of_this_thread = threading.local()


def typeset(template: str, data: Mapping[str, Any], dated: date) -> bytes:
    """The PDF of a template filled with data; `dated` is all it knows of time."""
    import typst  # loaded by who prints first: most processes that answer never do, and it is large

    compiler = _compiler(template)
    inputs = {"data": orjson.dumps(data).decode()}
    timestamp = int(datetime(dated.year, dated.month, dated.day, tzinfo=UTC).timestamp())
    try:
        return _pdf(compiler, inputs, timestamp, STANDARDS)
    except typst.TypstError:
        # The standards refuse a character that no font of ours has, such as an emoji in a name. The customer is to
        # have the invoice all the same, with a box in that place. Whatever else is wrong is raised once more here.
        return _pdf(compiler, inputs, timestamp, ())


def keeps_standards(template: str, data: Mapping[str, Any], dated: date) -> bool:
    """Whether a template filled with data can be typeset as the standards ask."""
    import typst

    inputs = {"data": orjson.dumps(data).decode()}
    timestamp = int(datetime(dated.year, dated.month, dated.day, tzinfo=UTC).timestamp())
    try:
        _pdf(_compiler(template), inputs, timestamp, STANDARDS)
    except typst.TypstError:
        return False
    return True


def _compiler(template: str) -> typst.Compiler:
    import typst

    compilers: dict[str, typst.Compiler] = _of_this_thread.__dict__
    if template not in compilers:
        # System fonts are left out, so that every machine prints alike.
        compilers[template] = typst.Compiler(TEMPLATES / f"{template}.typ", root=TEMPLATES, ignore_system_fonts=True)
    return compilers[template]


def _pdf(compiler: typst.Compiler, inputs: dict[str, str], timestamp: int, standards: Sequence[Standard]) -> bytes:
    pdf = compiler.compile(format="pdf", sys_inputs=inputs, pdf_standards=[*standards], timestamp=timestamp)
    # The library's type also covers pictures, of which there is one a page.
    return cast(bytes, pdf)
