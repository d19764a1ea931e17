"""A creditor's statement of a period, by the journal: claims as they were booked, what was owed to it, and what it was paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TypedDict, TypeVar

from fordran.actions.reports.creditors import SECONDS, NoSuchCreditor
from fordran.documents.parties import PostalAddress, PrintedSender, Receiver
from fordran.documents.parties import PrintedOperator as Contact
from fordran.documents.reports.statement import (
    CATEGORIES,
    CLAIM_LINES,
    PAYOUT_LINES,
    CaseCounts,
    ClaimLine,
    PaidOut,
    PayoutLine,
    StatementDocument,
)
from fordran.domain.books.journal import CreditorCategory
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.claims.entries import COMPONENTS, Component
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.numbers import vat_number
from fordran.domain.numbers.identity import classify
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows, fetch_the_row
from fordran.store.rows.schema_rows import CreditorRow

STATEMENT = ("part", "line", "item", "amount")

Line = TypeVar("Line", ClaimLine, PayoutLine)
Item = TypeVar("Item", Component, CreditorCategory)


class _ClaimRow(TypedDict):
    line: ClaimLine
    item: Component
    amount: int


class _PayoutRow(TypedDict):
    line: PayoutLine
    item: CreditorCategory
    amount: int


class _CountsRow(TypedDict):
    opening: int
    registered: int
    reopened: int
    ended: int
    closing: int


class _PaidRow(TypedDict):
    booked_on: date
    payout_reference: str
    finance_category: CreditorCategory
    amount: int


_CLAIMS = """
select case when b.booked_on < $3 then 'opening' when e.kind = 'settled' and e.reached_us then 'paid_to_us'
            when e.kind = 'settled' then 'paid_to_creditor' else e.kind end as line,
       e.component as item, sum(e.amount)::bigint as amount
from bookings b
cross join lateral jsonb_to_recordset(b.entries) as e (component text, kind text, amount bigint, reached_us boolean)
where b.account_id = $1 and b.creditor_id = $2 and b.booked_on <= $4 group by 1, 2
"""

_COUNTS = """
select count(*) filter (where opening > 0) as opening, count(*) filter (where is_new) as registered,
       count(*) filter (where not is_new and opening <= 0 and closing > 0) as reopened,
       count(*) filter (where (is_new or opening > 0) and closing <= 0) as ended,
       count(*) filter (where closing > 0) as closing
from (
    select min(b.booked_on) >= $3 as is_new, coalesce(sum(owed.amount) filter (where b.booked_on < $3), 0) as opening,
           sum(owed.amount) as closing
    from bookings b cross join lateral (
        select coalesce(sum((entry ->> 'amount')::bigint), 0) as amount from jsonb_array_elements(b.entries) entry) owed
    where b.account_id = $1 and b.creditor_id = $2 and b.booked_on <= $4 group by b.case_id) cases
"""

_PAYOUTS = """
-- What pays an invoice counts on the day on which it was netted.
select case when day < $3 then 'opening' else 'earned' end as line, item, sum(amount)::bigint as amount
from (select case when paid_invoice_id is null then booking_date else bank_date end as day, finance_category as item,
             amount + vat_amount as amount
      from payout_specifications
      where account_id = $1 and creditor_id = $2 and finance_category <> 'operator_fees') specified
where day <= $4 group by 1, 2
union all
select case when paid.booked_on < $3 then 'opening' else 'paid_out' end, p.finance_category,
       sum((p.amount + p.vat_amount) * case paid.act when 'rejected' then 1 else -1 end)::bigint
from payouts p join payout_bookings paid on paid.account_id = p.account_id and paid.payout_id = p.id
where p.account_id = $1 and p.creditor_id = $2 and paid.booked_on <= $4 and p.finance_category <> 'operator_fees' group by 1, 2
"""

_PAID = """
select paid.booked_on, p.payout_reference, p.finance_category,
       (p.amount + p.vat_amount) * case paid.act when 'rejected' then -1 else 1 end as amount
from payouts p join payout_bookings paid on paid.account_id = p.account_id and paid.payout_id = p.id
where p.account_id = $1 and p.creditor_id = $2 and paid.booked_on between $3 and $4 and p.finance_category <> 'operator_fees'
order by paid.booked_on, p.payout_reference
"""


async def statement_document(
    tx: Connection,
    operator: Operator,
    creditor: str,
    first: date,
    last: date,
    today: date,
    language: Language = SWEDISH,
) -> StatementDocument:
    """The statement of a period, in which both days are."""
    found = await fetch_row(
        tx,
        CreditorRow,
        "select account_id, creditor_number, name, organization_no, agreement_address from creditors where id = $1",
        creditor,
    )
    if found is None:
        raise NoSuchCreditor(creditor)
    of = (found["account_id"], creditor, first, last)
    claims = await fetch_rows(tx, _ClaimRow, _CLAIMS, *of, seconds=SECONDS)
    counts = await fetch_the_row(tx, _CountsRow, _COUNTS, *of, seconds=SECONDS)
    owed = await fetch_rows(tx, _PayoutRow, _PAYOUTS, *of, seconds=SECONDS)
    paid = await fetch_rows(tx, _PaidRow, _PAID, *of, seconds=SECONDS)
    return StatementDocument(
        sender=_sender(operator),
        contact=Contact(operator.name, operator.email, operator.phone),
        receiver=_receiver(found),
        creditor_number=found["creditor_number"],
        dated=today,
        first_day=first,
        last_day=last,
        claims=_balanced(CLAIM_LINES, COMPONENTS, [(row["line"], row["item"], row["amount"]) for row in claims]),
        cases=CaseCounts(**counts),
        payouts=_balanced(PAYOUT_LINES, CATEGORIES, [(row["line"], row["item"], row["amount"]) for row in owed]),
        paid_out=tuple(
            PaidOut(row["booked_on"], row["payout_reference"], row["finance_category"], row["amount"]) for row in paid
        ),
        language=language,
    )


def _balanced(
    lines: tuple[Line, ...], items: tuple[Item, ...], amounts: Iterable[tuple[Line, Item, int]]
) -> Mapping[Line, Mapping[Item, int]]:
    """The lines in their order, of which the last is what the others come to."""
    found: dict[Line, dict[Item, int]] = {line: dict.fromkeys(items, 0) for line in lines}
    for line, item, amount in amounts:
        found[line][item] += amount
        found[lines[-1]][item] += amount
    return found


def _sender(operator: Operator) -> PrintedSender:
    is_known = classify(operator.organization_no).status == "valid"
    return PrintedSender(
        name=operator.name,
        organization_no=operator.organization_no,
        address=PostalAddress(
            operator.address, zip_code=operator.postal_code, city=operator.city, country=operator.country
        ),
        vat_number=vat_number.of(operator.organization_no) if is_known else None,
        registered_office=operator.registered_office,
        is_f_tax_approved=False,
    )


def _receiver(creditor: CreditorRow) -> Receiver:
    address: Mapping[str, str] = parsed(creditor["agreement_address"])
    lines = {name: address[name] for name in PostalAddress.__slots__ if name in address}
    return Receiver(creditor["name"], PostalAddress(**lines), creditor["organization_no"])


def statement_report(document: StatementDocument) -> Report:
    """The same as a table, an amount a row."""
    parts: tuple[tuple[str, Mapping[str, Mapping[str, int]]], ...] = (
        ("claims", _plain(document.claims)),
        ("payouts", _plain(document.payouts)),
    )
    rows: list[tuple[ReportValue, ...]] = [
        (part, line, item, amount)
        for part, lines in parts
        for line, amounts in lines.items()
        for item, amount in amounts.items()
    ]
    codes = frozenset({"part", "line", "item"})
    days = (document.first_day, document.last_day)
    return Report(
        "A creditor's statement", STATEMENT, frozenset({"amount"}), rows, codes=codes, name="statement", days=days
    )


def _plain(lines: Mapping[Line, Mapping[Item, int]]) -> Mapping[str, Mapping[str, int]]:
    return {str(line): {str(item): amount for item, amount in amounts.items()} for line, amounts in lines.items()}
