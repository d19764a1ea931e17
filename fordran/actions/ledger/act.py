"""Do what a ledger asks for with its case, by the verbs of the interface, where the case offers it now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.flow.act_on_case import start_flow
from fordran.actions.flow.dispute_case import answer_dispute, open_dispute
from fordran.actions.flow.hold_case import give_respite, lift_respite
from fordran.actions.flow.release_application import confirm_unpaid
from fordran.actions.ledger.ledger_cases import LedgerCase
from fordran.actions.ledger.refusals import LedgerRefusal
from fordran.actions.refusals import ActRefusal
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.actions.work.case_notes import write_note
from fordran.domain.flow.case_flow import NotATransition
from fordran.formats.ledger_contract import LedgerCaseAction
from fordran.resources.case_acts import (
    ConfirmUnpaidInput,
    DisputeAnswerInput,
    DisputeInput,
    NoteInput,
    RespiteInput,
    StartInput,
)
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller

PAUSE_DAYS = 30
"""How long a pause without a day lasts."""
_DISPUTED = "Kunden har invänt mot fakturan hos borgenären."
_DECLINED = "Borgenären avböjer rättsliga åtgärder."


async def act(
    tx: Connection, caller: Caller, one: LedgerCase, offered: list[str], given: LedgerCaseAction, now: datetime
) -> None:
    """Do an action; refused where the case does not offer it."""
    if given.action not in offered:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", given.action)
    link = one.link
    flowing = await lock_flowing(tx, link["case_id"], link["creditor_id"], link["account_id"], now)
    if flowing is None:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_CASE_NOT_OWNED", status=404)
    try:
        await _do(tx, caller, flowing, one.document, given, now)
    except Refused as refused:
        raise LedgerRefusal("BAD_REQUEST", ", ".join(sorted(refused.issues)), 400) from None
    except (ActRefusal, NotATransition) as refused:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", refused.message.code) from None


async def _do(
    tx: Connection,
    caller: Caller,
    flowing: FlowingCase,
    case: Mapping[str, Any],
    given: LedgerCaseAction,
    now: datetime,
) -> None:
    message = (given.message or "").strip()
    match given.action:
        case "start":
            await start_flow(tx, flowing, read(StartInput, {}), now)
        case "pause":
            until = given.until or flowing.today + timedelta(days=PAUSE_DAYS)
            await give_respite(tx, flowing, read(RespiteInput, {"until": until.isoformat()}), now)
        case "resume":
            await lift_respite(tx, flowing, now)
        case "withdraw":
            body = {"creditor": flowing.case.creditor, "case": flowing.case.id, "origin": "creditor_system"}
            await record_cancellation(tx, caller, read(CancellationInput, body), now)
        case "dispute":
            await open_dispute(tx, flowing, read(DisputeInput, {"reason": message or _DISPUTED}), now, caller)
        case "contest_dispute":
            answer = {"outcome": "rejected"} | ({"answer": message} if message else {})
            await answer_dispute(tx, flowing, read(DisputeAnswerInput, answer), now)
        case "approve_legal_action":
            await confirm_unpaid(tx, flowing, read(ConfirmUnpaidInput, {}), now)
        case "decline_legal_action":
            # The application waits on for the creditor's word, and is never made without it.
            await write_note(
                tx, caller, dict(case), read(NoteInput, {"text": message or _DECLINED, "kind": "note"}), now
            )
        case _:
            raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", given.action)
