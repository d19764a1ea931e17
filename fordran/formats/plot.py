"""A bar chart as SVG: stacked bars of several amounts for each label. Lengths are whole pixels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

COLOURS = ("#17324d", "#4f7ea8", "#9dbcd4", "#d9a441", "#b5543c", "#6b8f5e", "#8a8f94")
WIDTH, BAR_WIDTH, ROW_HEIGHT, BAR_HEIGHT, LABEL_WIDTH = 960, 560, 26, 16, 240
HEAD_HEIGHT = 64
MOST_BARS = 400
"""More bars than can be looked at; the last ones are drawn."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A label and its amounts in öre, in the order of the series."""

    label: str
    amounts: tuple[int, ...]


def bar_chart(title: str, series: Sequence[str], bars: Sequence[Bar], written: Callable[[int], str]) -> str:
    """The chart; amounts below zero are drawn as nothing and are in the text. `written` writes an amount."""
    shown = bars[-MOST_BARS:]
    longest = max([sum(max(0, amount) for amount in bar.amounts) for bar in shown], default=0) or 1
    height = HEAD_HEIGHT + ROW_HEIGHT * len(shown) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<text x="8" y="24" font-size="16" font-weight="600">{escape(title)}</text>',
        *_legend(series),
    ]
    for number, bar in enumerate(shown):
        parts += _bar(bar, HEAD_HEIGHT + ROW_HEIGHT * number, longest, written)
    return "\n".join([*parts, "</svg>", ""])


def _legend(series: Sequence[str]) -> list[str]:
    parts = []
    for number, name in enumerate(series):
        left = 8 + 136 * number
        parts.append(f'<rect x="{left}" y="38" width="10" height="10" fill="{COLOURS[number % len(COLOURS)]}"/>')
        parts.append(f'<text x="{left + 14}" y="47">{escape(name.replace("_", " "))}</text>')
    return parts


def _bar(bar: Bar, top: int, longest: int, written: Callable[[int], str]) -> list[str]:
    middle = top + 13
    parts = [f'<text x="{LABEL_WIDTH - 8}" y="{middle}" text-anchor="end">{escape(bar.label[:36])}</text>']
    left = LABEL_WIDTH
    for number, amount in enumerate(bar.amounts):
        width = max(0, amount) * BAR_WIDTH // longest
        if width:
            fill = COLOURS[number % len(COLOURS)]
            parts.append(f'<rect x="{left}" y="{top}" width="{width}" height="{BAR_HEIGHT}" fill="{fill}"/>')
        left += width
    return [*parts, f'<text x="{left + 6}" y="{middle}">{written(sum(bar.amounts))}</text>']
