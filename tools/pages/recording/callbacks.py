"""What is recorded of callbacks: Swish tells of a payment that a debtor has asked it for, and Kivra of what was read."""

from __future__ import annotations

import json

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.swish.payments import begin_payment
from fordran.formats.kivra import signature
from fordran.outside.stand_ins.kivra import SECRET
from tools.pages.recording.cases import Owner
from tools.pages.recording.place import Place
from tools.pages.recording.tape import Tape

KEY = "1700000000example"


async def be_called_back(tape: Tape, place: Place, owner: Owner) -> None:
    """A callback about a payment that is open."""
    case = (await tape.some("cases", f'{{"creditor": "{owner.creditor}", "state": "reminder"}}'))[-1]
    async with place.database.transaction() as tx:
        flowing = await lock_flowing(tx, case["_id"], owner.creditor, owner.account, clock.now())
        assert flowing is not None
        id_ = await begin_payment(tx, flowing, 10_00, flowing.case.remaining, clock.now())
        identifier = await tx.fetchval("select callback_identifier from swish_payments where id = $1", id_)
    await tape.do("POST /callbacks/swish", headers={"callbackIdentifier": identifier})
    async with place.database.transaction() as tx:
        await tx.execute(
            """update deliveries set channel_reference = $2 where id = (
                   select min(id) from deliveries where creditor_id = $1 and envelope_id is not null)""",
            owner.creditor,
            KEY,
        )
    told = {"type": "content_viewed", "data": {"content_key": KEY, "event_time": "2026-11-18T09:00:00Z"}}
    body, timestamp = json.dumps(told).encode(), str(int(clock.now().timestamp()))
    signed = {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "content-type": "application/json"}
    signed["webhook-signature"] = signature(SECRET, "msg_1", timestamp, body)
    async with place.database.transaction() as tx:
        await tx.execute(
            """insert into sms_notices (account_id, id, created, updated, creditor_id, customer_id, case_id, kind, subject, day,
                                        status, callback_key, next_attempt)
               select account_id, id, created, created, creditor_id, customer_id, id, 'letter', id, created::date, 'sent', $2,
                      created from cases where id = $1""",
            case["_id"],
            "5" * 32,
        )
    report = {"content-type": "application/x-www-form-urlencoded"}
    await tape.do("POST /callbacks/sms", params={"notice": "5" * 32}, headers=report, content=b"id=s1&status=delivered")
    await tape.do("POST /callbacks/kivra", headers=signed, content=body)
