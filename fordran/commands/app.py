"""All commands in one application, and what becomes of trouble.

An exception of our own is a sentence for the person at the terminal: it is printed as one, with exit code 2. So is a disk that
is full or takes no writes. Any other is a fault in the program, and shows where.
"""

import errno
import signal
import sys
from importlib import import_module
from keyword import iskeyword
from types import FrameType
from typing import Any

import typer
from typer.core import TyperGroup

from fordran.commands.options import Data, DatabaseUrl, Given, say
from fordran.commands.standard_error import keep_standard_error_steady
from fordran.store.connections.disk_full import is_disk_full

# In the order of `fordran --help`. Each is a module here with an `app`, read when its command is called: `serve` need
# not wait for what `restore` imports.
COMMANDS = (
    "serve",
    "worker",
    "migrate",
    "distribute",
    "verify",
    "backup",
    "restore",
    "partner",
    "client",
    "user",
    "import",
    "bank",
    "payouts",
    "sie",
    "trace",
    "listen",
    "report",
    "letters",
    "debtor",
    "privacy",
    "settings",
    "law",
    "clock",
    "simulate",
    "explain",
)


# A folder that is read-only or another's is no fault of the program.
_NOT_FOR_US = (errno.EROFS, errno.EACCES, errno.EPERM)


class _Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        return typer.main.get_command(import_module(f"fordran.commands.{module}").app)


app = typer.Typer(
    name="fordran", cls=_Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)


@app.callback()
def fordran(ctx: typer.Context, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Invoicing and debt collection: register, remind, demand, enforce, take payments in, pay out."""
    ctx.obj = Given(data, database_url)


def main() -> None:
    """Run the command that the program was called with."""
    keep_standard_error_steady()
    # A reader of what we print, such as a log collector, is to see each line when it is printed.
    if sys.stdout is not None:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A shell ignores SIGINT for what it runs in the background; we hear it all the same. nohup is obeyed.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupt_once)
    try:
        app()
    except Exception as trouble:
        sentence = _sentence(trouble)
        if sentence is None:
            raise
        say(sentence)
        sys.exit(2)


def _sentence(trouble: Exception) -> str | None:
    """What to say of trouble that is ours, or the disk's; None for a fault in the program."""
    if type(trouble).__module__.startswith("fordran."):
        return str(trouble)
    if is_disk_full(trouble):
        return f"There is no room on the disk: {trouble}."
    if isinstance(trouble, OSError) and trouble.errno in _NOT_FOR_US and trouble.filename is not None:
        return f"{trouble.filename} cannot be used: {trouble.strerror}."
    return None


def _interrupt_once(_number: int, _frame: FrameType | None) -> None:
    """Unwind from wherever we are. What follows is the stopping, which is not to be interrupted halfway."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
