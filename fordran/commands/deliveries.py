"""`fordran deliveries`, `fordran deliveries retry`: what waits to leave and what has failed to, and one more try."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import Data, DatabaseUrl, Json, load, show

if TYPE_CHECKING:
    from fordran.actions.delivery.list_deliveries import ListedDelivery


app = typer.Typer(name="deliveries", help="What leaves the house.", invoke_without_command=True, add_completion=False)


class NoSuchDelivery(Exception):
    """There is no delivery by that id."""


@app.callback(invoke_without_command=True)
def deliveries(
    ctx: typer.Context,
    failed: Annotated[bool, typer.Option("--failed", help="Only what has failed.")] = False,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """List what waits to leave, and what has failed to; the latest 500 first, and how many there are in all."""
    if ctx.invoked_subcommand is not None:
        return
    from fordran.actions.delivery.list_deliveries import count_deliveries, list_deliveries
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, lambda tx: list_deliveries(tx, is_failed=failed))
        count = in_transaction(settings, lambda tx: count_deliveries(tx, is_failed=failed))
    show({"deliveries": [_shown(one) for one in found], "count": count}, as_json=as_json)


@app.command("retry")
def retry_delivery(
    ctx: typer.Context,
    delivery: Annotated[str, typer.Argument(metavar="ID", help="The delivery, as it is listed.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Try a delivery again now, that waits or has failed."""
    from fordran.actions.delivery.send_again import retry
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        channel = in_transaction(settings, lambda tx: retry(tx, delivery, clock.now()))
    if channel is None:
        raise NoSuchDelivery(f"There is no delivery {delivery}.")
    show({"delivery": delivery, "channel": channel, "status": "queued"}, as_json=as_json)


def _shown(one: ListedDelivery) -> dict[str, Any]:
    return {
        name: f"{value:%Y-%m-%dT%H:%M:%SZ}" if isinstance(value, datetime) else value
        for name, value in one.items()
        if value is not None
    }
