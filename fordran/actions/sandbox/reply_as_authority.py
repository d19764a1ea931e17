"""Reply as the authority in a sandbox: an application is signed and posted where it waits for that, and the reply noted."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.enforcements.post_application import latest_application, post_for_case
from fordran.actions.sandbox.only_here import check_is_sandbox
from fordran.domain.kinds.enforcement_kinds import UNSENT
from fordran.resources.enforcements import PostedInput
from fordran.resources.simulations import SimulatedReplyInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection

SIGNED_BY = "Test"


async def reply_as_authority(tx: Connection, flowing: FlowingCase, given: SimulatedReplyInput, now: datetime) -> None:
    """Note a reply on the latest application of a case, which leaves first if it has not."""
    await check_is_sandbox(tx)
    if (await latest_application(tx, flowing))["status"] in UNSENT:
        posted = read(PostedInput, {"date": flowing.today.isoformat(), "signed_by": SIGNED_BY})
        await post_for_case(tx, flowing, posted, now)
    await note_reply(tx, flowing, given, now)
