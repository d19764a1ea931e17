"""Curves as SVG: a line for each label through shares in percent, on an axis of days. Lengths are whole pixels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from xml.sax.saxutils import escape

from fordran.formats.plot import COLOURS

WIDTH, HEIGHT = 960, 560
LEFT, TOP, CURVE_WIDTH, CURVE_HEIGHT = 64, 56, 680, 440
MOST_CURVES = 24
"""More cannot be distinguished; the last ones are drawn."""
_DASHES = ("", "6 3", "2 3", "9 3 2 3")
"""Curves that share a colour differ by these."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A label and its shares, one for each number of days; None where it is not known yet, and the line ends."""

    label: str
    percents: tuple[Decimal | None, ...]


def curve_chart(
    title: str, axis: str, days: Sequence[int], curves: Sequence[Curve], written: Callable[[Decimal], str]
) -> str:
    """The chart. `written` writes a share.

    The axis of shares goes up to the next whole quarter, and to 100 at the most unless more was recovered.
    """
    shown = curves[-MOST_CURVES:]
    highest = max([share for curve in shown for share in curve.percents if share is not None], default=Decimal(0))
    top = max(25, -(-int(highest) // 25) * 25)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<text x="8" y="24" font-size="16" font-weight="600">{escape(title)}</text>',
        *_axes(axis, days, top),
    ]
    for number, curve in enumerate(shown):
        parts += _curve(number, curve, days, top, written)
    return "\n".join([*parts, "</svg>", ""])


def _axes(axis: str, days: Sequence[int], top: int) -> list[str]:
    parts = []
    for share in range(0, top + 1, 25):
        y = TOP + CURVE_HEIGHT - CURVE_HEIGHT * share // top
        parts.append(f'<line x1="{LEFT}" y1="{y}" x2="{LEFT + CURVE_WIDTH}" y2="{y}" stroke="#d3dae0"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{share} %</text>')
    for day in days:
        parts.append(f'<text x="{_x(day, days)}" y="{TOP + CURVE_HEIGHT + 20}" text-anchor="middle">{day}</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP + CURVE_HEIGHT + 42}">{escape(axis)}</text>')
    return parts


def _curve(number: int, curve: Curve, days: Sequence[int], top: int, written: Callable[[Decimal], str]) -> list[str]:
    colour, dash = COLOURS[number % len(COLOURS)], _DASHES[number // len(COLOURS) % len(_DASHES)]
    known = [(day, share) for day, share in zip(days, curve.percents, strict=True) if share is not None]
    points = [(_x(day, days), TOP + CURVE_HEIGHT - int(CURVE_HEIGHT * share) // top) for day, share in known]
    drawn = " ".join(f"{x},{y}" for x, y in points)
    stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
    y = TOP + 18 * number
    last = f" {written(known[-1][1])} %" if known else ""
    return [
        f'<polyline points="{drawn}" fill="none" {stroke}/>',
        *(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points),
        f'<line x1="{LEFT + CURVE_WIDTH + 24}" y1="{y}" x2="{LEFT + CURVE_WIDTH + 48}" y2="{y}" {stroke}/>',
        f'<text x="{LEFT + CURVE_WIDTH + 54}" y="{y + 4}">{escape(curve.label[:24])}{last}</text>',
    ]


def _x(day: int, days: Sequence[int]) -> int:
    return LEFT + CURVE_WIDTH * day // max(days[-1], 1)
