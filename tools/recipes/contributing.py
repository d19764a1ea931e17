"""What CONTRIBUTING.md promises: the rows of its table, and how many files each says that it touches."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"

_ROW = re.compile(r"^\| \[([^\]]+)\]\(#[\w-]+\) \| [^|]+ \| (\d+) \|$", re.MULTILINE)


def promised() -> dict[str, int]:
    """Row of the table → how many files it says."""
    return {name: int(files) for name, files in _ROW.findall(PAGE.read_text(encoding="utf-8"))}
