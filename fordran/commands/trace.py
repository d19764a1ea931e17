"""`fordran trace`: from a bank's line to a payout's line and back."""

import json
from typing import Annotated, Any

import typer

from fordran.commands.run import PrintingRun, command

app = typer.Typer(add_completion=False)


class NothingToTrace(Exception):
    """There is nothing by that number."""


@command(app)
def trace(
    run: PrintingRun,
    what: Annotated[
        str, typer.Argument(metavar="OCR|PAYOUT|BANKREF", help="An OCR number, a payout, a bank's reference.")
    ],
) -> None:
    """Follow money from bank line to payout line, or back."""
    from fordran.actions.books.trace import trace as find_trace

    found = run.in_transaction(lambda tx: find_trace(tx, what))
    if not any(found.values()):
        raise NothingToTrace(f"There is no case, payout or bank transaction by {what!r}.")
    typer.echo(json.dumps(found, ensure_ascii=False) if run.as_json else "\n".join(_lines(found)))


def _lines(value: Any, name: str = "", depth: int = 0) -> list[str]:
    """Nested values as indented lines."""
    before = "  " * depth
    if isinstance(value, dict):
        simple = [f"{key} {item}" for key, item in value.items() if not isinstance(item, dict | list)]
        head = [f"{before}{name.replace('_', ' ')}{': ' if name and simple else ''}{', '.join(simple)}"]
        nested = [(key, item) for key, item in value.items() if isinstance(item, dict | list) and item]
        return (head if name or simple else []) + [
            line for key, item in nested for line in _lines(item, key, depth + 1)
        ]
    return [line for item in value for line in _lines(item, name, depth)]
