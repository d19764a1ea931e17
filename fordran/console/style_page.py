"""The page of components: all that pages are made of, to look at and to be held against the rules of accessibility."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.web.plots import amount_writers, bars, lines
from fordran.web.visit import Visit


async def style_page(visit: Visit) -> Response:
    """Every component once, with invented values."""
    t = visit.t
    now = clock.now()
    series = [t("console.in"), t("console.out")]
    rows = [(f"2026-{month:02d}", (month * 123_400, month * 45_600)) for month in range(1, 11)]

    write, short = amount_writers(t.language)
    return visit.render(
        "style.html",
        now=now,
        today=clock.stockholm_date(now),
        entries=[
            {"at": now, "kind": "letter", "title": t("console.letters"), "text": "1234", "href": "#plot"},
            {"at": now, "kind": "money", "title": t("console.paid"), "text": write(123_456), "href": None},
            {"at": now, "kind": "trouble", "title": t("console.style.stopped"), "text": "", "href": None},
        ],
        bars=bars(t("console.money_in_and_out"), t("console.style.month"), series, rows, write, short),
        curve=lines(t("console.money_in_and_out"), t("console.style.month"), series, rows, write, short),
    )
