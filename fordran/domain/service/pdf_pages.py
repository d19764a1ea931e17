"""The number of pages of our PDFs, for printers. Typst writes its pages as plain objects."""

from __future__ import annotations

import re

_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")


def pages_of(pdf: bytes) -> int:
    """The number of pages; 1 where none can be seen, which is what every document has at the least.

    >>> pages_of(b"<< /Type /Pages /Count 2 >> << /Type /Page >> << /Type/Page/Parent 1 0 R >>")
    2
    """
    return max(1, len(_PAGE.findall(pdf)))
