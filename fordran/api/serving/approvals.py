"""Approvals over HTTP: the list of refunds and accounts that wait for a second person, and approving one."""

from __future__ import annotations

from typing import Any

from fordran import clock
from fordran.actions.approvals.approve import approve
from fordran.actions.approvals.four_eyes import NO_ACCOUNT, in_force
from fordran.actions.approvals.waiting import ToApprove, waiting
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.approvals import ApproveWaitingInput
from fordran.settings import Settings
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection, Database


def list_approvals(settings: Settings) -> EndpointHandler:
    """The endpoint that lists what waits."""
    setting = settings.four_eyes

    async def serve(request: Request, database: Database) -> Answer:  # noqa: ARG001
        async with database.connection() as connection:
            found = await waiting(connection)
            asked = await in_force(connection, setting)
        return answer({"_items": [_shown(one) for one in found], "four_eyes": setting, "is_in_force": asked})

    return serve


async def approve_one(request: Request, database: Database) -> Answer:
    """A person approves a refund or a changed account; no body is needed."""
    sent = await request.body()
    document = request.json_in(sent) if sent else {}

    async def work(tx: Connection) -> Answer:
        given = await read_all_issues(tx, request.signed_in, ApproveWaitingInput, document)
        done = await approve(tx, request.signed_in, request.path["id"], clock.now(), given.fingerprint)
        if done is None:
            raise not_found()
        return answer({"_id": done.id, "kind": done.kind, "amount": kronor(done.amount)}, 201)

    return await once(request, database, work, document)


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
        "fingerprint": one.fingerprint,
        "asked_by": one.asked_by[0] if one.asked_by else "",
        "asked": rfc_1123(one.created),
    }
