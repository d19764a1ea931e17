"""`fordran law show`, `add`: what the law lets a debtor be charged from which day, and rows that a sandbox tries."""

from datetime import date
from decimal import Decimal
from typing import Annotated

import typer

from fordran.commands.run import PrintingRun, command

app = typer.Typer(name="law", help="The law as dated rows.", no_args_is_help=True, add_completion=False)


@app.callback()
def law() -> None:
    """The law as dated rows."""


@command(app, "show")
def show_law(run: PrintingRun) -> None:
    """Print every row: what it is for, from which day, how much at most, and the law that says so."""
    from fordran.actions.cases.tried_law import law_in_force, shown_law, shown_terms

    run.show({"rows": shown_law(run.in_transaction(law_in_force)), "terms": shown_terms()})


@command(app)
def add(
    run: PrintingRun,
    article: Annotated[str, typer.Argument(help="What the amount is for, as reminder.")],
    begins: Annotated[str, typer.Option("--from", metavar="DATE", help="The first day on which it holds.")],
    amount: Annotated[str, typer.Option(metavar="KRONOR", help="The most that may be charged, in kronor.")],
) -> None:
    """Add a row to try, in a sandbox; it changes nothing before its first day."""
    from fordran.actions.cases.tried_law import shown_law, try_law
    from fordran.commands.clock import NotADate

    try:
        day = date.fromisoformat(begins)
    except ValueError:
        raise NotADate(f"{begins!r} is not a day: write it as 2026-12-24.") from None
    most = _ore(amount)
    run.show({"rows": shown_law(run.in_transaction(lambda tx: try_law(tx, article, day, most)))})


def _ore(text: str) -> int:
    from fordran.actions.cases.tried_law import NotAnAmount
    from fordran.domain.money import ore_of

    try:
        ore = ore_of(Decimal(text))
    except (ArithmeticError, ValueError):
        raise NotAnAmount(text) from None
    if ore < 0:
        raise NotAnAmount(text)
    return ore
