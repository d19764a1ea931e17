"""Order a refund: a person says where money that a case does not need goes, to an account or to another claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran.actions.bank.journal import lock_bank
from fordran.actions.bank.refund_payment import NUMBERS
from fordran.actions.bank.settle_payments import settle_cases
from fordran.actions.cases.keep_refunds import (
    RefundKey,
    insert_refunds,
    keep_refunds,
    open_refunds,
    shown_account,
    weighed,
)
from fordran.actions.cases.locked_case import LockedCase, lock_cases
from fordran.actions.cases.work_list import NAMES_ACCOUNT, resolve_said
from fordran.actions.payers import KnownPayer, payers_of, why_unpayable
from fordran.actions.refusals import Conflict
from fordran.actions.swish.refundable import references_of
from fordran.domain.bank.refunds import RefundStatus, taken_from
from fordran.domain.bank.swish_refunds import BY_SWISH
from fordran.domain.message import ListValue, Message
from fordran.domain.payouts.payout import Payee, payee_of
from fordran.formats.pain001 import PartyAddress
from fordran.resources.cases import CASES
from fordran.resources.refunds import RefundOrder
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import find, insert_all, no_such
from fordran.store.rows.schema_rows import BankPaymentRow

NOT_OF_DEBTOR = Message("issue.not_of_debtor")


@dataclass(frozen=True)
class RefundOrderResult:
    """The result of ordering a refund."""

    refunds: list[str]
    amount: int
    status: RefundStatus
    refund_amount: int
    """The amount that the case owes back afterwards."""


async def order_refund(
    tx: Connection, caller: Caller, id_: str, given: RefundOrder, now: datetime
) -> RefundOrderResult | None:
    """Order a refund of an amount that a case owes back, to the given account; None if the case is not the caller's."""
    item = await find(tx, CASES, caller, id_)
    if item is None:
        return None
    account = item.document["account"]
    if given.use_for is not None:
        await _check_claim(tx, caller, item.document, given.use_for)
        await lock_bank(tx)
    locked = await lock_cases(tx, account, [id_] if given.use_for is None else [id_, given.use_for], now)
    cases = {case.id: case for case in locked}
    parts = await _parts(tx, cases[id_], given)
    payers = await payers_of(tx, parts)
    if given.use_for is not None:
        return await _use(tx, cases[id_], cases[given.use_for], parts, payers, now)
    places = await _places(tx, cases[id_], given, parts, payers)
    ids = []
    for payment, place in places.items():
        part = {payment: parts[payment]}
        ids += await insert_refunds(
            tx, cases[id_], part, "ordered", place, now, is_automatic=False, ordered_by=caller.hands
        )
    await keep_refunds(tx, [(cases[id_], cases[id_].before)], now)
    await resolve_said(tx, account, id_, [NAMES_ACCOUNT, "work.debtor_named_account"], now)
    return RefundOrderResult(ids, given.amount, "ordered", cases[id_].row["refund_amount"])


async def _check_claim(tx: Connection, caller: Caller, case: Mapping[str, Any], use_for: str) -> None:
    other = await find(tx, CASES, caller, use_for)
    if other is None:
        raise Refused({"use_for": no_such(CASES, use_for)})
    same = all(other.document[name] == case[name] for name in ("account", "customer"))
    if not same or use_for == case["_id"]:
        raise Refused({"use_for": NOT_OF_DEBTOR})
    if not other.document["total_remaining_transaction_amount"]:
        raise Refused({"use_for": Message("issue.nothing_owed_on_claim")})


async def _parts(tx: Connection, case: LockedCase, given: RefundOrder) -> dict[str, int]:
    """The amounts taken from each payment; refused if they exceed it or if no bank would pay them."""
    issues: Issues = {} if given.use_for or given.swish else _wrong_account(given)
    rows = await open_refunds(tx, [case])
    free = weighed(case.before, rows[case.id]).free
    if given.swish and free:
        paid = await references_of(tx, case, list(free))
        free = {payment: amount for payment, amount in free.items() if payment in paid}
        if not free:
            raise Conflict("error.nothing_to_refund_by_swish")
    there = sum(free.values())
    if there and given.amount > there:
        issues["amount"] = Message("issue.more_than_owed_back", amount=str(kronor(there)))
    if issues:
        raise Refused(issues)
    if not there:
        owed = case.row["refund_amount"]
        if not owed:
            raise Conflict("error.case_owes_nothing_back")
        raise Conflict("error.refund_ordered_already", amount=str(kronor(owed)))
    return taken_from(free, given.amount)


_FIELDS = {"bank_account": "account_number"}
"""The field that says a number of that kind, where it is not called as the kind is."""


def _payee(given: RefundOrder) -> Payee:
    texts = {name: value for name in RefundOrder.model_fields if isinstance(value := getattr(given, name), str)}
    payee = payee_of(texts)
    assert payee is not None, "the body was looked at"
    return payee


def _wrong_account(given: RefundOrder) -> Issues:
    payee = _payee(given)
    if NUMBERS[payee.kind].is_valid(payee.number) and why_unpayable(payee, "Name", PartyAddress()) is None:
        return {}
    return {
        _FIELDS.get(payee.kind, payee.kind): Message(
            "issue.not_an_account", account=ListValue("payee_kind", payee.kind, "in_sentence")
        )
    }


async def _places(
    tx: Connection, case: LockedCase, given: RefundOrder, parts: Mapping[str, int], payers: Mapping[str, KnownPayer]
) -> dict[str, dict[RefundKey, Any]]:
    """Payment → where its part goes: one account, or by Swish to whom each payment came from."""
    if not given.swish:
        return dict.fromkeys(parts, _place(given, payers[next(iter(parts))]))
    paid = await references_of(tx, case, list(parts))
    return {
        payment: {"name": payers[payment].name, "bank_account": {"kind": BY_SWISH, "number": paid[payment]}}
        for payment in parts
    }


def _place(given: RefundOrder, payer: KnownPayer) -> dict[RefundKey, Any]:
    payee, name = _payee(given), given.name or payer.name
    if why_unpayable(payee, name, PartyAddress()):
        raise Refused({"name": Message("issue.name_unwritable")})
    return {"name": name, "bank_account": shown_account(payee)}


async def _use(
    tx: Connection,
    case: LockedCase,
    other: LockedCase,
    parts: Mapping[str, int],
    payers: Mapping[str, KnownPayer],
    now: datetime,
) -> RefundOrderResult:
    """The money leaves its case as if it had been deducted, and comes to the other with the bank date that it had."""
    if not all(payers[payment].is_settled for payment in parts):
        raise Conflict("error.payment_being_recalled")
    ids = await insert_refunds(tx, case, parts, "used", {"use_for_id": other.id}, now, is_automatic=False)
    paid = await fetch_rows(
        tx,
        BankPaymentRow,
        "select id, transaction_id, booking_date from bank_payments where id = any($1::text[])",
        list(parts),
    )
    by_id = {row["id"]: row for row in paid}
    rows = []
    for id_, (payment, amount) in zip(ids, parts.items(), strict=True):
        whole = by_id[payment]
        rows.append(_row(case, whole, id_, -amount, case.today, payment))
        rows.append(_row(other, whole, new_id(), amount, whole["booking_date"], None))
    await insert_all(tx, "bank_payments", rows)
    await settle_cases(tx, case.account, sorted([case.id, other.id]), now)
    left: int = await tx.fetchval(
        "select refund_amount from cases where account_id = $1 and id = $2", case.account, case.id
    )
    return RefundOrderResult(ids, sum(parts.values()), "used", left)


def _row(
    case: LockedCase, whole: BankPaymentRow, id_: str, amount: int, day: date, lowered: str | None
) -> dict[str, Any]:
    """A part of a payment: negative where it is taken from a case, positive where it is given to one."""
    return {
        "id": id_,
        "transaction_id": whole["transaction_id"],
        "account_id": case.account,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "amount": amount,
        "booking_date": day,
        "was_in_suspense": True,
        "lowered_id": lowered,
    }
