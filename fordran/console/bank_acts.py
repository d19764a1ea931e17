"""Deciding on a payment that waits: match it with a case, split it, let it go back, or ask its payer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.bank.match_payment import WaitingRow, find_waiting, match_payment, split_payment
from fordran.actions.bank.refund_payment import refund_payment
from fordran.actions.bank.settle_payments import settle_all, settle_cases
from fordran.actions.refusals import Conflict
from fordran.console.bank import SPLIT_ROWS, payment_of, shown_payment
from fordran.console.confirming import ShownChange, confirm_page, is_confirmed
from fordran.console.fields import issues_of, number
from fordran.console.naming import UnknownCaseName, case_named
from fordran.formats.table_documents import BadCell
from fordran.resources.bank_transactions import MatchInput, RefundInput, SplitInput
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused, Shape, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find_values
from fordran.web.acts import do_once, dry_run
from fordran.web.formatting import amount_text
from fordran.web.forms import Form
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

Decide = Callable[[Connection, Caller, WaitingRow, Any, datetime], Awaitable[None]]


@dataclass(frozen=True)
class Decision:
    """A decision about a payment. `gives` maps its form to the interface's names."""

    path: str
    title: str
    shape: type[Shape]
    decide: Decide
    gives: Callable[[Visit, Connection], Awaitable[dict[str, Any]]]


async def _to_match(visit: Visit, connection: Connection) -> dict[str, Any]:
    return {"case": await _case_named(visit, connection, "case", visit.form.text("case"))}


async def _to_split(visit: Visit, connection: Connection) -> dict[str, Any]:
    parts = []
    for row in range(SPLIT_ROWS):
        case, amount = visit.form.text(f"case_{row}"), visit.form.text(f"amount_{row}")
        if case or amount:
            id_ = await _case_named(visit, connection, f"case_{row}", case)
            parts.append({"case": id_, "amount": _amount(visit, f"amount_{row}", amount)})
    if not parts:
        raise Refused({"case_0": visit.t("console.bank.case_and_amount_required")})
    return {"parts": parts}


async def _to_refund(visit: Visit, _connection: Connection) -> dict[str, Any]:
    form = visit.form
    given: dict[str, Any] = {"bank_account": {"kind": form.text("kind"), "number": form.text("number")}}
    return given | ({"name": form.text("name")} if form.text("name") else {})


DECISIONS = (
    Decision("match", "console.bank.match", MatchInput, match_payment, _to_match),
    Decision("split", "console.bank.split_among_several_cases", SplitInput, split_payment, _to_split),
    Decision("refund", "console.bank.refund", RefundInput, refund_payment, _to_refund),
)


def _amount(visit: Visit, field: str, text: str) -> Any:
    try:
        return number(text)
    except BadCell:
        raise Refused({field: visit.t("console.number_required")}) from None


async def _case_named(visit: Visit, connection: Connection, field: str, text: str) -> str:
    try:
        return await case_named(visit, connection, text)
    except UnknownCaseName as unknown:
        raise Refused({field: str(unknown)}) from None


def decision_deed(decision: Decision) -> Callable[[Visit], Awaitable[Response]]:
    """The target of a form on the payment's page: it shows the consequences and acts after confirmation."""

    async def serve(visit: Visit) -> Response:
        async with visit.database.connection() as connection:
            payment = await payment_of(visit, connection)
            try:
                given = read(decision.shape, await decision.gives(visit, connection))
            except Refused as refused:
                return await shown_payment(visit, connection, payment, _by_field(visit, refused), 422)
        try:
            if is_confirmed(visit):
                done = visit.redirect(await do_once(visit, lambda tx: _do(visit, tx, decision, given)))
                await settle_all(visit.database, clock.now())
                return done
            changes = await dry_run(visit, lambda tx: _try(visit, tx, decision, given, payment))
        except Refused as refused:
            async with visit.database.connection() as connection:
                return await shown_payment(visit, connection, payment, _by_field(visit, refused), 422)
        here = f"/console/bank/{payment['_id']}"
        title = visit.t(decision.title)
        return confirm_page(visit, title, here, f"{here}/{decision.path}", changes, visit.form.own)

    return serve


def _by_field(visit: Visit, refused: Refused) -> dict[str, str]:
    """Issues by the fields of the forms, where the interface's documents are nested."""
    account = refused.issues.get("bank_account")
    if isinstance(account, dict):
        return issues_of(visit.t, Refused(account))
    parts = refused.issues.get("parts")
    if parts is not None:
        return {"case_0": visit.t("console.bank.sum_of_all_required")}
    return issues_of(visit.t, refused)


async def _decided(visit: Visit, tx: Connection, decision: Decision, given: Shape) -> str:
    waiting = await find_waiting(tx, visit.path["id"])
    if waiting is None:
        raise NoSuchPage
    await decision.decide(tx, visit.signed_in, waiting, given, clock.now())
    return waiting["id"]


async def _do(visit: Visit, tx: Connection, decision: Decision, given: Shape) -> str:
    await _decided(visit, tx, decision, given)
    return f"/console/bank/{visit.path['id']}?done={decision.path}"


async def _try(visit: Visit, tx: Connection, decision: Decision, given: Shape, payment: Values) -> list[ShownChange]:
    """The consequences of the decision: the payment and the debt of each case, before and after."""
    cases = [given.case] if isinstance(given, MatchInput) else []
    if isinstance(given, SplitInput):
        cases = list(dict.fromkeys(part.case for part in given.parts))
    before = [await _case(visit, tx, id_) for id_ in cases]
    await _decided(visit, tx, decision, given)
    for case in before:
        await settle_cases(tx, case["account"], [case["_id"]], clock.now())
    after = await payment_of(visit, tx)
    t = visit.t
    statuses = [t.of("transaction_status", one["status"]) for one in (payment, after)]
    changes: list[ShownChange] = [(t("console.bank.payment_2"), statuses[0], statuses[1])]
    for case in before:
        changes += _case_changes(visit, case, await _case(visit, tx, case["_id"]))
    if isinstance(given, RefundInput):
        to = given.bank_account
        changes.append((t("console.bank.paid_to"), "", f"{t.of('payee_kind', to.kind)} {to.number}"))
    return changes


async def _case(visit: Visit, tx: Connection, id_: str) -> Values:
    case = await find_values(tx, CASES, visit.signed_in, id_)
    if case is None:
        raise Conflict("console.bank.case_no_longer")
    return case


def _case_changes(visit: Visit, before: Values, after: Values) -> list[ShownChange]:
    t = visit.t
    name = f"{before['customer_name']}, OCR {before['ocr_number']}"

    def owed(case: Values) -> str:
        return amount_text(case["total_remaining_transaction_amount"], t.language)

    def over(case: Values) -> str:
        return amount_text(case["refund_amount"], t.language)

    changes = [
        (f"{name}: {t('console.bank.debt')}", owed(before), owed(after)),
        (
            f"{name}: {t('console.bank.status')}",
            t.of("case_status", before["status"]),
            t.of("case_status", after["status"]),
        ),
    ]
    if over(before) != over(after):
        changes.append((f"{name}: {t('console.bank.to_be_paid_back')}", over(before), over(after)))
    return changes


async def ask_page(visit: Visit) -> Response:
    """A letter to the payer that asks what the money is for, to be printed or copied: the bank gives no other way."""
    async with visit.database.connection() as connection:
        payment = await payment_of(visit, connection)
    return visit.render("ask_payer.html", payment=payment, operator=visit.settings.operator, form=Form())
