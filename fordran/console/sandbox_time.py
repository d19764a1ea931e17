"""Time, in a sandbox: moving its clock while the page shows how far it has come, and looking ahead without moving it."""

from __future__ import annotations

import asyncio
from datetime import date
from itertools import accumulate
from typing import Any

import structlog
from starlette.responses import Response

from fordran import clock
from fordran.actions.books.report_days import AMOUNTS, COUNTS, totals
from fordran.actions.days.set_clock import NotASandbox, advance_clock, days_until
from fordran.actions.demo.simulate import Simulation, simulate
from fordran.console.access import ROOT
from fordran.console.fields import number
from fordran.domain.days import days_after
from fordran.formats.table_documents import BadCell
from fordran.outside.media import media_of
from fordran.outside.systems import outside_of
from fordran.resources.clock import ClockInput
from fordran.shape.fields import Refused, read
from fordran.shape.moments import day_of
from fordran.store.connections.clock_lock import holding_the_clock, is_moving, transactions_of
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation
from fordran.web.acts import dry_run
from fordran.web.formatting import amount_text
from fordran.web.plots import Plot, amount_writers, bars, lines
from fordran.web.visit import Visit

log = structlog.get_logger("fordran.console")

MOST_AHEAD, MOST_MOVED = 90, 400
LOOKED_SECONDS = 20
"""How long somebody waits who looks ahead; what has not been done by then is left out, and the page says so."""
_moving: set[asyncio.Task[None]] = set()
"""Tasks that move the clock, which are kept until they are done."""


async def time_page(visit: Visit) -> Response:
    """The position of the clock; while it is moved, its progress. Without scripts the page asks again by itself."""
    async with visit.database.transaction() as tx:
        moves = await is_moving(tx)
    return await _shown(visit, {}, moves=moves)


async def _shown(
    visit: Visit,
    issues: dict[str, str],
    status: int = 200,
    *,
    moves: bool = False,
    ahead: Simulation | None = None,
    asked: int = 0,
) -> Response:
    today: date = visit.frame["today"]
    first, last = visit.day("from"), visit.day("to")
    way = (last - first).days if first and last else 0
    return visit.render(
        "time.html",
        status,
        today=today,
        moves=moves,
        goal=last,
        is_there=last is not None and today >= last,
        passed=min(max((today - first).days, 0), way) if first else 0,
        way=way,
        issues=issues,
        form=visit.form,
        most_ahead=MOST_AHEAD,
        most_moved=MOST_MOVED,
        plots=_plots(visit, ahead) if ahead else [],
        happened=_happened(visit, ahead) if ahead else [],
        ahead_to=ahead.days[-1].date if ahead else None,
        ahead_days=(ahead.days[-1].date - today).days if ahead else 0,
        asked=asked,
        seconds=LOOKED_SECONDS,
    )


async def move(visit: Visit) -> Response:
    """Begin to move the clock, and go on to the page that shows how far it has come."""
    now = clock.now()
    try:
        async with visit.database.transaction() as tx:
            days = await _days(visit, tx)
            if not (await read_installation(tx)).sandbox:
                raise NotASandbox("error.not_a_sandbox")
            if not 0 <= days <= MOST_MOVED:
                raise Refused({"days": visit.t("console.time.days_forward_required", most=MOST_MOVED)})
    except (Refused, BadCell):
        return await _shown(visit, {"days": visit.t("console.time.days_forward_required", most=MOST_MOVED)}, 422)
    today: date = visit.frame["today"]
    begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(_move(visit, days, now, begun))
    _moving.add(task)
    task.add_done_callback(_moving.discard)
    await begun
    return visit.redirect(f"{ROOT}/time?from={today}&to={days_after(today, days)}")


async def _days(visit: Visit, tx: Connection) -> int:
    day, days = visit.form.text("date"), visit.form.text("days")
    given = read(ClockInput, {"date": day} if day else {"days": number(days or "x")})
    if given.date is not None:
        return await days_until(tx, clock.now(), day_of(given.date))
    assert given.days is not None
    return given.days


async def _move(visit: Visit, days: int, now: Any, begun: asyncio.Future[None]) -> None:
    """Move the clock. The visitor waits until it is held, and sees an error if it cannot be; later errors are logged."""
    put = media_of(visit.settings).put
    try:
        async with holding_the_clock(visit.database.url) as begin:
            begun.set_result(None)
            outside = outside_of(visit.settings)
            await advance_clock(begin, put, visit.settings.operator, now, days, outside=outside)
    except Exception as trouble:
        if not begun.done():
            begun.set_exception(trouble)
            return
        log.error("sandbox clock move failed", exc_info=trouble)


async def look_ahead(visit: Visit) -> Response:
    """The automatic work of the coming days, done in a transaction that is rolled back."""
    try:
        days = int(number(visit.form.text("ahead") or "x"))
    except (BadCell, ValueError):
        days = 0
    if not 1 <= days <= MOST_AHEAD:
        sentence = visit.t("console.time.days_required", most=MOST_AHEAD)
        return await _shown(visit, {"ahead": sentence}, 422)

    async def work(tx: Connection) -> Simulation:
        if not (await read_installation(tx)).sandbox:
            raise NotASandbox("error.not_a_sandbox")
        begin, is_enough = transactions_of(tx), clock.have_passed(LOOKED_SECONDS)
        return await simulate(begin, lambda *_: None, visit.settings.operator, clock.now(), days, is_enough=is_enough)

    return await _shown(visit, {}, ahead=await dry_run(visit, work), asked=days)


def _plots(visit: Visit, ahead: Simulation) -> list[Plot]:
    """Letters a day, and what the money comes to since the first day."""
    t = visit.t
    labels = [f"{day.date:%m-%d}" for day in ahead.days]
    letters = [(label, [day.letters]) for label, day in zip(labels, ahead.days, strict=True)]
    fees, interest, paid = (
        list(accumulate(getattr(day, name) for day in ahead.days)) for name in ("fees", "interest", "paid")
    )
    money = [(label, [max(one, 0) for one in row]) for label, *row in zip(labels, fees, interest, paid, strict=True)]
    names = [t("console.time.fees"), t("console.time.interest"), t("console.paid")]

    return [
        bars(t("console.time.letters_day"), t("console.day"), [t("console.letters")], letters, str),
        lines(t("console.time.money_since_first_day"), t("console.day"), names, money, *amount_writers(t.language)),
    ]


def _happened(visit: Visit, ahead: Simulation) -> list[tuple[str, str]]:
    sums, language = totals(ahead.days), visit.t.language
    return [
        (visit.t.of("day_result", name), amount_text(sums[name], language) if name in AMOUNTS else str(sums[name]))
        for name in (*COUNTS, *AMOUNTS)
    ]
