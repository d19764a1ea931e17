"""What is recorded of callbacks: Swish tells of a payment that a debtor has asked it for."""

from __future__ import annotations

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.swish.payments import begin_payment
from tools.pages.recording.cases import Owner
from tools.pages.recording.place import Place
from tools.pages.recording.tape import Tape


async def be_called_back(tape: Tape, place: Place, owner: Owner) -> None:
    """A callback about a payment that is open."""
    case = (await tape.some("cases", f'{{"creditor": "{owner.creditor}", "state": "reminder"}}'))[-1]
    async with place.database.transaction() as tx:
        flowing = await lock_flowing(tx, case["_id"], owner.creditor, owner.account, clock.now())
        assert flowing is not None
        id_ = await begin_payment(tx, flowing, 10_00, flowing.case.remaining, clock.now())
        identifier = await tx.fetchval("select callback_identifier from swish_payments where id = $1", id_)
    await tape.do("POST /callbacks/swish", headers={"callbackIdentifier": identifier})
