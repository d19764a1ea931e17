"""Money from the bank: files that are uploaded, and payments that wait for somebody to say what they are for."""

from __future__ import annotations

import asyncio
from typing import get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.bank.settle_payments import settle_all
from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.actions.bank.suggest_cases import suggest_cases
from fordran.console.listing import listed
from fordran.console.naming import names_of_cases
from fordran.console.who import FINANCE
from fordran.domain.payouts.payout import PayeeKind
from fordran.formats.bank import BadBankFile
from fordran.resources.bank_files import BANK_FILES
from fordran.resources.bank_transactions import BANK_TRANSACTIONS, UNMATCHED_PAYMENTS, Payer
from fordran.shape.fields import fields_of
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.totals import read_totals
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
    visit.note_reading(BANK_TRANSACTIONS.name, payment["_id"])
    return visit.render(
        "payment.html",
        status,
        payment=payment,
        names=await names_of_cases(visit, connection, payment["cases"]),
        likely=likely,
        payees=visit.t.options("payee_kind", get_args(PayeeKind)),
        split_rows=SPLIT_ROWS,
        may_act=may_act(visit) and payment["status"] == "suspense",
        issues=issues,
        form=visit.form,
        done=visit.query.get("done"),
    )
