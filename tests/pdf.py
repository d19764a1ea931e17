"""Read a PDF back: its text, a drawing of each page, and the codes that a camera finds there. PDFium does it, as browsers do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pypdfium2
import zxingcpp

_POINTS_PER_INCH = 72


@dataclass(frozen=True)
class Drawing:
    """A page in shades of grey, a byte for each pixel."""

    width: int
    height: int
    pixels: bytes

    @property
    def rows(self) -> Iterator[bytes]:
        return (self.pixels[start : start + self.width] for start in range(0, len(self.pixels), self.width))


def text_of(pdf: bytes) -> str:
    """The text of all pages."""
    return "\n".join(page_texts(pdf))


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]


def right_edge(pdf: bytes) -> float:
    """How far to the right any letter reaches, in points."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        texts = [page.get_textpage() for page in document]
        return max(float(text.get_rect(index)[2]) for text in texts for index in range(text.count_rects()))


def drawings_of(pdf: bytes, pixels_per_inch: float) -> list[Drawing]:
    """A drawing of each page."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [_drawing(page, pixels_per_inch) for page in document]


def _drawing(page: Any, pixels_per_inch: float) -> Drawing:
    bitmap = page.render(scale=pixels_per_inch / _POINTS_PER_INCH, grayscale=True)
    drawn, stride = bytes(bitmap.buffer), bitmap.stride
    rows = (drawn[start : start + bitmap.width] for start in range(0, stride * bitmap.height, stride))
    return Drawing(bitmap.width, bitmap.height, b"".join(rows))


def codes_in(drawing: Drawing) -> list[Any]:
    """The QR symbols that a reader finds in a drawing."""
    image = memoryview(drawing.pixels).cast("B", shape=[drawing.height, drawing.width])
    return zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
