"""Match payments by Swish with the bank's: what has arrived is on its way no more, and what never came is asked about.

A payment is matched by Swish's reference in the bank's file, else by its case, which the OCR number found, and its amount.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.swish.note_answer import show_on_its_way
from fordran.clock import stockholm_date
from fordran.domain.bank.swish import ON_THEIR_WAY, SwishState
from fordran.domain.days import days_after
from fordran.domain.message import Message
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import SwishPaymentRow
from fordran.store.turns import WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day

EXPECTED: tuple[SwishState, ...] = (*ON_THEIR_WAY, "missing")
_EXPECTED = WaitingRows("swish_payments", "w.state in ('paid', 'unknown', 'missing')", "case_id")


class ArrivedRow(TypedDict):
    """A payment that a bank's file has booked on a case."""

    id: str
    case_id: str
    amount: int
    booking_date: date
    texts: str
    """All that the bank's file says of it."""


async def match_swish_payments(tx: Connection, now: datetime) -> int:
    """Match the payments of an account that has any to match, and list those that are missing; how many."""
    today = await business_day(tx, now)
    for account in await accounts_with(tx, _EXPECTED):
        rows = await _expected(tx, account)
        found = arrivals(rows, await _arrived(tx, account, {row["case_id"] for row in rows}))
        late = [row for row in rows if row["id"] not in found and row["until_day"] and row["until_day"] < today]
        missing = [row for row in late if row["state"] != "missing"]
        if found or missing:
            await _note(tx, account, rows, found, missing, now)
            return len(found) + len(missing)
    return 0


async def _expected(tx: Connection, account: str) -> list[SwishPaymentRow]:
    return await fetch_rows(
        tx,
        SwishPaymentRow,
        """select id, case_id, creditor_id, created, amount, state, until_day, payment_reference from swish_payments
           where account_id = $1 and state = any($2::text[]) order by id""",
        account,
        list(EXPECTED),
    )


async def _arrived(tx: Connection, account: str, cases: Iterable[str]) -> list[ArrivedRow]:
    """The booked parts of the bank's payments of some cases, and not taken for another payment by Swish."""
    ids = sorted(cases)
    rows = await fetch_rows(
        tx,
        ArrivedRow,
        """select b.id, b.case_id, b.amount, b.booking_date,
                  concat_ws(' ', t.reference, t."references"::text, t.information::text, t.bank_reference) as texts
           from bank_payments b join bank_transactions t on t.id = b.transaction_id
           where b.account_id = $1 and b.case_id = any($2::text[]) and b.is_booked and b.recalled_on is null
             and b.lowered_id is null
           order by b.booking_date, b.id""",
        account,
        ids,
    )
    taken = await tx.fetch(
        "select payment_id from swish_payments where account_id = $1 and case_id = any($2::text[]) and payment_id is not null",
        account,
        ids,
    )
    known = {row["payment_id"] for row in taken}
    return [row for row in rows if row["id"] not in known]


def arrivals(expected: Sequence[SwishPaymentRow], arrived: Sequence[ArrivedRow]) -> dict[str, str]:
    """Payment by Swish → the bank's payment that it arrived as; each is taken once."""
    free: dict[str, list[ArrivedRow]] = defaultdict(list)
    for payment in arrived:
        free[payment["case_id"]].append(payment)
    found: dict[str, str] = {}
    for by_reference in (True, False):
        for row in expected:
            there = [] if row["id"] in found else free[row["case_id"]]
            match = next((one for one in there if _is_same(row, one, by_reference=by_reference)), None)
            if match is not None:
                found[row["id"]] = match["id"]
                free[row["case_id"]].remove(match)
    return found


def _is_same(row: SwishPaymentRow, payment: ArrivedRow, *, by_reference: bool) -> bool:
    if by_reference:
        return bool(row["payment_reference"]) and str(row["payment_reference"]) in payment["texts"]
    # The bank may book it by the day before, where the service's clock and the bank's differ at midnight.
    first = days_after(stockholm_date(row["created"]), -1)
    return row["amount"] == payment["amount"] and payment["booking_date"] >= first


async def _note(
    tx: Connection,
    account: str,
    rows: Sequence[SwishPaymentRow],
    found: dict[str, str],
    missing: Sequence[SwishPaymentRow],
    now: datetime,
) -> None:
    late = {row["id"] for row in missing}
    changed: dict[str, list[SwishPaymentRow]] = defaultdict(list)
    for row in rows:
        if row["id"] in found or row["id"] in late:
            changed[row["case_id"]].append(row)
    for case, of_case in sorted(changed.items()):
        flowing = await lock_flowing(tx, case, of_case[0]["creditor_id"], account, now)
        assert flowing is not None
        for row in of_case:
            await tx.execute(
                """update swish_payments set state = $3, payment_id = $4, ask_at = null, updated = $5,
                       revision = revision + 1
                   where account_id = $1 and id = $2""",
                account,
                row["id"],
                "arrived" if row["id"] in found else "missing",
                found.get(row["id"]),
                now,
            )
            if row["id"] in found:
                await resolve_work(tx, account, ["swish_missing"], now, case=case, subject=row["id"])
            else:
                reason = Message("work.swish_missing", amount=str(kronor(row["amount"])), day=str(row["until_day"]))
                await put_on_work_list(tx, flowing.case, "swish_missing", reason, now, subject=row["id"])
        await show_on_its_way(tx, flowing, now)
