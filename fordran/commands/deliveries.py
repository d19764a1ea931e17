"""`fordran deliveries`, `fordran deliveries retry`: what waits to leave and what has failed to, and one more try."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command, with_run

if TYPE_CHECKING:
    from fordran.actions.monitoring.list_deliveries import ListedDelivery


app = typer.Typer(name="deliveries", help="What leaves the house.", invoke_without_command=True, add_completion=False)


class NoSuchDelivery(Exception):
    """There is no delivery by that id."""


@app.callback(invoke_without_command=True)
@with_run
def deliveries(
    run: PrintingRun,
    failed: Annotated[bool, typer.Option("--failed", help="Only what has failed.")] = False,
) -> None:
    """List what waits to leave, and what has failed to; the latest 500 first, and how many there are in all."""
    if run.ctx.invoked_subcommand is not None:
        return
    from fordran.actions.monitoring.list_deliveries import count_deliveries, list_deliveries
    from fordran.commands.installation import in_transaction

    with run.opened() as settings:
        found = in_transaction(settings, lambda tx: list_deliveries(tx, is_failed=failed))
        count = in_transaction(settings, lambda tx: count_deliveries(tx, is_failed=failed))
    run.show({"deliveries": [_shown(one) for one in found], "count": count})


@command(app, "retry")
def retry_delivery(
    run: PrintingRun,
    delivery: Annotated[str, typer.Argument(metavar="ID", help="The delivery, as it is listed.")],
) -> None:
    """Try a delivery again now, that waits or has failed."""
    from fordran.actions.delivery.send_again import retry

    channel = run.in_transaction(lambda tx: retry(tx, delivery, clock.now()))
    if channel is None:
        raise NoSuchDelivery(f"There is no delivery {delivery}.")
    run.show({"delivery": delivery, "channel": channel, "status": "queued"})


def _shown(one: ListedDelivery) -> dict[str, Any]:
    return {
        name: f"{value:%Y-%m-%dT%H:%M:%SZ}" if isinstance(value, datetime) else value
        for name, value in one.items()
        if value is not None
    }
