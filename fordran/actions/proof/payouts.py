"""Verify payouts: every specification is what its booking settles, every payout what its specifications sum to, and every
order what it says to have paid; and the journal comes to what the documents say is owed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from fordran.actions.bank.order import file_of
from fordran.actions.bank.order import lines_of as lines_of_order
from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.cases.case_facts import entry_from_json
from fordran.actions.payouts.journal import hash_of
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Difference, differs
from fordran.domain.chain import GENESIS
from fordran.domain.entries import Entry
from fordran.domain.journal import CLIENT_FUND_LIABILITIES, CLIENT_FUNDS, OWED_TO_CREDITOR
from fordran.domain.payout import Cause, Commission, lines_of, makes_lines, postings_of
from fordran.shape.wire import parsed
from fordran.store.database import Connection

CASES_AT_A_TIME = 500


async def check_payouts(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """Everything from settled money to the order to the bank."""
    for check in (_check_specifications, _check_sums, _check_journal, _check_orders, _check_client_funds):
        async for found in check(tx, tell):
            yield found


def _as_far_as_readable(table: str, id_: str, check: Iterator[Difference]) -> Iterator[Difference]:
    """The differences up to where what is stored makes no sense any more, and that."""
    try:
        yield from check
    except Exception as trouble:  # noqa: BLE001  (whatever somebody has put there)
        yield Difference(table, id_, "content", "readable", repr(trouble))


# Specifications ----------------------------------------------------------------------------------------------------------


async def _check_specifications(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """The specifications of each case are those that its journal makes, booking by booking."""
    last = ("", "")
    total = await tx.fetchval("select count(*) from cases")
    done = 0
    while cases := await tx.fetch(
        "select account_id, id from cases where (account_id, id) > ($1, $2) order by account_id, id limit $3",
        *last,
        CASES_AT_A_TIME,
    ):
        last = (cases[-1]["account_id"], cases[-1]["id"])
        of_cases = ([case["account_id"] for case in cases], [case["id"] for case in cases])
        bookings = await _of_cases(tx, "bookings", "position", of_cases)
        specifications = await _of_cases(tx, "payout_specifications", "id", of_cases)
        for case in cases:
            of_case = _check_case(bookings.get(case["id"], []), specifications.get(case["id"], []))
            for found in _as_far_as_readable("payout_specifications", f"of case {case['id']}", of_case):
                yield found
        done += len(cases)
        tell("payout_specifications", done, total)
    for row in await tx.fetch(
        """select s.id, s.booking_id from payout_specifications s
           left join bookings b on b.account_id = s.account_id and b.id = s.booking_id
           where b.case_id is distinct from s.case_id or b.creditor_id is distinct from s.creditor_id"""
    ):
        yield Difference("payout_specifications", row["id"], "booking", "one of its case", row["booking_id"])


async def _of_cases(tx: Connection, table: str, order: str, cases: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    rows = await tx.fetch(
        f"""select t.* from {table} t join unnest($1::text[], $2::text[]) as g (account_id, case_id)
            on g.account_id = t.account_id and g.case_id = t.case_id order by t.{order}""",
        *cases,
    )
    for row in rows:
        found.setdefault(row["case_id"], []).append(row)
    return found


def _check_case(bookings: Sequence[Any], specifications: Sequence[Any]) -> Iterator[Difference]:
    booked: list[Entry] = []
    terms: dict[Cause, Commission] = {}
    by_booking: dict[str, list[Any]] = {}
    for row in specifications:
        by_booking.setdefault(row["booking_id"], []).append(row)
    for booking in bookings:
        entries = [entry_from_json(entry) for entry in parsed(booking["entries"])]
        there = by_booking.get(booking["id"], [])
        if makes_lines(entries) or there:
            yield from _check_booking(booking, booked, entries, there, terms)
        booked += entries


def _check_booking(
    booking: Any,
    before: Sequence[Entry],
    entries: Sequence[Entry],
    there: Sequence[Any],
    terms: dict[Cause, Commission],
) -> Iterator[Difference]:
    # What share was agreed at the time stands in the rows alone; all the rest follows from the entries.
    agreed: Commission = Commission()
    for row in there:
        if row["share_percent"] is not None:
            given = Commission(row["share_percent"], row["vat_percent"])
            if _cause(row) not in terms:
                agreed = given
            terms.setdefault(_cause(row), given)
    made = Counter(
        (*line.cause, line.article, line.category, line.amount, line.vat_amount)
        for line in lines_of(before, entries, agreed, terms)
    )
    found = Counter(
        (*_cause(row), row["article"], row["finance_category"], row["amount"], row["vat_amount"]) for row in there
    )
    if made != found:
        ids = ", ".join(row["id"] for row in there) or f"of booking {booking['id']}"
        yield Difference("payout_specifications", ids, "lines", sorted(made.elements()), sorted(found.elements()))
    for row in there:
        yield from differs(
            "payout_specifications", row["id"], "booking_date", booking["booked_on"], row["booking_date"]
        )


def _cause(row: Mapping[str, Any]) -> Cause:
    return Cause(row["payment_id"], row["settles"], row["settled_type"], row["bank_date"])


# Payouts -----------------------------------------------------------------------------------------------------------------


async def _check_sums(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """A payout's sums and summary are those of its specifications, which are of its creditor and category."""
    rows = await tx.fetch(
        """select p.id, p.amount, p.vat_amount, p.specifications, s.*
           from payouts p left join lateral (
               select coalesce(sum(s.amount), 0)::bigint as sum_amount, coalesce(sum(s.vat_amount), 0)::bigint as sum_vat,
                      count(*)::integer as lines,
                      count(*) filter (where s.creditor_id <> p.creditor_id or s.finance_category <> p.finance_category
                                       or (p.case_id is not null and s.case_id <> p.case_id)) as strays
               from payout_specifications s where s.account_id = p.account_id and s.payout_id = p.id) s on true
           where (p.amount, p.vat_amount, p.specifications) is distinct from (s.sum_amount, s.sum_vat, s.lines)
              or s.strays > 0""",
        timeout=3600,
    )
    for row in rows:
        for found in (
            *differs("payouts", row["id"], "amount", row["sum_amount"], row["amount"]),
            *differs("payouts", row["id"], "vat_amount", row["sum_vat"], row["vat_amount"]),
            *differs("payouts", row["id"], "specifications", row["lines"], row["specifications"]),
            *differs("payouts", row["id"], "specifications of others", 0, row["strays"]),
        ):
            yield found
    rows = await tx.fetch(
        """select p.id, p.summary, s.summary as expected
           from payouts p cross join lateral (
               select coalesce(jsonb_object_agg(a.article, jsonb_build_object(
                          'count', a.count, 'amount', trim_scale(a.amount / 100.0),
                          'vat_amount', trim_scale(a.vat_amount / 100.0),
                          'total_amount', trim_scale((a.amount + a.vat_amount) / 100.0))), '{}') as summary
               from (select s.article, count(*) as count, sum(s.amount) as amount, sum(s.vat_amount) as vat_amount
                     from payout_specifications s where s.account_id = p.account_id and s.payout_id = p.id
                     group by s.article) a) s
           where p.summary <> s.summary""",
        timeout=3600,
    )
    for row in rows:
        yield Difference("payouts", row["id"], "summary", parsed(row["expected"]), parsed(row["summary"]))
    tell("payouts", 1, 1)


async def _check_journal(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """Each paid payout is booked once, as what it comes to, and its chain is whole."""
    rows = await tx.fetch(
        """select p.id as payout, p.finance_category, p.amount, p.vat_amount, p.payout_date, p.bookings, p.head_hash, b.*
           from payouts p left join payout_bookings b on b.account_id = p.account_id and b.payout_id = p.id
           order by p.id, b.position""",
        timeout=3600,
    )
    for row in rows:
        for found in _as_far_as_readable("payout_bookings", row["payout"], _check_payout_booking(row)):
            yield found
    tell("payout_bookings", 1, 1)


def _check_payout_booking(row: Any) -> Iterator[Difference]:
    is_paid = row["payout_date"] is not None
    yield from differs("payouts", row["payout"], "bookings", int(is_paid), row["bookings"])
    if row["position"] is None:
        if is_paid:
            yield Difference("payout_bookings", row["payout"], "row", "there, as the payout is paid", "missing")
        return
    expected = postings_of(row["finance_category"], row["amount"], row["vat_amount"])
    made = [(posting.account, posting.amount) for posting in expected]
    lines = list(zip(row["ledger_accounts"], row["amounts"], strict=True))
    yield from differs("payout_bookings", row["payout"], "position", 1, row["position"])
    yield from differs("payout_bookings", row["payout"], "postings", made, lines)
    yield from differs("payout_bookings", row["payout"], "previous_hash", GENESIS, row["previous_hash"])
    yield from differs("payout_bookings", row["payout"], "hash", hash_of(row), row["hash"])
    yield from differs("payouts", row["payout"], "head_hash", row["hash"], row["head_hash"])


async def _check_orders(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """An order's file is what it was, it pays what its payouts come to, and an exported payout is in its order."""
    # An order whose lines were erased can make its file no more; the file is gone with them.
    for order in await tx.fetch(
        """select * from bank_orders o where status <> 'gathering'
           and not exists (select from bank_order_lines l where l.order_id = o.id and l.bank_account = '{}') order by id"""
    ):
        lines = await lines_of_order(tx, order["id"])
        for found in _as_far_as_readable("bank_orders", order["id"], _check_file(order, lines)):
            yield found
    for row in await tx.fetch(
        """select coalesce(p.id, l.subject_id) as id, p.amount + p.vat_amount as expected, l.amount
           from (select * from bank_order_lines where kind = 'payout') l
           full join (select * from payouts where bank_payout_request is not null) p
               on p.id = l.subject_id and p.bank_payout_request = l.order_id
           where l.amount is distinct from p.amount + p.vat_amount"""
    ):
        yield Difference("bank_order_lines", row["id"], "amount", row["expected"], row["amount"])
    tell("bank_orders", 1, 1)


def _check_file(order: Any, lines: Sequence[Any]) -> Iterator[Difference]:
    hashed = hashlib.sha256()
    for piece in file_of(order, lines):
        hashed.update(piece)
    yield from differs("bank_orders", order["id"], "sha256", hashed.hexdigest(), order["sha256"].hex())


async def _check_client_funds(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """The client bank account holds what is owed, and creditors are owed what is specified and not paid."""
    rows = await tx.fetch(
        f"""select ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) postings group by ledger_account""",
        timeout=3600,
    )
    balances = {row["ledger_account"]: row["amount"] for row in rows}
    owed = -sum(balances.get(account, 0) for account in CLIENT_FUND_LIABILITIES)
    for found in differs("bookings", str(CLIENT_FUNDS), "client funds", owed, balances.get(CLIENT_FUNDS, 0)):
        yield found
    rows = await tx.fetch(
        """select s.finance_category, sum(s.amount + s.vat_amount)::bigint as amount from payout_specifications s
           left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
           where p.payout_date is null and s.finance_category <> 'creditor_commission' group by s.finance_category""",
        timeout=3600,
    )
    specified = {row["finance_category"]: row["amount"] for row in rows}
    for category, account in OWED_TO_CREDITOR.items():
        expected = specified.get(category, 0)
        for found in differs("bookings", str(account), f"owed as {category}", expected, -balances.get(account, 0)):
            yield found
    tell("client funds", 1, 1)
