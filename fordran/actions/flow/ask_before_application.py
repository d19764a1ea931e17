"""Ask people for what an application waits for: the creditor's confirmation, and whether a minor was bound."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.work_list import put_on_work_list
from fordran.domain.flow.before_application import asks_creditor, waits_for
from fordran.domain.flow.marks import STOPS
from fordran.domain.flow.next_step import CaseSituation, NextStep, stopped_by
from fordran.domain.message import Message
from fordran.store.connections.database import Connection


async def ask_before_application(
    tx: Connection, flowing: FlowingCase, situation: CaseSituation, coming: NextStep | None, now: datetime
) -> None:
    """Put on the work list what has to be done before an application whose day has come."""
    application = situation.application
    is_waiting = coming is None and situation.state == "debt_collection" and situation.remaining > 0
    if application is None or not is_waiting or situation.status == "disputed" or stopped_by(situation):
        return
    if application.was_minor and not application.is_released:
        await put_on_work_list(tx, flowing.case, "stopped", Message("law.was_minor"), now)
    if application.is_protected:
        stop = STOPS["protected_identity"]
        await put_on_work_list(
            tx, flowing.case, "stopped", Message("law.with_statute", reason=stop.reason, law=stop.law), now
        )
    if asks_creditor(waits_for(application, flowing.today)):
        await put_on_work_list(tx, flowing.case, "confirm_unpaid", Message("work.confirm_unpaid"), now)
