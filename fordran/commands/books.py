"""`fordran books`: close the months of the operator's ledger, and show which are closed."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

if TYPE_CHECKING:
    from fordran.actions.books.close_period import Books, PeriodRow
    from fordran.settings import Settings
    from fordran.store.connections.database import Connection
    from fordran.store.reading.scope import Caller

app = typer.Typer(name="books", help="The operator's ledger.", no_args_is_help=True, add_completion=False)

Month = Annotated[str, typer.Argument(metavar="MONTH", help="The month, as 2026-11.")]
AsUser = Annotated[
    str, typer.Option("--as", metavar="USER", help="The person who does it: a user's id or e-mail address.")
]


class NotAMonth(Exception):
    """A text that is no month."""


@app.callback()
def books() -> None:
    """The operator's ledger."""


@command(app)
def close(
    run: PrintingRun,
    month: Month,
    as_user: Annotated[
        str | None, typer.Option("--as", metavar="USER", help="Who closes it: a user's id or e-mail address.")
    ] = None,
) -> None:
    """Close a month, or propose it where a second person has to confirm it."""
    from fordran.actions.books.close_period import close_period
    from fordran.commands.installation import in_transaction

    async def work(tx: "Connection") -> "PeriodRow":
        by = None if as_user is None else await _person(tx, as_user)
        return await close_period(tx, _books(settings), day, by, clock.now())

    day = _month(month)
    with run.opened() as settings:
        row = in_transaction(settings, work)
    run.show(_shown(row))


@command(app)
def confirm(run: PrintingRun, month: Month, as_user: AsUser) -> None:
    """Close a month that somebody else proposed."""
    from fordran.actions.books.close_period import confirm_period
    from fordran.commands.installation import in_transaction

    async def work(tx: "Connection") -> "PeriodRow":
        return await confirm_period(tx, _books(settings), day, await _person(tx, as_user), clock.now())

    day = _month(month)
    with run.opened() as settings:
        row = in_transaction(settings, work)
    run.show(_shown(row))


@command(app, "show")
def show_periods(run: PrintingRun) -> None:
    """Print the months that are proposed or closed, with the hashes of their exports."""
    from fordran.actions.books.close_period import closed_periods

    run.show({"periods": [_shown(row) for row in run.in_transaction(closed_periods)]})


async def _person(tx: "Connection", user_or_email: str) -> "Caller":
    from fordran.actions.people.find_person import caller_named

    return await caller_named(tx, user_or_email)


def _books(settings: "Settings") -> "Books":
    from fordran.actions.books.close_period import Books

    return Books(settings.operator, settings.ledger_accounts, settings.four_eyes)


def _month(text: str) -> date:
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise NotAMonth(f"{text!r} is not a month: write it as 2026-11.") from None


def _shown(row: "PeriodRow") -> dict[str, Any]:
    return {
        "month": f"{row['month']:%Y-%m}",
        "status": "proposed" if row["closed"] is None else "closed",
        "proposed_by": row["proposed_by"],
        "confirmed_by": row["confirmed_by"],
        "closed_on": row["closed_on"] and row["closed_on"].isoformat(),
        "vouchers": row["vouchers"],
        "sha256": row["file_hash"],
    }
