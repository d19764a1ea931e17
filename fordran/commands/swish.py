"""`fordran swish`: settle a refund of which Swish does not say whether it is paid, as a person has found out at the bank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

if TYPE_CHECKING:
    from fordran.store.connections.database import Connection

app = typer.Typer(name="swish", help="Refunds by Swish.", no_args_is_help=True, add_completion=False)

Refund = Annotated[str, typer.Argument(metavar="REFUND", help="The refund's id.")]
IsPaid = Annotated[bool, typer.Option("--paid/--not-paid", help="Whether the bank has paid it.")]
AsUser = Annotated[
    str, typer.Option("--as", metavar="USER", help="The person who found out: a user's id or e-mail address.")
]


class NoSuchRefund(Exception):
    """No refund by Swish has the id."""


@app.callback()
def swish() -> None:
    """Refunds by Swish."""


@command(app, "settle")
def settle(run: PrintingRun, refund: Refund, is_paid: IsPaid, as_user: AsUser) -> None:
    """Settle a refund of which Swish does not say whether it is paid. One that is not paid can be ordered again."""
    run.show(run.in_transaction(lambda tx: _settle(tx, refund, as_user, is_paid=is_paid)))


async def _settle(tx: Connection, refund: str, as_user: str, *, is_paid: bool) -> dict[str, Any]:
    from fordran.actions.books.close_period import KEEPERS
    from fordran.actions.people.find_person import caller_named
    from fordran.actions.refusals import NotAllowed
    from fordran.actions.swish.refunds import settle_refund

    by = await caller_named(tx, as_user)
    if not by.roles & KEEPERS:
        raise NotAllowed("error.refund_needs_finance")
    status = await settle_refund(tx, refund, "paid" if is_paid else "not_paid", clock.now())
    if status is None:
        raise NoSuchRefund(f"There is no refund {refund} by Swish.")
    return {"id": refund, "status": status}
