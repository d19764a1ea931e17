"""`fordran listen`: events as they happen, one line each."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.webhooks.sequence_events import UnnumberedEventRow
    from fordran.store.connections.database import Database


app = typer.Typer(add_completion=False)

LOOK_EVERY_SECONDS = 0.5


class NotAnEventType(Exception):
    """No event is of that type."""


class NotAnAccount(Exception):
    """No account has this id."""


@command(app)
def listen(
    run: PrintingRun,
    after: Annotated[
        int | None, typer.Option("--after", min=0, metavar="N", help="Begin after this position; 0 is with the first.")
    ] = None,
    account: Annotated[str | None, typer.Option("--account", metavar="ID", help="Only events of this account.")] = None,
    types: Annotated[list[str] | None, typer.Option("--type", metavar="TYPE", help="Only events of this type.")] = None,
) -> None:
    """Print events as they happen, until Ctrl-C."""
    from fordran.domain.kinds.event_types import EVENT_TYPES
    from fordran.store.rows.ids import is_id

    for type_ in types or ():
        if type_ not in EVENT_TYPES:
            raise NotAnEventType(f"There is no event type {type_!r}. There are: {', '.join(EVENT_TYPES)}.")
    if account is not None and not is_id(account):
        raise NotAnAccount(f"{account!r} is not the id of an account.")
    with run.opened() as settings:
        if not run.as_json:
            say("Listening for events. Ctrl-C stops it.")
        asyncio.run(_follow(settings, after, account, types or [], run.as_json))


async def _follow(settings: Settings, after: int | None, account: str | None, types: list[str], as_json: bool) -> None:
    """Print what comes until a signal; the position that was printed last is where the next look begins."""
    from fordran.actions.webhooks.sequence_events import events_after, seen_position
    from fordran.commands.installation import database_of_run
    from fordran.commands.process_setup import set_on_signal

    stop = asyncio.Event()
    set_on_signal(stop)
    seen = after
    async with database_of_run(settings) as database:
        while not stop.is_set():
            await _number_all(database)
            async with database.transaction() as tx:
                last = await seen_position(tx)
                seen = last if seen is None else seen
                found = await events_after(tx, seen, account=account, types=types)
            events = [event for event in found if event["position"] <= last]
            for event in events:
                typer.echo(_json(event) if as_json else _line(event))
            # Where all that is asked for was read, the rest up to `last` is nothing that was asked for.
            seen = events[-1]["position"] if events else max(seen, last)
            if not events:
                await _wait(stop)


async def _number_all(database: Database) -> None:
    """Number the existing events, some in each transaction: printed events have been kept."""
    from fordran.actions.webhooks.sequence_events import sequence_events

    numbered = 1
    while numbered:
        async with database.transaction() as tx:
            numbered = await sequence_events(tx)


async def _wait(stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), LOOK_EVERY_SECONDS)
    except TimeoutError:
        return


def _fields(event: UnnumberedEventRow) -> dict[str, Any]:
    """The event as `GET /events` shows it, with its moment in ISO 8601."""
    from fordran.shape.moments import iso_8601

    fields = {
        "_id": event["id"],
        "_created": iso_8601(event["created"]),
        "position": event["position"],
        "type": event["type"],
        "account": event["account_id"],
        "creditor": event["creditor_id"],
        "case": event["case_id"],
        "data": orjson.loads(orjson.dumps(event["data"])),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _json(event: UnnumberedEventRow) -> str:
    return json.dumps(_fields(event), ensure_ascii=False)


def _line(event: UnnumberedEventRow) -> str:
    fields = _fields(event)
    about = [f"{name} {fields[name]}" for name in ("account", "creditor", "case") if name in fields]
    about += [f"{name} {value}" for name, value in fields["data"].items()]
    return f"{fields['position']:>8}  {fields['_created']}  {fields['type']:<20}  {', '.join(about)}"
