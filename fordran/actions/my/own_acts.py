"""Acts of a debtor on the debtor's page: a plan or a respite within the creditor's limits, else a request; objections;
writes to us; says where money is to go back to.

Each is made of the verbs that people use: what is agreed at once is what a person would have agreed to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

import orjson

from fordran.actions.bank.refund_payment import NUMBERS
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import ASKS_FOR_PLAN, ASKS_FOR_RESPITE, NAMES_ACCOUNT, put_on_work_list
from fordran.actions.flow.dispute_case import open_dispute
from fordran.actions.flow.hold_case import give_respite, make_plan
from fordran.actions.flow.plan_records import planned
from fordran.actions.keep_file import Put, keep_file
from fordran.actions.refusals import EtagDiffers
from fordran.actions.work.case_notes import note_from_debtor
from fordran.domain.flow.case_flow import require
from fordran.domain.flow.debtors_own import SelfServiceLimits, bounds_of
from fordran.domain.message import ListValue, Message
from fordran.domain.payouts.payout import PayeeKind
from fordran.resources.case_acts import DisputeInput, PlanInput, RespiteInput
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find


@dataclass(frozen=True)
class UploadedFile:
    """A file that came with an objection."""

    filename: str
    content_type: str
    content: bytes


class _ConfigRow(TypedDict):
    case_config: orjson.Fragment | None


async def debtors_bounds(connection: Connection, account: str, creditor: str) -> SelfServiceLimits:
    """The limits within which a creditor lets debtors agree at once."""
    row = await fetch_the_row(
        connection,
        _ConfigRow,
        "select case_config from creditors where account_id = $1 and id = $2",
        account,
        creditor,
    )
    return bounds_of(None if row["case_config"] is None else parsed(row["case_config"]))


async def lock_own(tx: Connection, caller: Caller, case: str, etag: str, now: datetime) -> FlowingCase:
    """The debtor's case, locked, if it still is as the debtor saw it."""
    item = await find(tx, CASES, caller, case)
    if item is None or item.etag != etag:
        raise EtagDiffers
    one = await lock_flowing(tx, case, item.document["creditor"], item.document["account"], now)
    assert one is not None
    after = await find(tx, CASES, caller, case)
    if after is None or after.etag != etag:
        raise EtagDiffers
    return one


async def plan_or_ask(tx: Connection, flowing: FlowingCase, given: PlanInput, now: datetime) -> bool:
    """Agree on a plan where the creditor's bounds let it be, else put the wish on the work list; whether it is agreed."""
    bounds = await debtors_bounds(tx, flowing.case.account, flowing.case.creditor)
    instalments = planned(flowing, given).instalments
    if bounds.agrees_to_instalments(len(instalments)):
        await make_plan(tx, flowing, given, now)
        return True
    wish = Message(ASKS_FOR_PLAN, count=len(instalments), day=instalments[0].date)
    await put_on_work_list(tx, flowing.case, "debtor_request", wish, now)
    return False


async def respite_or_ask(tx: Connection, flowing: FlowingCase, given: RespiteInput, now: datetime) -> bool:
    """Give a respite where the creditor's bounds let it be, else put the wish on the work list; whether it is given."""
    bounds = await debtors_bounds(tx, flowing.case.account, flowing.case.creditor)
    until = day_of(given.until)
    require(flowing.place, "respite")
    if bounds.agrees_to_respite(flowing.today, until):
        await give_respite(tx, flowing, given, now)
        return True
    wish = Message(ASKS_FOR_RESPITE, day=until)
    await put_on_work_list(tx, flowing.case, "debtor_request", wish, now)
    return False


async def object_to_claim(
    tx: Connection, put: Put, flowing: FlowingCase, given: DisputeInput, files: Sequence[UploadedFile], now: datetime
) -> None:
    """Object: collection stops at once, the sent files are kept with the dispute, and a person is asked to answer it."""
    dispute = await open_dispute(tx, flowing, given, now)
    case = flowing.case
    for file in files:
        await keep_file(
            tx,
            put,
            account=case.account,
            creditor=case.creditor,
            filename=file.filename,
            content_type=file.content_type,
            content=file.content,
            now=now,
            dispute=dispute,
            about=flowing.row["customer_id"],
        )
    await put_on_work_list(tx, case, "debtor_objection", Message("work.debtor_objected"), now)


async def write_to_us(tx: Connection, flowing: FlowingCase, text: str, now: datetime) -> None:
    """Keep what the debtor writes, and put it on the work list, where one item waits however much is written."""
    await note_from_debtor(tx, flowing.case, text, now)
    await put_on_work_list(tx, flowing.case, "debtor_message", Message("work.debtor_wrote"), now)


async def ask_for_refunds_to(
    tx: Connection, flowing: FlowingCase, kind: PayeeKind, number: str, written: str, now: datetime
) -> None:
    """Keep the account for refunds. A person orders them, since anybody who holds a letter could name an account."""
    if not NUMBERS[kind].is_valid(number):
        raise Refused(
            {"account_number": Message("issue.not_an_account", account=ListValue("payee_kind", kind, "in_sentence"))}
        )
    await note_from_debtor(tx, flowing.case, written, now)
    named = Message(NAMES_ACCOUNT, kind=ListValue("payee_kind", kind, "in_sentence"), number=number)
    await put_on_work_list(tx, flowing.case, "debtor_request", named, now)
