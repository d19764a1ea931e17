"""Options that every command takes, and how commands print."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="Where everything is kept; ./fordran-data by default.")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database-url", metavar="URL", help="A PostgreSQL of yours, 15 or later, instead of the embedded."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]


@dataclass(frozen=True)
class GlobalOptions:
    """Options given before the command: `fordran --data DIR serve` is `fordran serve --data DIR`."""

    data: Path | None
    database_url: str | None


def say(sentence: str) -> None:
    """Tell the person at the terminal how things go, apart from what the command prints."""
    if _is_service and not sys.stderr.isatty():
        report(sentence)
    else:
        typer.echo(sentence, err=True)


def report(sentence: str) -> None:
    """Say how a service goes: a line of its log, or a sentence where a person reads at a terminal."""
    if sys.stderr.isatty():
        typer.echo(sentence, err=True)
        return
    from fordran.logs import log_always  # late: help need not wait for it

    log_always("fordran.service", sentence)


_is_service = False


def run_as_service() -> None:
    """From now on every line on standard error is a line of the log. Before, a command that is refused says so plainly."""
    global _is_service
    _is_service = True


def show(values: dict[str, Any], *, as_json: bool) -> None:
    """Print what a command came to: as JSON for programs, else a line for each value, and of rows a table.

    Rows that find no room beside each other in the terminal stand below each other.
    """
    if as_json:
        typer.echo(json.dumps(values, ensure_ascii=False))
        return
    width = max(len(name) for name in values)
    for name, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            _show_rows(name, value)
        else:
            typer.echo(f"{name:<{width}}  {value}")


def _show_rows(name: str, rows: list[dict[str, Any]]) -> None:
    # Read when it is needed: most commands print no table, and are started often.
    from rich.console import Console
    from rich.table import Table

    columns = list(dict.fromkeys(column for row in rows for column in row))
    console = Console()
    if not _finds_room(rows, columns, console.width):
        _show_one_below_the_other(name, rows)
        return
    table = Table(title=name, title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")  # a name that is cut cannot be typed
    for row in rows:
        table.add_row(*(_cell(row.get(column)) for column in columns))
    console.print(table)


def _finds_room(rows: list[dict[str, Any]], columns: list[str], width: int) -> bool:
    """Whether a table has room for every column but its widest: ids and moments that are broken cannot be copied."""
    widths = [max(len(column), *(len(_cell(row.get(column))) for row in rows)) for column in columns]
    borders = 3 * len(columns) + 1
    least_of_the_widest = min(max(widths), 20)
    return sum(widths) - max(widths) + least_of_the_widest + borders <= width


def _show_one_below_the_other(name: str, rows: list[dict[str, Any]]) -> None:
    width = max(len(column) for row in rows for column in row)
    typer.echo(name)
    for row in rows:
        cells = [(column, _cell(value)) for column, value in row.items()]
        typer.echo("\n".join(f"  {column:<{width}}  {value}" for column, value in cells if value) + "\n")


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)
