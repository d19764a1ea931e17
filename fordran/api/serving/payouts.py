"""POST /finance--payouts/{id}/approve: a person says that a payout may leave."""

from __future__ import annotations

from fordran import clock
from fordran.actions.payouts.approve_payout import approve_payout
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.finance_payouts import FINANCE_PAYOUTS, ApproveInput
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import find


async def approve(request: Request, database: Database) -> Answer:
    """Approve the payout as it stands; nothing needs to be sent along."""
    sent = await request.body()
    document = request.json_in(sent) if sent else {}

    async def work(tx: Connection) -> Answer:
        id_ = request.path["id"]
        if await find(tx, FINANCE_PAYOUTS, request.signed_in, id_) is None:
            raise not_found()
        given = await read_all_issues(tx, request.signed_in, ApproveInput, document)
        await approve_payout(tx, request.signed_in, id_, given, clock.now())
        item = await find(tx, FINANCE_PAYOUTS, request.signed_in, id_)
        assert item is not None
        shown = {name: item.document[name] for name in (*META, "approvals", "approvals_missing")}
        return answer(shown | {"_status": "OK"}, 201)

    return await once(request, database, work, document)
