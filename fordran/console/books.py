"""The page of the books: months of the operator's ledger, closing them by two people, and their exports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import TypeAlias

from starlette.responses import Response

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.books.close_period import (
    Books,
    PeriodRow,
    close_period,
    closed_periods,
    confirm_period,
    last_day_of,
    next_to_close,
)
from fordran.actions.books.export_sie import export_sie
from fordran.console.downloads import download
from fordran.console.form_acts import confirm_page, is_confirmed
from fordran.console.who import FINANCE
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

HERE = "/console/books"

PeriodAct: TypeAlias = Callable[[Connection, Books, date], Awaitable[PeriodRow]]


async def books_page(visit: Visit) -> Response:
    """The months that are closed or proposed, and the one to close next."""
    async with visit.database.connection() as connection:
        periods = await closed_periods(connection)
        month = await next_to_close(connection)
        today = await business_day(connection, clock.now())
        takes_two = await in_force(connection, visit.settings.four_eyes)
    is_proposed = any(period["month"] == month for period in periods)
    return visit.render(
        "books.html",
        periods=list(reversed(periods)),
        month=month,
        is_over=month is not None and today > last_day_of(month),
        is_proposed=is_proposed,
        takes_two=takes_two,
        may_act=bool(visit.signed_in.roles & FINANCE),
        done=visit.query.get("done"),
    )


async def close_month(visit: Visit) -> Response:
    """Close a month, or propose it, once it has been shown what that means."""
    return await _act(
        visit,
        "console.books.close",
        lambda tx, books, month: close_period(tx, books, month, visit.signed_in, clock.now()),
    )


async def confirm_month(visit: Visit) -> Response:
    """Close a month that somebody else proposed."""
    return await _act(
        visit,
        "console.books.confirm",
        lambda tx, books, month: confirm_period(tx, books, month, visit.signed_in, clock.now()),
    )


async def month_file(visit: Visit) -> Response:
    """The export of a month as SIE: as it was stored, if the month is closed."""
    month, settings = _month(visit), visit.settings
    today = clock.stockholm_date(clock.now())
    async with visit.database.transaction() as tx:
        file, _ = await export_sie(tx, settings.operator, settings.ledger_accounts, month, last_day_of(month), today)
    return download(f"{month:%Y-%m}.si", "si", file)


async def _act(visit: Visit, title: str, act: PeriodAct) -> Response:
    month, settings = _month(visit), visit.settings
    if not is_confirmed(visit):
        remark = visit.t("console.books.close_about", month=f"{month:%Y-%m}")
        return confirm_page(visit, visit.t(title), HERE, visit.request.url.path, [], remark=remark)
    books = Books(settings.operator, settings.ledger_accounts, settings.four_eyes)

    async def work(tx: Connection) -> str:
        row = await act(tx, books, month)
        return f"{HERE}?done={'proposed' if row['closed'] is None else 'closed'}"

    return visit.redirect(await do_once(visit, work))


def _month(visit: Visit) -> date:
    try:
        return date.fromisoformat(f"{visit.path['month']}-01")
    except ValueError:
        raise NoSuchPage from None
