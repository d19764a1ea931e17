"""`fordran import invoices FILE` and `fordran import cases FILE`: register the contents of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command

if TYPE_CHECKING:
    from fordran.commands.import_run import Imported


app = typer.Typer(name="import", help="Register what stands in files.", no_args_is_help=True, add_completion=False)

MOST_SHOWN = 100

File = Annotated[Path, typer.Argument(help="CSV, Excel or JSON lines, told by its contents.")]
Account = Annotated[str | None, typer.Option(metavar="ID", help="The account of rows that name none.")]
Creditor = Annotated[str | None, typer.Option(metavar="ID", help="The creditor of rows that name none.")]


@app.callback()
def imports() -> None:
    """Register what stands in files: whole, refused rows apart, and nothing twice."""


@command(app)
def invoices(
    run: PrintingRun,
    file: File,
    account: Account = None,
    creditor: Creditor = None,
) -> None:
    """Register invoices to be distributed. Exit code 0: all; 1: some rows were refused; 2: the file cannot be read."""
    _import(run, "invoices", file, account, creditor)


@command(app)
def cases(
    run: PrintingRun,
    file: File,
    account: Account = None,
    creditor: Creditor = None,
) -> None:
    """Register overdue debts. Exit code 0: all; 1: some rows were refused; 2: the file cannot be read."""
    _import(run, "cases", file, account, creditor)


def _import(run: PrintingRun, kind: str, file: Path, account: str | None, creditor: str | None) -> None:
    from fordran.commands.import_run import look_through, run_import
    from fordran.commands.installation import direct_address, opened
    from fordran.commands.progress import counting, passing

    settings = run.settings()
    named = {"account": account, "creditor": creditor}
    defaults = {name: id_ for name, id_ in named.items() if id_ is not None}
    # The file is read to its end before anything is registered: one that is broken off midway registers nothing.
    found = look_through(file, kind, defaults)
    for name in found.missing:
        say(f"Some rows name no {name} and are refused: --{name} ID is for them.")
    with opened(settings) as ready, passing(found.rows, f"rows of {file.name}") as tell:
        imported = run_import(direct_address(ready), found, counting(tell, found.rows))
    _show(run, imported)
    if imported.refused:
        raise typer.Exit(1)


def _show(run: PrintingRun, imported: Imported) -> None:
    if imported.began_before is not None:
        when = imported.began_before.strftime("%Y-%m-%d %H:%M")
        say(f"The import of this file began {when} UTC: what was registered then is not registered again.")
    counts: dict[str, Any] = {
        "report": imported.report,
        "kind": imported.kind,
        "filename": imported.filename,
        "sha256": imported.sha256,
        "rows_read": imported.rows_read,
        "registered": imported.registered,
        "duplicates": imported.duplicates,
        "refused": len(imported.refused),
        "warnings": len(imported.warned),
    }
    if run.as_json:
        refusals = [{"row": row, "issues": issues} for row, issues in sorted(imported.refused.items())]
        doubts = [{"row": row, "warnings": warnings} for row, warnings in sorted(imported.warned.items())]
        run.show(counts | {"refusals": refusals, "doubts": doubts})
        return
    run.show(counts)
    if imported.refused:
        _show_refused(imported.refused)
    if imported.warned:
        _show_warned(imported.warned)


def _show_warned(warned: dict[int, list[dict[str, str]]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("row", "doubtful", title="Registered, with warnings", title_justify="left")
    for row, warnings in sorted(warned.items())[:MOST_SHOWN]:
        table.add_row(str(row), "; ".join(" ".join(map(str, one.values())) for one in warnings))
    Console().print(table, markup=False)
    if len(warned) > MOST_SHOWN:
        say(f"{len(warned) - MOST_SHOWN} more rows have warnings: --json shows all.")


def _show_refused(refused: dict[int, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("row", "field", "why", title="Refused", title_justify="left")
    for row, issues in sorted(refused.items())[:MOST_SHOWN]:
        for place, (field, sentence) in enumerate(_flat(issues)):
            table.add_row("" if place else str(row), field, sentence)
    Console().print(table, markup=False)
    if len(refused) > MOST_SHOWN:
        say(f"{len(refused) - MOST_SHOWN} more rows were refused: --json shows all, and so does the report.")


def _flat(issues: Any, path: str = "") -> list[tuple[str, str]]:
    if isinstance(issues, dict):
        return [found for name, below in issues.items() for found in _flat(below, f"{path}.{name}" if path else name)]
    return [(path, str(sentence)) for sentence in (issues if isinstance(issues, list) else [issues])]
