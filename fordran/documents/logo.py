"""A logo on paper: how large it is drawn, and whether it can be printed at all.

That is tried with the templates and standards of letters before any letter depends on it.
"""

import re
from datetime import date
from typing import Any

from fordran.documents.typesetting import keeps_standards

_ANY_DAY = date(2026, 1, 1)
_ROOT = re.compile(r"<svg\b[^>]*>")
_SIDES = re.compile(r"""\bviewBox\s*=\s*["']\s*[-+.\deE]+[\s,]+[-+.\deE]+[\s,]+([.\deE+]+)[\s,]+([.\deE+]+)""")
_SIDE = r"""\s{name}\s*=\s*["']\s*([.\deE+]+)"""


def placed_logo(svg: str | None, widest_mm: float, highest_mm: float) -> dict[str, Any] | None:
    """The picture with the size at which it fills its place, whatever its shape; None where there is none."""
    if svg is None:
        return None
    width, height = _sides(svg)
    scale = min(widest_mm / width, highest_mm / height)
    return {"picture": svg, "width_mm": round(width * scale, 3), "height_mm": round(height * scale, 3)}


def _sides(svg: str) -> tuple[float, float]:
    """Width and height as the picture says them; those of its place's shape do not matter where it says none."""
    root = _ROOT.search(svg)
    head = root[0] if root else ""
    box = _SIDES.search(head)
    found = box.groups() if box else [side[1] for name in ("width", "height") if (side := _side(name, head))]
    try:
        width, height = (float(one) for one in found)
    except ValueError:
        return 1.0, 1.0
    return (width, height) if width > 0 and height > 0 else (1.0, 1.0)


def _side(name: str, head: str) -> re.Match[str] | None:
    return re.search(_SIDE.format(name=name), head)


def can_be_printed(svg: str) -> bool:
    """Whether letters with this logo keep the standards that letters have."""
    data = {
        "title": "Logo",
        "logo": placed_logo(svg, 60, 12),
        "date": [_ANY_DAY.year, _ANY_DAY.month, _ANY_DAY.day],
    }
    return keeps_standards("logo", data, _ANY_DAY)
