"""Match a payment that waits: a person says which case or cases it is for. It settles them as of its own bank date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import orjson

from fordran.actions.bank.journal import BookingAct, ChainedRow, lock_bank, write_acts
from fordran.actions.bank.lower_payments import IS_DEDUCTED, IS_LOWERED, spread, take_from, taken_back
from fordran.actions.bank.match_payments import CaseFound
from fordran.actions.bank.recall_payments import RecalledRow, recall_all
from fordran.actions.refusals import Conflict
from fordran.domain.message import ListValue, Message
from fordran.resources.bank_transactions import MatchInput, SplitInput
from fordran.resources.cases import CASES
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import is_id, new_id
from fordran.store.rows.rows import find, insert_all, no_such
from fordran.store.upkeep.installation import business_day


class WaitingRow(ChainedRow):
    """A transaction that waits for somebody to decide on it."""

    kind: str
    status: str
    booking_date: date
    suspense_amount: int
    payer: orjson.Fragment


async def find_waiting(tx: Connection, id_: str) -> WaitingRow | None:
    """The waiting transaction, locked so that this database transaction alone decides on it; None if the id is unknown."""
    if not is_id(id_):
        return None
    await lock_bank(tx)
    row = await fetch_row(
        tx,
        WaitingRow,
        """select id, bookings, head_hash, kind, status, booking_date, suspense_amount, payer
           from bank_transactions where id = $1""",
        id_,
    )
    if row is not None and row["status"] != "suspense":
        raise Conflict(
            "error.payment_not_waiting", status=ListValue("transaction_status", row["status"], "in_sentence")
        )
    return row


async def match_payment(tx: Connection, caller: Caller, waiting: WaitingRow, given: MatchInput, now: datetime) -> None:
    """The whole waiting amount is for one case: a payment pays it, a deduction lowers its payments, a recall reverses one."""
    case = await _case(tx, caller, given.case, ("case",))
    if isinstance(case, dict):
        raise Refused(case)
    if waiting["kind"] == "payment":
        await _allot(tx, caller, waiting, [(case, waiting["suspense_amount"])], now)
    elif waiting["kind"] == "deduction":
        await _deduct(tx, caller, waiting, case, now)
    else:
        await _recall(tx, waiting, case, now)


async def split_payment(tx: Connection, caller: Caller, waiting: WaitingRow, given: SplitInput, now: datetime) -> None:
    """Split a waiting payment among several cases, each with its amount. The amounts must add up to the payment."""
    if waiting["kind"] != "payment":
        raise Conflict("error.cannot_be_split", kind=ListValue("transaction_kind", waiting["kind"], "in_sentence"))
    issues: Issues = {}
    parts: dict[CaseFound, int] = {}
    for index, part in enumerate(given.parts):
        case = await _case(tx, caller, part.case, ("parts", index, "case"))
        if isinstance(case, dict):
            issues |= {"parts": issues.get("parts", {}) | case["parts"]}
        else:
            parts[case] = parts.get(case, 0) + part.amount
    total = sum(part.amount for part in given.parts)
    if not issues and total != waiting["suspense_amount"]:
        wanted = kronor(waiting["suspense_amount"])
        add_issue(issues, ("parts",), Message("issue.parts_do_not_sum", total=str(kronor(total)), wanted=str(wanted)))
    if issues:
        raise Refused(issues)
    await _allot(tx, caller, waiting, list(parts.items()), now)


async def _case(tx: Connection, caller: Caller, id_: str, path: tuple[str | int, ...]) -> CaseFound | Issues:
    item = await find(tx, CASES, caller, id_)
    if item is None:
        issues: Issues = {}
        add_issue(issues, path, no_such(CASES, id_))
        return issues
    return CaseFound(item.document["account"], item.document["creditor"], id_)


async def _allot(
    tx: Connection, caller: Caller, waiting: WaitingRow, parts: Sequence[tuple[CaseFound, int]], now: datetime
) -> None:
    rows = [
        {
            "id": new_id(),
            "transaction_id": waiting["id"],
            "account_id": case.account,
            "creditor_id": case.creditor,
            "case_id": case.case,
            "amount": amount,
            "booking_date": waiting["booking_date"],
            "was_in_suspense": True,
        }
        for case, amount in parts
    ]
    await insert_all(tx, "bank_payments", rows)
    await _decided(tx, caller, waiting, [(case.case, amount) for case, amount in parts], now)


async def _decided(
    tx: Connection, caller: Caller, waiting: WaitingRow, parts: Sequence[tuple[str, int]], now: datetime
) -> None:
    """Note the decision in the transaction's chain. The money leaves suspense with the cases' own bookings."""
    today = await business_day(tx, now)
    if waiting["booking_date"] > today:
        raise Conflict("error.payment_on_day_to_come", day=waiting["booking_date"])
    details = {"by": caller.user, "cases": [{"case": case, "amount": amount} for case, amount in parts]}
    act = BookingAct(waiting, "matched", details, (), "matched")
    await write_acts(tx, [act], today, now)


async def _deduct(tx: Connection, caller: Caller, waiting: WaitingRow, case: CaseFound, now: datetime) -> None:
    rows = await tx.fetch(
        f"""select b.id, b.amount from bank_payments b
            where b.account_id = $1 and b.case_id = $2 and b.amount > 0 and b.recalled_on is null and not {IS_LOWERED}
              and b.id <> all($3::text[])
            order by b.booking_date desc, b.id desc""",
        case.account,
        case.case,
        await taken_back(tx, case),
    )
    parts = spread(-waiting["suspense_amount"], [(row["id"], row["amount"]) for row in rows])
    if parts is None:
        raise Conflict("error.deduction_above_payments")
    await take_from(tx, waiting, case, parts, was_in_suspense=True)
    await _decided(tx, caller, waiting, [(case.case, waiting["suspense_amount"])], now)


async def _recall(tx: Connection, waiting: WaitingRow, case: CaseFound, now: datetime) -> None:
    payment = await fetch_row(
        tx,
        RecalledRow,
        f"""select p.id, p.bookings, p.head_hash, p.suspense_amount, r.id as recall, r.booking_date as recalled_on,
                  r.bookings as recall_bookings, r.head_hash as recall_head_hash,
                  r.suspense_amount as recall_suspense_amount
           from bank_transactions r, bank_transactions p join bank_payments b on b.transaction_id = p.id
           where r.id = $1 and b.account_id = $2 and b.case_id = $3 and p.kind = 'payment' and p.status = 'matched'
             and p.amount = -r.amount and p.booking_date <= r.booking_date
             and not {IS_DEDUCTED}
           order by p.booking_date desc, p.id desc limit 1""",
        waiting["id"],
        case.account,
        case.case,
    )
    if payment is None:
        raise Conflict("error.no_payment_to_recall")
    await recall_all(tx, [payment], await business_day(tx, now), now)
