"""Acts that end a case, and the one that opens it again."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.flow.act_on_case import close_case
from fordran.actions.parties.wrong_person import note_wrong_person
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.actions.undoing.reopen_case import reopen_case
from fordran.console.case_act import CaseAct, EmptyActInput, anybody
from fordran.console.fields import ChoiceField, FormField
from fordran.console.who import STAFF
from fordran.domain.kinds.close_reasons import CLOSE_REASONS, DecidedReason
from fordran.resources.case_acts import CloseInput, ReopenInput, WrongPersonInput
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM, Caller


async def _take_back(tx: Connection, flowing: FlowingCase, _nothing: EmptyActInput, now: datetime, _by: Caller) -> None:
    """As the creditor's system would say it, of a case that the visitor was found to see."""
    case = flowing.case
    given = {"creditor": case.creditor, "case": case.id, "origin": "creditor_system"}
    await record_cancellation(tx, SYSTEM, read(CancellationInput, given), now)


CLOSING_ACTS = (
    CaseAct("cancel", "console.case.take_case_back", EmptyActInput, _take_back, grave=True),
    CaseAct(
        "close",
        "console.case.close_case",
        CloseInput,
        anybody(close_case),
        (FormField("reason", "console.reason"),),
        {"reason": ChoiceField("case_status", get_args(DecidedReason), "console.choose")},
        roles=STAFF,
        grave=True,
    ),
    CaseAct(
        "reopen",
        "console.case.reopen",
        ReopenInput,
        reopen_case,
        (FormField("reason", "console.case.reopen_reason", "textarea"),),
        roles=STAFF,
        when=lambda case: "close_reason" in case and CLOSE_REASONS[case["close_reason"]].reopens_by_decision,
        grave=True,
    ),
    CaseAct(
        "wrong-person",
        "console.case.wrong_person",
        WrongPersonInput,
        note_wrong_person,
        (FormField("note", "console.case.wrong_person_note", "textarea"),),
        roles=STAFF,
        when=lambda case: case.get("close_reason") != "wrong_person",
        grave=True,
    ),
)
