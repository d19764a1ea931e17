"""Keep an application that was made: its row shows what it asks for. A person signs and posts the paper, or it goes by file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.outbox.queue_message import cancel_application, queue_message
from fordran.documents.letter_parts.correspondence import PaymentOrder
from fordran.documents.letters.enforcement import EnforcementApplication
from fordran.domain.kinds.enforcement_kinds import UNSENT
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import tally
from fordran.store.rows.schema_rows import EnforcementRow

# An application that is made again keeps its row.
_KEEP = """
insert into enforcements (account_id, id, created, updated, creditor_id, customer_id, letter_id, case_ids, status, channel,
                          asked_capital_amount, asked_interest_amount, asked_costs_amount, media_id)
values ($1, $2, $3, $3, $4, $5, $6, $7, $12, $13, $8, $9, $10, $11)
on conflict (account_id, letter_id) do update
set revision = enforcements.revision + 1, updated = excluded.updated, case_ids = excluded.case_ids,
    status = excluded.status, channel = excluded.channel,
    asked_capital_amount = excluded.asked_capital_amount, asked_interest_amount = excluded.asked_interest_amount,
    asked_costs_amount = excluded.asked_costs_amount, media_id = excluded.media_id
returning account_id, id, creditor_id, revision
"""


async def keep_application(
    tx: Connection,
    letter: str,
    cases: Sequence[FlowingCase],
    application: EnforcementApplication,
    media: str,
    now: datetime,
    by_file: str | None = None,
) -> None:
    """Keep the application of some cases, of which the first was due first; the letter is that case's.

    `by_file` is the same as data, which is sent instead of the paper. A protected person's application is always paper.
    """
    first = cases[0]
    if by_file is not None and await _is_protected(tx, first.case.account, first.row["customer_id"]):
        by_file = None
    capital, interest, costs, _ = (
        sum(column) for column in zip(*(debt.amounts() for debt in application.debts), strict=True)
    )
    row = await fetch_the_row(
        tx,
        EnforcementRow,
        _KEEP,
        first.case.account,
        new_id(),
        now,
        first.case.creditor,
        first.row["customer_id"],
        letter,
        [flowing.case.id for flowing in cases],
        capital,
        interest,
        costs + application.application_fee + application.agent_fee,
        media,
        "to_sign" if by_file is None else "prepared",
        "paper" if by_file is None else "file",
    )
    await cancel_application(tx, row["account_id"], row["id"], now)
    if by_file is not None:
        await queue_message(tx, row, first.case.id, "application", by_file, first.today, {}, now)
    if row["revision"] == 1:
        await tally(
            tx, ENFORCEMENTS, partner=first.case.partner, account=first.case.account, creditor=first.case.creditor
        )


async def _is_protected(tx: Connection, account: str, customer: str) -> bool:
    found = "select is_protected from customers where account_id = $1 and id = $2"
    return bool(await tx.fetchval(found, account, customer))


async def order_of(tx: Connection, case: LockedCase) -> PaymentOrder | None:
    """The latest order of the enforcement authority about a case."""
    row = await fetch_row(
        tx,
        EnforcementRow,
        """select case_number, order_date from enforcements
           where account_id = $1 and case_ids @> jsonb_build_array($2::text) and order_date is not null
           order by id desc limit 1""",
        case.account,
        case.id,
    )
    if row is None:
        return None
    assert row["order_date"] is not None
    return PaymentOrder(row["case_number"], row["order_date"])


async def withdraw_unsent(tx: Connection, case: LockedCase, now: datetime) -> None:
    """Withdraw the application that a case is first in and that was not sent, since its letter does not leave."""
    await tx.execute(
        """update enforcements set status = 'withdrawn', revision = revision + 1, updated = $3
           where account_id = $1 and case_ids ->> 0 = $2 and status = any($4::text[])""",
        case.account,
        case.id,
        now,
        list(UNSENT),
    )
