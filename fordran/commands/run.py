"""The run of a command: it has the options that every command takes, opens the installation, and prints."""

from __future__ import annotations

import getpass
import inspect
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from fordran.commands.options import Data, DatabaseUrl, GlobalOptions, Json, show

if TYPE_CHECKING:
    from fordran.settings import Settings
    from fordran.store.connections.database import Connection

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., None])
_NONE = inspect.Parameter.empty


@dataclass(frozen=True)
class CommandRun:
    """One run of a command, by the options that every command takes."""

    ctx: typer.Context
    data: Data = None
    database_url: DatabaseUrl = None

    def settings(self, **options: Any) -> Settings:
        """The settings of the run; logs are set up by them."""
        # Read when a command is carried out: help need not wait for them.
        from fordran import logs
        from fordran.settings import Settings
        from fordran.store.connections.actor import Actor, act_from_now_on

        earlier: GlobalOptions = self.ctx.obj
        data, database_url = self.data or earlier.data, self.database_url or earlier.database_url
        settings = Settings.load(data=data, database_url=database_url, **options)
        logs.set_up(settings.log_level)
        act_from_now_on(Actor("command", _called(self.ctx), _who()))
        return settings

    @contextmanager
    def opened(self) -> Iterator[Settings]:
        """The settings of an installation whose database answers and is at the newest schema."""
        from fordran.commands.installation import opened

        with opened(self.settings()) as settings:
            yield settings

    @contextmanager
    def reached(self) -> Iterator[Settings]:
        """The same, with the database left as it is."""
        from fordran.commands.installation import reached

        with reached(self.settings()) as settings:
            yield settings

    def in_transaction(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Open the installation and do the work in one transaction."""
        from fordran.commands.installation import in_transaction

        with self.opened() as settings:
            return in_transaction(settings, work)


@dataclass(frozen=True)
class PrintingRun(CommandRun):
    """A run of a command that prints its result, as JSON on demand."""

    as_json: Json = False

    def show(self, values: dict[str, Any]) -> None:
        """Print the result."""
        show(values, as_json=self.as_json)

    def show_list(self, name: str, found: Sequence[T], line: Callable[[T], str]) -> None:
        """Print the items of a list, a line each; as JSON under the name."""
        if self.as_json:
            self.show({name: found})
            return
        for one in found:
            typer.echo(line(one))


def command(app: typer.Typer, name: str | None = None, **settings: Any) -> Callable[[F], F]:
    """Add a command. The fields of its parameter `run` become options of their own."""

    def add(function: F) -> F:
        app.command(name or function.__name__, **settings)(with_run(function))
        return function

    return add


def with_run(function: Callable[..., None]) -> Callable[..., None]:
    """A function with the fields of its parameter `run` as parameters of their own.

    They follow the others in the help, those of a subclass first.
    """
    own = inspect.signature(function, eval_str=True).parameters
    kind = own["run"].annotation
    given_alone = [one for one in own.values() if one.name != "run"]
    of_run = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=getattr(part, name, _NONE)
        )
        for part in kind.__mro__
        for name, annotation in inspect.get_annotations(part, eval_str=True).items()
    ]

    def called(**given: Any) -> None:
        function(run=kind(**{one.name: given.pop(one.name) for one in of_run}), **given)

    called.__doc__ = function.__doc__
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in given_alone]
    called.__signature__ = inspect.Signature([*parameters, *of_run])  # type: ignore[attr-defined]
    return called


def _called(ctx: Any) -> str:
    """The command as it is typed, without its options."""
    return f"{_called(ctx.parent)} {ctx.info_name}" if ctx.parent else "fordran"


def _who() -> str:
    """The operating system's name of who runs this; the number, where there is no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
