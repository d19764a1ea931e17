"""Acts that give up more than one person may give up alone: they are held, and done once a second person has approved them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.approving.to_approve import ApprovalDecision, ApprovalSource, ToApprove
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.flow.act_on_case import close_case
from fordran.actions.flow.dispute_case import settle_dispute
from fordran.actions.flow.waive import waive
from fordran.actions.parties.wrong_person import note_wrong_person
from fordran.actions.refunds.write_off_claim import write_off_claim
from fordran.actions.refusals import Conflict
from fordran.domain.claims.entries import EntryKind
from fordran.domain.payouts.four_eyes import FourEyes, HeldAct
from fordran.resources.case_acts import CloseInput, ReplyInput, SettlementInput, WaiverInput, WrongPersonInput
from fordran.resources.refunds import RefundWriteOff
from fordran.shape.fields import Shape, read
from fordran.shape.wire import parsed, wire
from fordran.store.callers import load_caller
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import OPERATOR, SYSTEM, Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import HeldActRow

Work: TypeAlias = Callable[[], Awaitable[object]]

OF = "_of"
"""In the body of a held act: the part of the case that it is about, such as an objection."""


@dataclass(frozen=True)
class HeldCase:
    """A case whose act is done, locked, and the objection that the act is about, if it is about one."""

    flowing: FlowingCase
    of: str | None


HeldVerb: TypeAlias = Callable[[Connection, HeldCase, Any, datetime, Caller], Awaitable[object]]


async def _close(tx: Connection, one: HeldCase, given: CloseInput, now: datetime, _by: Caller) -> None:
    await close_case(tx, one.flowing, given, now)


async def _wrong_person(tx: Connection, one: HeldCase, given: WrongPersonInput, now: datetime, by: Caller) -> None:
    await note_wrong_person(tx, one.flowing, given, now, by)


async def _waive(tx: Connection, one: HeldCase, given: WaiverInput, now: datetime, by: Caller) -> None:
    await waive(tx, one.flowing, given, now, by)


async def _settle(tx: Connection, one: HeldCase, given: SettlementInput, now: datetime, _by: Caller) -> None:
    await settle_dispute(tx, one.flowing, one.of, given, now)


async def _reply(tx: Connection, one: HeldCase, given: ReplyInput, now: datetime, _by: Caller) -> None:
    await note_reply(tx, one.flowing, given, now)


async def _claim(tx: Connection, one: HeldCase, given: RefundWriteOff, now: datetime, _by: Caller) -> None:
    await write_off_claim(tx, SYSTEM, one.flowing.case.id, given, now)


HELD_ACTS: Mapping[HeldAct, tuple[type[Shape], HeldVerb]] = {
    "close": (CloseInput, _close),
    "wrong_person": (WrongPersonInput, _wrong_person),
    "waiver": (WaiverInput, _waive),
    "settlement": (SettlementInput, _settle),
    "enforcement_reply": (ReplyInput, _reply),
    "refund_write_off": (RefundWriteOff, _claim),
}

ACT_OF_INPUT: Mapping[type[Shape], HeldAct] = {shape: act for act, (shape, _) in HELD_ACTS.items()}
"""The input of an act → the act. Each of them has an input of its own."""

# The authority's order takes capital off a claim as a crediting does. Else a crediting is the creditor's own word.
_GIVES_UP: Mapping[HeldAct, frozenset[EntryKind]] = {
    "enforcement_reply": frozenset({"waived", "written_off", "credited"}),
}
_USUALLY: frozenset[EntryKind] = frozenset({"waived", "written_off"})


class _TooMuch(Exception):
    """The act gives up more than one person may."""

    def __init__(self, amount: int) -> None:
        super().__init__()
        self.amount = amount


def given_up(flowing: FlowingCase, since: int, act: HeldAct | None, by: Caller) -> int:
    """The amount that the entries after the first `since` give up.

    The operator's people give up what is others'. A creditor may give up its own claim, and not the operator's fees.
    """
    kinds = _USUALLY if act is None else _GIVES_UP.get(act, _USUALLY)
    return -sum(
        entry.amount
        for entry in flowing.case.entries[since:]
        if entry.kind in kinds and (by.level == OPERATOR or (entry.component == "costs" and not entry.by_creditor))
    )


async def do_or_hold(
    tx: Connection,
    rules: FourEyes,
    by: Caller,
    flowing: FlowingCase,
    given: Shape,
    work: Work,
    now: datetime,
    of: str | None = None,
) -> str | None:
    """Do an act on a case; the approval's id where it gives up so much that it waits, and None where it is done."""
    act, before = ACT_OF_INPUT.get(type(given)), len(flowing.case.entries)
    if act is None:
        await work()
        if await _is_too_much(tx, rules, given_up(flowing, before, None, by)):
            raise Conflict("error.needs_second_person")
        return None
    try:
        async with savepoint(tx):
            await work()
            amount = given_up(flowing, before, act, by)
            if await _is_too_much(tx, rules, amount):
                raise _TooMuch(amount)
    except _TooMuch as too_much:
        case = flowing.case
        return await _hold(tx, case.account, case.creditor, case.id, act, too_much.amount, given, by, now, of)
    return None


async def claim_or_hold(
    tx: Connection, rules: FourEyes, by: Caller, case: str, given: RefundWriteOff, now: datetime
) -> tuple[str | None, str | None]:
    """Give up a claim on a payer: the refund, or the approval that it waits for."""
    row = await tx.fetchrow(
        "select account_id, creditor_id, claimed_amount from refunds where case_id = $1 and id = $2", case, given.refund
    )
    if row is None or not await _is_too_much(tx, rules, row["claimed_amount"]):
        return await write_off_claim(tx, by, case, given, now), None
    held = await _hold(
        tx, row["account_id"], row["creditor_id"], case, "refund_write_off", row["claimed_amount"], given, by, now, None
    )
    return given.refund, held


async def _is_too_much(tx: Connection, rules: FourEyes, amount: int) -> bool:
    return amount > rules.write_off_above and await in_force(tx, rules.setting)


async def _hold(
    tx: Connection,
    account: str,
    creditor: str,
    case: str,
    act: HeldAct,
    amount: int,
    given: Shape,
    by: Caller,
    now: datetime,
    of: str | None,
) -> str:
    row = {
        "account_id": account,
        "id": new_id(),
        "created": now,
        "creditor_id": creditor,
        "case_id": case,
        "act": act,
        "amount": amount,
        "body": wire(given) | ({OF: of} if of else {}),
        "asked_by": list(by.hands),
    }
    await insert(tx, "held_acts", row)
    return str(row["id"])


async def _held(connection: Connection, only: str | None) -> list[ToApprove]:
    rows = await fetch_rows(
        connection,
        HeldActRow,
        """select account_id, id, created, creditor_id, case_id, act, amount, body, asked_by from held_acts
           where decided is null and ($1::text is null or id = $1)""",
        only,
    )
    return [
        ToApprove(
            row["id"],
            "write_off",
            row["account_id"],
            row["creditor_id"],
            row["case_id"],
            row["amount"],
            None,
            {},
            tuple(row["asked_by"]),
            row["created"],
            details={"act": row["act"], "body": parsed(row["body"])},
        )
        for row in rows
    ]


async def _approved(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    """Do it in the name of the person who asked, unless it gives up clearly more by now."""
    assert one.case is not None
    assert one.creditor is not None
    flowing = await lock_flowing(tx, one.case, one.creditor, one.account, decision.now)
    assert flowing is not None
    act: HeldAct = one.details["act"]
    shape, do = HELD_ACTS[act]
    body = dict(one.details["body"])
    of = body.pop(OF, None)
    asker = await load_caller(tx, one.asked_by[0]) or decision.by
    before = len(flowing.case.entries)
    await do(tx, HeldCase(flowing, of), read(shape, body), decision.now, asker)
    if given_up(flowing, before, act, asker) > one.amount + decision.write_off_above:
        raise Conflict("error.approval_changed")
    await _decide(tx, one, decision)


async def _decide(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    await tx.execute(
        "update held_acts set decided = $3 where account_id = $1 and id = $2", one.account, one.id, decision.now
    )


WRITE_OFFS = ApprovalSource("write_off", _held, _decide, _approved)
