"""A chart: panels under each other over the same days, as an SVG of our own making, and that as PNG."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from xml.sax.saxutils import escape

from fordran.texts.numbers import number_text

WIDTH, PANEL_HEIGHT = 960, 170
LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 90, 24, 54, 44, 46
INK, PALE = "#1d2a33", "#d5dce1"
COLOURS = ("#1f6f8b", "#d1603d", "#6a994e")
MOST_DATES = 9
MOST_LINES = 4
FONT = "Libertinus Serif, Georgia, serif"


@dataclass(frozen=True)
class Panel:
    """A chart over days: one or several named rows of whole numbers, as bars or as lines."""

    title: str
    series: Mapping[str, Sequence[int]]
    is_line: bool = False


def chart(title: str, days: Sequence[date], panels: Sequence[Panel]) -> str:
    """The SVG. Every panel has its own scale, from zero."""
    height = TOP + len(panels) * (PANEL_HEIGHT + BETWEEN) + BOTTOM
    drawn = [_text(LEFT, 28, title, 20, weight="bold")]
    for number, panel in enumerate(panels):
        drawn += _panel(panel, days, TOP + BETWEEN // 2 + number * (PANEL_HEIGHT + BETWEEN))
    drawn += _dates(days, height - BOTTOM)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="{FONT}" fill="{INK}" role="img">'
    )
    ground = f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *drawn, "</svg>", ""])


def as_png(svg: str) -> bytes:
    """The same as pixels, two for each of the SVG's."""
    import typst

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "chart.svg").write_text(svg, encoding="utf-8")
        page = Path(folder, "page.typ")
        page.write_text("#set page(width: auto, height: auto, margin: 0pt)\n#image('chart.svg')\n".replace("'", '"'))
        return typst.compile(page, root=Path(folder), format="png", ppi=144, ignore_system_fonts=True)


def _panel(panel: Panel, days: Sequence[date], top: int) -> Iterator[str]:
    bottom = top + PANEL_HEIGHT
    lines = _round_lines(max((max(values, default=0) for values in panel.series.values()), default=0))
    yield _text(LEFT, top - 10, panel.title, 14, weight="bold")
    for value in lines:
        y = _y(value, lines, top)
        colour = INK if value == 0 else PALE
        yield f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="{colour}"/>'
        yield _text(LEFT - 8, y + 4, number_text(value).replace(" ", "\N{NO-BREAK SPACE}"), 12, anchor="end")
    if len(panel.series) > 1:
        yield from _legend(panel, top)
    for (name, values), colour in zip(panel.series.items(), COLOURS, strict=False):
        if panel.is_line:
            yield _line(name, values, lines, top, colour)
        else:
            yield from _bars(days, values, lines, top, bottom, colour)


def _legend(panel: Panel, top: int) -> Iterator[str]:
    for number, (name, colour) in enumerate(zip(panel.series, COLOURS, strict=False)):
        x = WIDTH - RIGHT - 110 * (len(panel.series) - number)
        yield f'<rect x="{x}" y="{top - 20}" width="14" height="10" fill="{colour}"/>'
        yield _text(x + 20, top - 10, name, 13)


def _line(name: str, values: Sequence[int], lines: Sequence[int], top: int, colour: str) -> str:
    points = " ".join(f"{_x(place, len(values))},{_y(value, lines, top)}" for place, value in enumerate(values))
    title = f"<title>{escape(name)}</title>"
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2">{title}</polyline>'


def _bars(
    days: Sequence[date], values: Sequence[int], lines: Sequence[int], top: int, bottom: int, colour: str
) -> Iterator[str]:
    width = max(1.0, (WIDTH - LEFT - RIGHT) / len(values) * 0.7)
    for place, (day, value) in enumerate(zip(days, values, strict=True)):
        if value:
            y = _y(value, lines, top)
            x = round(_x(place, len(values)) - width / 2, 1)
            size = f'width="{width:.1f}" height="{round(bottom - y, 1)}"'
            yield f'<rect x="{x}" y="{y}" {size} fill="{colour}"><title>{day}: {value}</title></rect>'


def _dates(days: Sequence[date], top: int) -> Iterator[str]:
    every = -(-len(days) // MOST_DATES)
    for place in range(0, len(days), every):
        yield _text(_x(place, len(days)), top + 2, days[place].isoformat(), 12, anchor="middle")


def _x(place: int, places: int) -> float:
    step = (WIDTH - LEFT - RIGHT) / places
    return round(LEFT + step * (place + 0.5), 1)


def _y(value: int, lines: Sequence[int], top: int) -> float:
    return round(top + PANEL_HEIGHT * (1 - value / lines[-1]), 1)


def _round_lines(most: int) -> list[int]:
    """Round numbers from zero to what holds the greatest value.

    >>> _round_lines(0), _round_lines(7), _round_lines(1234)
    ([0, 1], [0, 2, 4, 6, 8], [0, 500, 1000, 1500])
    """
    step = 1
    while step * MOST_LINES < most:
        # 1, 2, 5, 10, 20, 50 …
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return [step * number for number in range(max(1, -(-most // step)) + 1)]


def _text(x: float, y: float, words: str, size: int, *, anchor: str = "start", weight: str = "normal") -> str:
    look = f'font-size="{size}" text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>'
