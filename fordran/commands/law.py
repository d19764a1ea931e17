"""`fordran law show`, `add`: what the law lets a debtor be charged from which day, and rows that a sandbox tries."""

from datetime import date
from decimal import Decimal
from typing import Annotated

import typer

from fordran.commands.options import Data, DatabaseUrl, Json, load, show

app = typer.Typer(name="law", help="The law as dated rows.", no_args_is_help=True, add_completion=False)


@app.callback()
def law() -> None:
    """The law as dated rows."""


@app.command("show")
def show_law(ctx: typer.Context, as_json: Json = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Print every row: what it is for, from which day, how much at most, and the law that says so."""
    from fordran.actions.cases.tried_law import law_in_force, shown_law, shown_terms
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, law_in_force)
    show({"rows": shown_law(found), "terms": shown_terms()}, as_json=as_json)


@app.command()
def add(
    ctx: typer.Context,
    article: Annotated[str, typer.Argument(help="What the amount is for, as reminder.")],
    begins: Annotated[str, typer.Option("--from", metavar="DATE", help="The first day on which it holds.")],
    amount: Annotated[str, typer.Option(metavar="KRONOR", help="The most that may be charged, in kronor.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Add a row to try, in a sandbox; it changes nothing before its first day."""
    from fordran.actions.cases.tried_law import shown_law, try_law
    from fordran.commands.clock import NotADate
    from fordran.commands.installation import in_transaction, opened

    try:
        day = date.fromisoformat(begins)
    except ValueError:
        raise NotADate(f"{begins!r} is not a day: write it as 2026-12-24.") from None
    most = _ore(amount)
    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, lambda tx: try_law(tx, article, day, most))
    show({"rows": shown_law(found)}, as_json=as_json)


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
