"""`fordran law`: the law as dated rows; an operator adds rows without a release, and a second person approves them."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fordran.actions.law.law_rows import StoredLawRow
    from fordran.store.connections.database import Connection
    from fordran.store.reading.scope import Caller

    Decide = Callable[[Connection, str, Caller, datetime], Awaitable[StoredLawRow | None]]

app = typer.Typer(name="law", help="The law as dated rows.", no_args_is_help=True, add_completion=False)

Row = Annotated[str, typer.Argument(metavar="ROW", help="The id of the row.")]
AsUser = Annotated[
    str, typer.Option("--as", metavar="USER", help="The person who does it: a user's id or e-mail address.")
]


class NotAnAmount(Exception):
    """A text that is no amount, or a negative one."""


class NotAPercentage(Exception):
    """A text that is no percentage."""


class NoSuchLawRow(Exception):
    """There is no row of law by that id."""


@app.callback()
def law() -> None:
    """The law as dated rows."""


@command(app, "show")
def show_law(run: PrintingRun) -> None:
    """Print every row: fees, reference rates, orders of payment and terms, each with its first day and its source."""
    from fordran.actions.cases.law_in_force import law_in_force
    from fordran.actions.law.law_rows import law_rows_there
    from fordran.actions.law.shown_law import shown_law, shown_row, shown_terms
    from fordran.domain.law.reference_rates import rate_on
    from fordran.store.upkeep.installation import business_day

    async def work(tx: Connection) -> dict[str, Any]:
        found, today = await law_in_force(tx), await business_day(tx, clock.now())
        return {
            "rows": shown_law(found, today),
            "terms": shown_terms(),
            "added": [shown_row(row) for row in await law_rows_there(tx)],
            "is_provisional": rate_on(today, found.rates)[1],
        }

    run.show(run.in_transaction(work))


@command(app)
def add(
    run: PrintingRun,
    article: Annotated[str, typer.Argument(help="What it is about: reference_rate, order_of_payment or an amount.")],
    begins: Annotated[str, typer.Option("--from", metavar="DATE", help="The first day on which it holds.")],
    amount: Annotated[str, typer.Option(metavar="KRONOR", help="The most that may be charged, in kronor.")] = "",
    percent: Annotated[str, typer.Option(metavar="PERCENT", help="The reference rate, in percent a year.")] = "",
    order: Annotated[
        str, typer.Option(metavar="PARTS", help="The parts of a debt in the order in which payments cover them.")
    ] = "",
    claim_kind: Annotated[str, typer.Option(metavar="KIND", help="An order of this kind of claim alone.")] = "",
    consumers: Annotated[bool, typer.Option("--consumers", help="An order of consumers' debts alone.")] = False,
    source: Annotated[str, typer.Option(metavar="TEXT", help="Where it was announced, as SFS 2026:1234.")] = "",
    as_user: Annotated[str | None, typer.Option("--as", metavar="USER", help="The person who proposes it.")] = None,
) -> None:
    """Propose a row; in a sandbox it holds at once, else once a second person has approved it."""
    from fordran.actions.law.law_rows import GivenLawRow, propose_law_row
    from fordran.actions.people.find_person import caller_named
    from fordran.commands.clock import NotADate

    try:
        day = date.fromisoformat(begins)
    except ValueError:
        raise NotADate(f"{begins!r} is not a day: write it as 2026-12-24.") from None
    given = GivenLawRow(
        article,
        day,
        _ore(amount) if amount else None,
        _percent(percent) if percent else None,
        tuple(part.strip() for part in order.split(",")) if order else None,
        claim_kind or None,
        consumers,
        source,
    )

    async def work(tx: Connection) -> StoredLawRow:
        by = None if as_user is None else await caller_named(tx, as_user)
        return await propose_law_row(tx, given, by, clock.now())

    _show_row(run, run.in_transaction(work))


@command(app)
def approve(run: PrintingRun, row: Row, as_user: AsUser) -> None:
    """Let a proposed row hold, as another person than the one who proposed it."""
    from fordran.actions.law.law_rows import approve_law_row

    _decide(run, row, as_user, approve_law_row)


@command(app)
def reject(run: PrintingRun, row: Row, as_user: AsUser) -> None:
    """Let a proposed row never hold."""
    from fordran.actions.law.law_rows import reject_law_row

    _decide(run, row, as_user, reject_law_row)


def _decide(run: PrintingRun, id_: str, as_user: str, decide: Decide) -> None:
    from fordran.actions.people.find_person import caller_named

    async def work(tx: Connection) -> StoredLawRow:
        row = await decide(tx, id_, await caller_named(tx, as_user), clock.now())
        if row is None:
            raise NoSuchLawRow(f"There is no row of law with the id {id_!r}.")
        return row

    _show_row(run, run.in_transaction(work))


def _show_row(run: PrintingRun, row: StoredLawRow) -> None:
    from fordran.actions.law.shown_law import shown_row

    run.show(shown_row(row))


def _ore(text: str) -> int:
    from fordran.domain.money import ore_of

    try:
        ore = ore_of(Decimal(text))
    except (ArithmeticError, ValueError):
        raise NotAnAmount(f"{text!r} is not an amount: write kronor, as 60 or 60.50.") from None
    if ore < 0:
        raise NotAnAmount(f"{text!r} is not an amount: write kronor, as 60 or 60.50.")
    return ore


def _percent(text: str) -> Decimal:
    try:
        found = Decimal(text)
    except ArithmeticError:
        raise NotAPercentage(f"{text!r} is not a percentage: write it as 2.0.") from None
    if not found.is_finite():
        raise NotAPercentage(f"{text!r} is not a percentage: write it as 2.0.")
    return found
