"""`fordran client`: API clients, which are users that programs sign in as."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.domain.service.signing_in import MOST_GRACE_HOURS

if TYPE_CHECKING:
    from fordran.store.connections.database import Connection

app = typer.Typer(name="client", help="API clients.", no_args_is_help=True, add_completion=False)

A_PAGE = 100

Id = Annotated[str, typer.Argument(metavar="ID", help="The client, as `fordran client list` shows it.")]
Shown = dict[str, Any]


class ExactlyOneOwnerRequired(Exception):
    """A client belongs to exactly one of the operator, a partner, an account or creditors."""


class NoSuchClient(Exception):
    """No API client has that id."""


class NoSuchKeyFile(Exception):
    """A public key was named by a file that cannot be read."""


@app.callback()
def clients() -> None:
    """API clients."""


@command(app)
def add(
    run: PrintingRun,
    name: Annotated[str, typer.Option(help="What to call the client.")],
    operator: Annotated[bool, typer.Option("--operator", help="It acts for the operator and sees all.")] = False,
    partner: Annotated[str | None, typer.Option(metavar="ID", help="It acts for a partner.")] = None,
    account: Annotated[str | None, typer.Option(metavar="ID", help="It acts for an account.")] = None,
    creditor: Annotated[list[str] | None, typer.Option(metavar="ID", help="For a creditor; may be repeated.")] = None,
    public_key: Annotated[
        list[str] | None, typer.Option(metavar="PEM", help="A public key, or the file it is in; may be repeated.")
    ] = None,
    ip: Annotated[
        list[str] | None, typer.Option(metavar="ADDR", help="An address or network it calls from; may be repeated.")
    ] = None,
) -> None:
    """Add an API client and print its API code, which is shown this once."""
    from fordran.actions.accounts.add_client import add_client

    if [operator, partner is not None, account is not None, bool(creditor)].count(True) != 1:
        raise ExactlyOneOwnerRequired("Give exactly one of --operator, --partner, --account and --creditor.")
    keys = [_pem_of(key) for key in public_key or []]
    client = run.in_transaction(
        lambda tx: add_client(
            tx,
            name=name,
            operator=operator,
            partner=partner,
            account=account,
            creditors=creditor or [],
            public_keys=keys,
            networks=ip or [],
            now=clock.now(),
        )
    )
    run.show({"user": client.user, "api_code": client.api_code})
    if not keys and not ip:
        say("This client can sign in only once it has a public key (--public-key) or an address (--ip).")


@command(app, "list")
def list_clients(run: PrintingRun) -> None:
    """List API clients, the oldest first."""

    def line(one: dict[str, Any]) -> str:
        switched = "" if one["enabled"] else ", switched off"
        return f"{one['_id']}  {one['name']} ({_reach(one['scope'])}{switched})"

    run.show_list("clients", run.in_transaction(_all_clients), line)


@command(app, "show")
def show_client(run: PrintingRun, id_: Id) -> None:
    """Print what is known of an API client: how far it sees, its addresses, its keys, when it last signed in."""
    _print(run, _with_client(run, id_, _nothing_more))


@command(app)
def rotate(
    run: PrintingRun,
    id_: Id,
    grace_hours: Annotated[
        int, typer.Option(min=0, max=MOST_GRACE_HOURS, help="For so many hours the old code works too.")
    ] = 0,
) -> None:
    """Give an API client a new code and print it, which is shown this once; the old one works no more, or for a while."""
    from fordran.actions.accounts.rotate_code import rotate_code
    from fordran.resources.api_clients import RotationInput

    given = RotationInput(grace_hours=grace_hours)
    result: Shown = {}

    async def work(tx: Connection) -> None:
        result.update(await rotate_code(tx, id_, given, clock.now()))

    _with_client(run, id_, work)
    run.show({"user": id_} | result)


@command(app)
def disable(run: PrintingRun, id_: Id) -> None:
    """Switch an API client off: it cannot sign in, and its tokens stop working within a second."""
    _print(run, _with_client(run, id_, _switch(id_, is_enabled=False)))


@command(app)
def enable(run: PrintingRun, id_: Id) -> None:
    """Switch an API client on again."""
    _print(run, _with_client(run, id_, _switch(id_, is_enabled=True)))


@command(app, "add-key")
def add_key_of_client(
    run: PrintingRun,
    id_: Id,
    public_key: Annotated[str, typer.Option(metavar="PEM", help="A public key, or the file it is in.")],
) -> None:
    """Register a public key that an API client may sign with from now on."""
    from fordran.actions.accounts.change_keys import add_key
    from fordran.actions.accounts.client_keys import read_public_key
    from fordran.resources.api_clients import KeyInput

    given = KeyInput(public_key=_pem_of(public_key))
    read_public_key(given.public_key)  # says what is wrong with it before anything is opened
    result: Shown = {}

    async def work(tx: Connection) -> None:
        result.update(await add_key(tx, id_, given, clock.now()))

    _with_client(run, id_, work)
    run.show({"user": id_} | result)


@command(app, "remove-key")
def remove_key_of_client(
    run: PrintingRun,
    id_: Id,
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key's id, as `fordran client show` has it.")],
) -> None:
    """Remove a key of an API client: tokens that were got with it stop working within a second."""
    from fordran.actions.accounts.change_keys import remove_key

    async def work(tx: Connection) -> None:
        await remove_key(tx, id_, key, None, clock.now())

    _print(run, _with_client(run, id_, work))


def _pem_of(given: str) -> str:
    """The key itself, where a file may have been named in its stead."""
    if given.lstrip().startswith("-----BEGIN"):
        # A shell variable or an environment file often holds the line breaks as \\n.
        return given.replace("\\n", "\n")
    try:
        return Path(given).read_text(encoding="ascii")
    except (OSError, ValueError):
        raise NoSuchKeyFile(f"There is no file {given!r} with a public key in PEM form.") from None


async def _nothing_more(_tx: Connection) -> None:
    """Only look."""


def _switch(id_: str, *, is_enabled: bool) -> Callable[[Connection], Awaitable[None]]:
    from fordran.actions.accounts.change_client import switch_client

    return lambda tx: switch_client(tx, id_, is_enabled=is_enabled, now=clock.now())


def _with_client(run: PrintingRun, id_: str, work: Callable[[Connection], Awaitable[None]]) -> Shown:
    """Do something with a client that there has to be; the client as it is then."""
    from fordran.resources.api_clients import API_CLIENTS
    from fordran.store.reading.scope import SYSTEM
    from fordran.store.rows.rows import find

    async def find_and_work(tx: Connection) -> Shown:
        if await find(tx, API_CLIENTS, SYSTEM, id_) is None:
            raise NoSuchClient(f"There is no API client with the id '{id_}'.")
        await work(tx)
        after = await find(tx, API_CLIENTS, SYSTEM, id_)
        assert after is not None
        return _plain(after.document)

    return run.in_transaction(find_and_work)


async def _all_clients(tx: Connection) -> list[Shown]:
    from fordran.resources.api_clients import API_CLIENTS
    from fordran.store.reading.listing import Query, read_page
    from fordran.store.reading.scope import SYSTEM

    found: list[Shown] = []
    while True:
        query = Query(page=len(found) // A_PAGE + 1, max_results=A_PAGE, sort=(("_created", False), ("_id", False)))
        page = await read_page(tx, API_CLIENTS, SYSTEM, query)
        found += [_plain(one) for one in page.items]
        if len(page.items) < A_PAGE:
            return found


def _plain(document: Shown) -> Shown:
    """A document as JSON has it."""
    plain: Shown = orjson.loads(orjson.dumps(document))
    return plain


def _reach(scope: Shown) -> str:
    owners = [scope[name] for name in ("partner", "account") if name in scope] + scope["creditors"]
    return " ".join([scope["level"], *owners])


def _print(run: PrintingRun, client: Shown) -> None:
    lines = {name: json.dumps(value) if isinstance(value, dict | list) else value for name, value in client.items()}
    run.show(client if run.as_json else lines)
