"""`fordran approvals`: what waits for a second person, and approving or rejecting it as that person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

if TYPE_CHECKING:
    from fordran.actions.approving.to_approve import ToApprove
    from fordran.settings import Settings
    from fordran.store.connections.database import Connection

app = typer.Typer(name="approvals", help="What waits for a second person.", no_args_is_help=True, add_completion=False)

Id = Annotated[str, typer.Argument(metavar="ID", help="The approval's id.")]
AsUser = Annotated[
    str, typer.Option("--as", metavar="USER", help="The person who decides: a user's id or e-mail address.")
]


@app.callback()
def approvals() -> None:
    """Acts that wait for a second person."""


@command(app, "show")
def show_approvals(run: PrintingRun) -> None:
    """Print what waits."""
    from fordran.actions.approving.waiting import waiting

    found = run.in_transaction(waiting)
    run.show({"approvals": [_shown(one) for one in found]})


@command(app)
def approve(run: PrintingRun, approval: Id, as_user: AsUser) -> None:
    """Approve something that waits."""
    _decide(run, approval, as_user, None, is_rejected=False)


@command(app)
def reject(
    run: PrintingRun,
    approval: Id,
    as_user: AsUser,
    reason: Annotated[str | None, typer.Option("--reason", help="Why it is rejected.")] = None,
) -> None:
    """Reject something that waits."""
    _decide(run, approval, as_user, reason, is_rejected=True)


class NoSuchApproval(Exception):
    """Nothing waits by that id."""


def _decide(run: PrintingRun, approval: str, as_user: str, reason: str | None, *, is_rejected: bool) -> None:
    from fordran.commands.installation import in_transaction

    with run.opened() as settings:
        done = in_transaction(settings, lambda tx: _done(tx, settings, approval, as_user, reason, is_rejected))
    run.show(_shown(done) | {"status": "rejected" if is_rejected else "approved"})


async def _done(
    tx: Connection, settings: Settings, approval: str, as_user: str, reason: str | None, is_rejected: bool
) -> ToApprove:
    from fordran.actions.approving.decide import approve as approve_waiting
    from fordran.actions.approving.decide import reject as reject_waiting
    from fordran.actions.approving.to_approve import ApprovalDecision
    from fordran.actions.books.close_period import Books
    from fordran.actions.people.find_person import caller_named

    books = Books(settings.operator, settings.ledger_accounts, settings.four_eyes)
    by = await caller_named(tx, as_user)
    decision = ApprovalDecision(by, clock.now(), books, reason, settings.approval_rules.write_off_above)
    done = await (reject_waiting if is_rejected else approve_waiting)(tx, decision, approval)
    if done is None:
        raise NoSuchApproval(f"Nothing waits by the id {approval}.")
    return done


def _shown(one: ToApprove) -> dict[str, Any]:
    from fordran.shape.wire import kronor

    return {
        "id": one.id,
        "kind": one.kind,
        "amount": kronor(one.amount),
        "case": one.case,
        "creditor": one.creditor,
        "to": " ".join(str(part) for part in (one.name, *one.bank_account.values()) if part),
        "details": dict(one.details),
        "asked_by": one.asked_by[0] if one.asked_by else None,
        "asked": one.created.isoformat(),
    }
