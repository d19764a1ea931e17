"""/test--helpers/…: acts of a bank, a mail server and the enforcement authority, simulated for one's own documents."""

from __future__ import annotations

from fordran import clock
from fordran.actions.bank.settle_payments import settle_all
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.sandbox.bounce_message import bounce_message
from fordran.actions.sandbox.receive_payment import receive_payment
from fordran.actions.sandbox.reply_as_authority import reply_as_authority
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.cases import CASES
from fordran.resources.simulations import SimulatedBounceInput, SimulatedPaymentInput, SimulatedReplyInput
from fordran.settings import Settings
from fordran.shape.fields import Refused
from fordran.shape.moments import midnight, rfc_1123
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import find, no_such


def simulate_payment(settings: Settings) -> EndpointHandler:
    """The endpoint that lets a payment come to this operator's bankgiro."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()

        async def work(tx: Connection) -> Answer:
            given = await read_all_issues(tx, request.signed_in, SimulatedPaymentInput, document)
            done = await receive_payment(tx, request.signed_in, given, settings.operator.bankgiro, clock.now())
            shown = {"case": done.case, "amount": kronor(given.amount), "date": rfc_1123(midnight(done.date))}
            return answer(shown | {"status": done.status, "_status": "OK"}, 201)

        done = await once(request, database, work, document)
        await settle_all(database, clock.now())
        return done

    return serve


async def simulate_bounce(request: Request, database: Database) -> Answer:
    """Let an e-mail come back."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        given = await read_all_issues(tx, request.signed_in, SimulatedBounceInput, document)
        return answer(
            {"channel": await bounce_message(tx, request.signed_in, given, clock.now()), "_status": "OK"}, 201
        )

    return await once(request, database, work, document)


async def simulate_reply(request: Request, database: Database) -> Answer:
    """Let the enforcement authority reply."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        given = await read_all_issues(tx, request.signed_in, SimulatedReplyInput, document)
        item = await find(tx, CASES, request.signed_in, given.case)
        if item is None:
            raise Refused({"case": no_such(CASES, given.case)})
        case = item.document
        flowing = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], clock.now())
        assert flowing is not None
        await reply_as_authority(tx, flowing, given, clock.now())
        after = await find(tx, CASES, request.signed_in, given.case)
        assert after is not None
        return answer({name: after.document[name] for name in ("state", "status")} | {"_status": "OK"}, 201)

    return await once(request, database, work, document)
