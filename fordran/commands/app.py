"""All commands in one application, and what becomes of trouble.

An exception of our own is a sentence for the person at the terminal: it is printed as one, with exit code 2. So is a disk that
is full or takes no writes. Any other is a fault in the program, and shows where.
"""

import errno
import sys
from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from fordran.commands.options import Data, DatabaseUrl, GlobalOptions, say
from fordran.commands.process_setup import hear_interrupts, keep_standard_error_steady, make_files_private

# In the order of `fordran --help`. Each is a module here with an `app`, read when its command is called: `serve` need
# not wait for what `restore` imports, nor `--help` for any of them. A module imports what it needs to describe itself; what
# its commands need to be carried out they import when they are. What each says of itself a test holds to this.
COMMANDS: Mapping[str, str] = {
    "serve": "Migrate, serve the API and run the worker, until Ctrl-C.",
    "worker": "Run a further worker process.",
    "migrate": "Bring the database to the newest schema.",
    "distribute": "Lay the tables out over the nodes of Citus; what is laid out already is left alone.",
    "verify": "Verify every balance, chain, seal and total; exit code 1 where something differs.",
    "backup": "Write the whole installation to one file, also while it is being served.",
    "restore": "Make an installation from its backup, where there is none yet.",
    "partner": "Partners.",
    "client": "API clients.",
    "user": "People who sign in to the pages.",
    "import": "Register what stands in files.",
    "bank": "Files from the bank.",
    "autogiro": "Mandates and debits by Autogiro, to Bankgirot and back.",
    "fortnox": "Invoices from Fortnox.",
    "visma": "Invoices from Visma eAccounting.",
    "swish": "Refunds by Swish.",
    "approvals": "What waits for a second person.",
    "payouts": "What is paid to creditors.",
    "books": "The operator's ledger.",
    "sie": "The operator's ledger as SIE.",
    "trace": "Follow money from bank line to payout line, or back.",
    "listen": "Print events as they happen, until Ctrl-C.",
    "report": "Reports on the money.",
    "letters": "Letters to customers.",
    "debtor": "What debtors can open.",
    "deliveries": "What leaves the house.",
    "privacy": "What is held about people, and erasing it.",
    "settings": "Settings of cases.",
    "law": "The law as dated rows.",
    "clock": "The business clock.",
    "simulate": "Run a copy of the installation ahead and report what it would do.",
    "simulators": "Serve stand-ins of outside systems on this machine, until Ctrl-C.",
    "explain": "Print a resource's table, view, the SELECT of a query and its OpenAPI fragment.",
}


# Help without frames: to draw them, half of the time would go into importing what draws.
PLAIN_HELP = None

# A folder that is read-only or another's is no fault of the program.
_NOT_FOR_US = (errno.EROFS, errno.EACCES, errno.EPERM)


class _Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """A command as the list of them shows it."""
        return TyperCommand(cmd_name, short_help=COMMANDS[cmd_name]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, which is read now."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command_of(name) if command and name else command, rest


def command_of(name: str) -> Any:
    """A command, whole."""
    found = import_module(f"fordran.commands.{name}_" if iskeyword(name) else f"fordran.commands.{name}").app
    found.rich_markup_mode = PLAIN_HELP
    command: Any = typer.main.get_command(found)
    for one in getattr(command, "commands", {}).values():
        # A sentence that is too long for its line goes on in the next; it is not cut off.
        one.short_help = one.short_help or (one.help or "").partition("\n\n")[0]
    return command


app = typer.Typer(
    name="fordran",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=PLAIN_HELP,
)


def _print_version(is_asked_for: bool) -> None:
    if is_asked_for:
        from importlib.metadata import version

        typer.echo(f"fordran {version('fordran')}")
        raise typer.Exit


@app.callback()
def fordran(
    ctx: typer.Context,
    data: Data = None,
    database_url: DatabaseUrl = None,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Invoicing and debt collection: register, remind, demand, enforce, take payments in, pay out."""
    ctx.obj = GlobalOptions(data, database_url)


def main() -> None:
    """Run the command that the program was called with."""
    try:
        keep_standard_error_steady()
        make_files_private()
        # A reader of what we print, such as a log collector, is to see each line when it is printed.
        if sys.stdout is not None:
            sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        hear_interrupts()
        app()
    except KeyboardInterrupt:
        # The command itself ends in order; this one came before it began, or as it ended.
        sys.exit(130)
    except Exception as trouble:
        sentence = _sentence(trouble)
        if sentence is None:
            raise
        say(sentence)
        sys.exit(2)


def _sentence(trouble: Exception) -> str | None:
    """The message of our own exception or of a disk error; None for a fault in the program."""
    # Read when there is trouble: what speaks to the database takes long to import.
    import asyncpg

    from fordran.shape.fields import Refused
    from fordran.store.connections.disk_full import is_disk_full

    if isinstance(trouble, Refused):
        from fordran.domain.languages import ENGLISH
        from fordran.texts.catalogue import texts

        issues = texts(ENGLISH).issues(trouble.issues)
        return "; ".join(f"{name} {issue}" for name, issue in issues.items()) + "."
    if type(trouble).__module__.startswith("fordran."):
        return str(trouble)
    if isinstance(trouble, asyncpg.ReadOnlySQLTransactionError):
        return f"The database takes no writes: {trouble}."
    if isinstance(trouble, asyncpg.InsufficientPrivilegeError):
        return f"The user of the database may not do this: {trouble}."
    if is_disk_full(trouble):
        return f"There is no room on the disk: {trouble}."
    if isinstance(trouble, OSError) and trouble.errno in _NOT_FOR_US and trouble.filename is not None:
        return f"{trouble.filename} cannot be used: {trouble.strerror}."
    return None
