"""Money from the bank: files that are uploaded, payments that wait, and deciding what they are for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.bank.match_payment import find_waiting, match_payment, split_payment
from fordran.actions.bank.refund_payment import refund_payment
from fordran.actions.bank.settle_payments import settle_all, settle_cases
from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.actions.bank.suggest_cases import suggest_cases
from fordran.actions.refusals import Conflict
from fordran.actions.transfers.reopen_payouts import reopen_all
from fordran.actions.undoing.undo_match import find_matched, is_matched_by_hand, unmatch_payment
from fordran.console.cases import UnknownCaseName, case_named, names_of_cases, owed_text
from fordran.console.fields import issues_of, number
from fordran.console.form_acts import ShownChange, confirm_page, is_confirmed
from fordran.console.listing import listed
from fordran.console.payments import parts_of_payment
from fordran.console.who import FINANCE
from fordran.domain.payouts.payout import PayeeKind
from fordran.formats.bank import BadBankFile
from fordran.formats.table_documents import BadCell
from fordran.resources.bank_files import BANK_FILES
from fordran.resources.bank_transactions import (
    BANK_TRANSACTIONS,
    UNMATCHED_PAYMENTS,
    MatchInput,
    Payer,
    RefundInput,
    SplitInput,
    UnmatchInput,
)
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused, Shape, fields_of, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import Caller
from fordran.store.reading.totals import read_totals
from fordran.store.rows.rows import find_values
from fordran.web.acts import do_once, dry_run
from fordran.web.formatting import amount_text
from fordran.web.forms import Form
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

MOST_FILES, SPLIT_ROWS = 10, 4
_UPLOADING = asyncio.Lock()
"""One file at a time in a process, as the interface does: each holds a connection and all of a processor."""


async def bank_page(visit: Visit) -> Response:
    """Waiting payments, the newest first, and the latest files."""
    return await _shown(visit, {})


async def _shown(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        payments, pager = await listed(visit, connection, UNMATCHED_PAYMENTS)
        files = await visit.read(connection, BANK_FILES, most=MOST_FILES)
        waiting, _ = await read_totals(connection, UNMATCHED_PAYMENTS, visit.signed_in, None, [])
    return visit.render(
        "bank.html",
        status,
        payments=[_with_all_fields(payment) for payment in payments],
        pager=pager,
        files=files,
        waiting=waiting,
        may_act=may_act(visit),
        issues=issues,
        done=visit.query.get("done"),
        came=visit.query,
    )


def may_act(visit: Visit) -> bool:
    """Whether the visitor may decide on money, and not only look."""
    return bool(visit.signed_in.roles & FINANCE)


def _with_all_fields(payment: Values) -> Values:
    """A payment with every field of its payer and its references; what the bank does not say is None."""
    payer = dict.fromkeys(fields_of(Payer)) | payment["payer"]
    return payment | {"payer": payer, "references": [{"amount": None} | one for one in payment["references"]]}


async def upload(visit: Visit) -> Response:
    """Take a file from the bank in, and tell what became of it."""
    file = visit.form.files.get("file")
    if file is None:
        return await _shown(visit, {"file": visit.t("console.bank.choose_file")}, 422)
    async with _UPLOADING:
        sent = await asyncio.to_thread(sent_file, file.file, file.filename or "")
        try:
            async with visit.database.transaction() as tx:
                stored = await store_bank_file(tx, sent, visit.settings.operator.bankgiro, clock.now())
        except BadBankFile as bad:
            return await _shown(visit, {"file": str(bad)}, 422)
        await settle_all(visit.database, clock.now())
        await reopen_all(visit.database, clock.now())
    counts = "&".join(f"{name}={stored.counts[name]}" for name in ("transactions", "matched", "suspense", "duplicates"))
    return visit.redirect(f"/console/bank?done=file&{counts}")


async def payment_page(visit: Visit) -> Response:
    """A payment that waits: what the bank says of it, the cases that it is likeliest for, and what can be done."""
    async with visit.database.connection() as connection:
        payment = await payment_of(visit, connection)
        return await shown_payment(visit, connection, payment, {}, 200)


async def payment_of(visit: Visit, connection: Connection) -> Values:
    """The transaction that the path names; one that was decided on is still shown."""
    return _with_all_fields(await visit.find(connection, BANK_TRANSACTIONS))


async def shown_payment(
    visit: Visit, connection: Connection, payment: Values, issues: dict[str, str], status: int
) -> Response:
    """The payment's page, with what is wrong with a form that was sent from it."""
    likely = []
    if payment["status"] == "suspense":
        on = clock.stockholm_date(payment["booking_date"])
        likely = await suggest_cases(connection, visit.signed_in, payment, on)
    by_hand = await is_matched_by_hand(connection, payment["_id"])
    visit.note_reading(BANK_TRANSACTIONS.name, payment["_id"])
    return visit.render(
        "payment.html",
        status,
        payment=payment,
        names=await names_of_cases(visit, connection, payment["cases"]),
        parts=await parts_of_payment(visit, connection, payment),
        sees_bank=True,
        likely=likely,
        payees=visit.t.options("payee_kind", get_args(PayeeKind)),
        split_rows=SPLIT_ROWS,
        may_act=may_act(visit) and payment["status"] == "suspense",
        may_undo=may_act(visit) and payment["status"] == "matched" and payment["kind"] == "payment" and by_hand,
        issues=issues,
        form=visit.form,
        done=visit.query.get("done"),
    )


Decide = Callable[[Connection, Caller, Any, Any, datetime], Awaitable[str | None]]


@dataclass(frozen=True)
class Decision:
    """A decision about a payment. `gives` maps its form to the interface's names."""

    path: str
    title: str
    shape: type[Shape]
    decide: Decide
    gives: Callable[[Visit, Connection], Awaitable[dict[str, Any]]]
    find: Callable[[Connection, str], Awaitable[Any]] = find_waiting


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


async def _to_undo(visit: Visit, _connection: Connection) -> dict[str, Any]:
    return {"reason": visit.form.text("reason")} if visit.form.text("reason") else {}


DECISIONS = (
    Decision("match", "console.bank.match", MatchInput, match_payment, _to_match),
    Decision("split", "console.bank.split_among_several_cases", SplitInput, split_payment, _to_split),
    Decision("refund", "console.bank.refund", RefundInput, refund_payment, _to_refund),
    Decision("undo", "console.bank.undo", UnmatchInput, unmatch_payment, _to_undo, find_matched),
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
    waiting = await decision.find(tx, visit.path["id"])
    if waiting is None:
        raise NoSuchPage
    await decision.decide(tx, visit.signed_in, waiting, given, clock.now())
    return visit.path["id"]


async def _do(visit: Visit, tx: Connection, decision: Decision, given: Shape) -> str:
    await _decided(visit, tx, decision, given)
    return f"/console/bank/{visit.path['id']}?done={decision.path}"


async def _try(visit: Visit, tx: Connection, decision: Decision, given: Shape, payment: Values) -> list[ShownChange]:
    """The consequences of the decision: the payment and the debt of each case, before and after."""
    cases = [given.case] if isinstance(given, MatchInput) else []
    if isinstance(given, SplitInput):
        cases = list(dict.fromkeys(part.case for part in given.parts))
    if isinstance(given, UnmatchInput):
        cases = list(dict.fromkeys(part["case"] for part in payment["cases"]))
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

    def over(case: Values) -> str:
        return amount_text(case["refund_amount"], t.language)

    changes = [
        (f"{name}: {t('console.bank.debt')}", owed_text(t, before), owed_text(t, after)),
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
