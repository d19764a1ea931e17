"""Payment requests by Swish as rows: begun, claimed to be sent once, and read by the debtor who pays."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.refusals import Conflict
from fordran.domain.bank.swish import FIRST_ASKED_AFTER, LEAST_AMOUNT
from fordran.domain.message import Message
from fordran.shape.fields import Refused
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import SwishPaymentRow


async def begin_payment(tx: Connection, flowing: FlowingCase, amount: int, owed: int, now: datetime) -> str:
    """Begin a payment of a part or all of what is owed and not on its way already; its id. Nothing is sent yet."""
    on_its_way = flowing.flow.on_its_way["amount"] if flowing.flow.on_its_way else 0
    most = owed - on_its_way
    if most < LEAST_AMOUNT:
        raise Conflict("error.nothing_to_pay_by_swish")
    if not LEAST_AMOUNT <= amount <= most:
        raise Refused(
            {"amount": Message("issue.swish_amount", least=str(kronor(LEAST_AMOUNT)), most=str(kronor(most)))}
        )
    id_ = new_id()
    await insert(
        tx,
        "swish_payments",
        {
            "account_id": flowing.case.account,
            "id": id_,
            "created": now,
            "updated": now,
            "creditor_id": flowing.case.creditor,
            "case_id": flowing.case.id,
            "amount": amount,
            "state": "open",
            "request_id": secrets.token_hex(16).upper(),
            "callback_identifier": secrets.token_hex(16),
            "ask_at": now + FIRST_ASKED_AFTER,
        },
    )
    return id_


class PayingRow(SwishPaymentRow):
    """A payment with the number that its payer and the bank know it by."""

    ocr_number: str


async def claim_to_send(tx: Connection, cases: Sequence[str], id_: str, now: datetime) -> PayingRow | None:
    """The payment of one of these cases, for the one who sends it to Swish; None where it was sent already."""
    row = await tx.fetchrow(
        """update swish_payments set sent = $3, updated = $3, ask_at = $4
           where id = $1 and case_id = any($2::text[]) and sent is null and state = 'open' returning account_id""",
        id_,
        list(cases),
        now,
        now + FIRST_ASKED_AFTER,
    )
    return None if row is None else await _payment(tx, row["account_id"], id_)


async def _payment(connection: Connection, account: str, id_: str) -> PayingRow:
    return await fetch_the_row(
        connection,
        PayingRow,
        """select s.account_id, s.id, s.case_id, s.amount, s.state, s.error, s.request_id, s.callback_identifier, s.token,
                  k.ocr_number
           from swish_payments s join cases k on k.account_id = s.account_id and k.id = s.case_id
           where s.account_id = $1 and s.id = $2""",
        account,
        id_,
    )


async def read_payment(connection: Connection, cases: Sequence[str], id_: str) -> PayingRow | None:
    """A payment of one of these cases."""
    row = await fetch_row(
        connection,
        SwishPaymentRow,
        "select account_id from swish_payments where id = $1 and case_id = any($2::text[])",
        id_,
        list(cases),
    )
    return None if row is None else await _payment(connection, row["account_id"], id_)
