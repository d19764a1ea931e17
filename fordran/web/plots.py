"""Plots as SVG, drawn on the server: stacked bars, and lines. Colours come from the style by class, so that dark is dark.

Each has a title, axes, values that show on hover, and the same values as a table for those who cannot see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup, escape

from fordran.domain.languages import Language
from fordran.web.formatting import amount_text, short_amount_text

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 82, 12, 12, 34
_INNER_WIDTH, _INNER_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
MOST_LABELS, LETTER_WIDTH = 8, 8
STEPS = (10, 15, 20, 25, 30, 40, 50, 60, 80)
"""How far the lines across may be from each other, in tenths of a power of ten: numbers that are short to write."""
_ALTERNATE = ' class="alternate"'
"""Every other label, which a narrow window has no room for."""

Write = Callable[[int], str]
"""A value as text."""


def amount_writers(language: Language) -> tuple[Write, Write]:
    """How amounts are written: whole, and beside an axis."""
    return partial(amount_text, language=language), partial(short_amount_text, language=language)


@dataclass(frozen=True)
class Plot:
    """A plot, and its values as rows of a table."""

    title: str
    axis: str
    series: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    svg: Markup


def bars(
    title: str,
    axis: str,
    series: Sequence[str],
    rows: Sequence[tuple[str, Sequence[int]]],
    write: Write,
    short: Write | None = None,
) -> Plot:
    """A bar for each row, stacked of its values, none of which is below zero. `short` writes the numbers beside the axis."""
    top = round_up(max((sum(values) for _, values in rows), default=0))
    step = _INNER_WIDTH / max(len(rows), 1)
    parts = [*_lines(top, short or write)]
    for place, (label, values) in enumerate(rows):
        base = 0
        for number, value in enumerate(values, 1):
            upper, lower = _y(base + value, top), _y(base, top)
            label_text = escape(f"{label}, {series[number - 1]}: {write(value)}")
            parts.append(
                f'<rect class="s{number}" x="{LEFT + step * (place + 0.15):.1f}" y="{upper:.1f}" width="{step * 0.7:.1f}" '
                f'height="{max(lower - upper, 0):.1f}"><title>{label_text}</title></rect>'
            )
            base += value
    parts += _labels([label for label, _ in rows], lambda place: LEFT + step * (place + 0.5))
    return _plot(title, axis, series, rows, write, parts)


def lines(
    title: str,
    axis: str,
    series: Sequence[str],
    rows: Sequence[tuple[str, Sequence[int | None]]],
    write: Write,
    short: Write | None = None,
    whole: int | None = None,
) -> Plot:
    """A line for each series through its values, broken where there is none. Of shares, `whole` is what all of it is."""
    top = top_of(max((value for _, values in rows for value in values if value is not None), default=0), whole)
    step = _INNER_WIDTH / max(len(rows) - 1, 1)
    parts = [*_lines(top, short or write)]
    for number, name in enumerate(series):
        there = [(place, values[number]) for place, (_, values) in enumerate(rows)]
        points = [(LEFT + step * place, _y(value, top), place, value) for place, value in there if value is not None]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in points)
        parts.append(f'<polyline class="s{number + 1}" points="{path}"/>')
        for x, y, place, value in points:
            label_text = escape(f"{rows[place][0]}, {name}: {write(value)}")
            parts.append(
                f'<circle class="s{number + 1}" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{label_text}</title></circle>'
            )
    parts += _labels([label for label, _ in rows], lambda place: LEFT + step * place)
    return _plot(title, axis, series, rows, write, parts)


def _plot(
    title: str,
    axis: str,
    series: Sequence[str],
    rows: Sequence[tuple[str, Sequence[int | None]]],
    write: Write,
    parts: Sequence[str],
) -> Plot:
    drawn = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    text_rows = [(label, ["–" if value is None else write(value) for value in values]) for label, values in rows]
    # Every text in it was escaped where it was put in.
    return Plot(title, axis, series, text_rows, Markup(drawn))  # noqa: S704


def _lines(top: int, write: Write) -> list[str]:
    """Lines across at round values, and what each is."""
    parts = []
    for value in (0, top // 4, top // 2, top * 3 // 4, top):
        y = _y(value, top)
        kind = "axis" if value == 0 else "grid"
        parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(write(value))}</text>')
    return parts


def _labels(names: Sequence[str], x: Callable[[int], float]) -> list[str]:
    """Labels of the axis, as many as there is room for."""
    long = sum(len(name) + 1 for name in names) * LETTER_WIDTH
    every = max(-(-len(names) // MOST_LABELS), -(-long // _INNER_WIDTH), 1)
    return [
        f'<text x="{x(place):.1f}" y="{HEIGHT - 12}" text-anchor="middle"{_ALTERNATE if place // every % 2 else ""}>'
        f"{escape(name)}</text>"
        for place, name in enumerate(names)
        if place % every == 0
    ]


def _y(value: int, top: int) -> float:
    return TOP + _INNER_HEIGHT * (1 - value / top)


def top_of(most: int, whole: int | None = None) -> int:
    """Where an axis ends: at a round number, but not past the whole unless a value is."""
    return min(round_up(most), whole) if whole is not None and most <= whole else round_up(most)


def round_up(most: int) -> int:
    """The next number that a person would end an axis at, which four parts divide.

    >>> round_up(3), round_up(9), round_up(4210), round_up(21001)
    (4, 12, 6000, 24000)
    """
    size = 1
    while True:
        for tenths in STEPS:
            step = size * tenths // 10
            if size * tenths % 10 == 0 and step * 4 >= most:
                return step * 4
        size *= 10
