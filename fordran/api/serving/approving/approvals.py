"""Approvals over HTTP: the list of what waits for a second person, one of it, and approving or rejecting one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fordran import clock
from fordran.actions.approvals.four_eyes import NO_ACCOUNT, in_force
from fordran.actions.approving.decide import approve, refuse_known, reject
from fordran.actions.approving.to_approve import ApprovalDecision, ToApprove
from fordran.actions.approving.waiting import decision_on, waiting
from fordran.actions.books.close_period import Books
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.approvals import ApproveWaitingInput, RejectWaitingInput
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.schema_rows import SecondApprovalRow

Decide = Callable[[Connection, ApprovalDecision, str, str | None], Awaitable[ToApprove | None]]


def list_approvals(settings: Settings) -> EndpointHandler:
    """The endpoint that lists what waits."""
    setting = settings.four_eyes

    async def serve(request: Request, database: Database) -> Answer:  # noqa: ARG001
        async with database.connection() as connection:
            found = await waiting(connection)
            asked = await in_force(connection, setting)
        shown = [_shown(one) | {"status": "waiting"} for one in found]
        return answer({"_items": shown, "four_eyes": setting, "is_in_force": asked})

    return serve


async def read_approval(request: Request, database: Database) -> Answer:
    """One that waits or waited, and the decision on it."""
    id_ = request.path["id"]
    async with database.connection() as connection:
        found = await waiting(connection, id_)
        decided = await decision_on(connection, id_)
        waits = bool(found) and id_ in {one.id for one in await waiting(connection)}
        if not found and decided is None:
            await refuse_known(connection, id_)
            raise not_found()
    shown = _shown(found[0]) if found else {}
    if waits or decided is None:
        return answer(shown | {"status": "waiting" if waits else "approved"})
    return answer(_decided(decided) | shown | _outcome(decided))


def approve_one(settings: Settings) -> EndpointHandler:
    """A person approves what waits; no body is needed."""
    return _decide(settings, ApproveWaitingInput, approve)


def reject_one(settings: Settings) -> EndpointHandler:
    """A person rejects what waits; no body is needed."""
    return _decide(settings, RejectWaitingInput, reject)


def _decide(settings: Settings, shape: type[Shape], decide: Decide) -> EndpointHandler:
    books = Books(settings.operator, settings.ledger_accounts, settings.four_eyes)

    async def serve(request: Request, database: Database) -> Answer:
        sent = await request.body()
        document = request.json_in(sent) if sent else {}

        async def work(tx: Connection) -> Answer:
            given: Any = await read_all_issues(tx, request.signed_in, shape, document)
            decision = ApprovalDecision(
                request.signed_in,
                clock.now(),
                books,
                getattr(given, "reason", None),
                settings.approval_rules.write_off_above,
            )
            done = await decide(tx, decision, request.path["id"], given.fingerprint)
            if done is None:
                raise not_found()
            return answer({"_id": done.id, "kind": done.kind, "amount": kronor(done.amount)}, 201)

        return await once(request, database, work, document)

    return serve


def _decided(row: SecondApprovalRow) -> dict[str, Any]:
    """A decision on what is no longer there to be shown, such as a refund that has left."""
    return {
        "_id": row["subject_id"],
        "kind": row["kind"],
        "account": "" if row["account_id"] == NO_ACCOUNT else row["account_id"],
        "amount": kronor(row["amount"]),
    }


def _outcome(row: SecondApprovalRow) -> dict[str, Any]:
    shown = {
        "status": "rejected" if row["is_rejected"] else "approved",
        "decided": rfc_1123(row["created"]),
        "decided_by": row["user_id"],
        "reason": row["reason"],
    }
    return {name: value for name, value in shown.items() if value is not None}


def _shown(one: ToApprove) -> dict[str, Any]:
    return {
        "_id": one.id,
        "kind": one.kind,
        "account": "" if one.account == NO_ACCOUNT else one.account,
        "creditor": one.creditor or "",
        "case": one.case or "",
        "amount": kronor(one.amount),
        "name": one.name or "",
        "bank_account": dict(one.bank_account),
        "details": dict(one.details),
        "fingerprint": one.fingerprint,
        "asked_by": one.asked_by[0] if one.asked_by else "",
        "asked": rfc_1123(one.created),
    }
