"""Verify an installation: recompute every balance, chain, seal and total, and name all differences.

Everything is read in one snapshot, so that it can be done while the installation is being used, and in portions, so that
memory does not grow with it. What is checked of a case is in case.py and registration.py, what is counted in counts.py.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import partial

from fordran import clock
from fordran.actions.books.seal import first_booked_day, heads_of
from fordran.actions.cases.law_in_force import law_rows, laws_until
from fordran.actions.proof.applications import check_applications
from fordran.actions.proof.bank import check_bank
from fordran.actions.proof.case import check_case
from fordran.actions.proof.case_rows import CASES, CaseRows, rows_of_cases
from fordran.actions.proof.counts import Tell, check_owners, check_tallies
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.actions.proof.erasures import check_erasures, erased_documents
from fordran.actions.proof.grounds import check_first_interest, check_grounds
from fordran.actions.proof.law_rows import check_law_rows
from fordran.actions.proof.letters.letter_facts import check_letter_facts, check_objections
from fordran.actions.proof.letters.letter_law import check_attestation
from fordran.actions.proof.letters.letter_rows import LEFT, LeftRow
from fordran.actions.proof.operator_invoices import check_operator_invoices
from fordran.actions.proof.payouts import check_payouts
from fordran.actions.proof.periods import check_periods
from fordran.actions.proof.refunds import check_refunds
from fordran.actions.proof.registration import (
    Erased,
    StoredCaseRegistrationRow,
    StoredInvoice,
    check_case_registration,
    check_invoice,
    check_invoice_registration,
)
from fordran.domain.books.chain import GENESIS, seal_hash
from fordran.domain.days import ONE_DAY
from fordran.domain.law.law import LAW, Law
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import first_id
from fordran.store.rows.missing_rows import missing_cases, missing_parties, rows_of_no_account
from fordran.store.rows.schema_rows import CaseRow, SealRow
from fordran.store.upkeep.contents import changed_rows, hashed_tables
from fordran.store.upkeep.migrate import unlike_ours

CASES_AT_A_TIME = 200
_HASH = re.compile("[0-9a-f]{64}", re.ASCII)
_EVER = datetime.min.replace(tzinfo=UTC)

Get = Callable[[str], bytes]
"""The bytes of a file by its id; raises where there are none."""


class NotMigrated(Exception):
    """The database does not have the schema of this version, so that it cannot be verified by it."""


Check = Callable[[Connection, Tell], AsyncIterator[Discrepancy]]


async def verify(
    tx: Connection, get: Get | None = None, tell: Tell = lambda *_: None, since: datetime | None = None
) -> AsyncIterator[Discrepancy]:
    """Every difference there is. `tx` is a transaction in which nothing has been done yet.

    With `since`, rows, cases, letters and files that have not changed since then are not looked at again. Of sealed days
    before it the chain of seals is checked, and not the bookings.
    """
    await tx.execute("set transaction isolation level repeatable read, read only")
    migrations = await unlike_ours(tx)
    if any(there is None for _, _, there in migrations):
        raise NotMigrated("The database does not have this version's schema: run `fordran migrate` first.")
    for name, expected, there in migrations:
        yield Discrepancy("fordran_migrations.applied", name, "hash", expected, there)
    checks: tuple[Check, ...] = (
        partial(_check_contents, since=since),
        partial(_check_accounts, since=since),
        partial(_check_letters, since=since),
        check_erasures,
        check_bank,
        check_payouts,
        check_operator_invoices,
        check_refunds,
        partial(check_periods, since=since),
        check_applications,
        check_grounds,
        check_first_interest,
        check_law_rows,
        check_owners,
        partial(_check_seals, since=since),
        check_tallies,
    )
    for check in checks:
        async for found in check(tx, tell):
            yield found
    if get is not None:
        async for found in _check_files(tx, get, tell, since):
            yield found


async def _check_contents(tx: Connection, tell: Tell, since: datetime | None = None) -> AsyncIterator[Discrepancy]:
    """Every row is as the service wrote it."""
    for table in await hashed_tables(tx):
        async for row in changed_rows(tx, table, tell, since):
            kept = row.kept or "one that the service wrote"
            yield Discrepancy(table.name, row.key, "content's hash", kept, row.found)


async def _check_accounts(tx: Connection, tell: Tell, since: datetime | None = None) -> AsyncIterator[Discrepancy]:
    """Every case with all that hangs on it, account by account."""
    since = since or _EVER
    total = await tx.fetchval("select count(*) from cases where updated >= $1", since)
    done = 0
    for account in await tx.fetch("select id, number from accounts order by id"):
        last = ""
        while cases := await fetch_rows(tx, CaseRow, CASES, account["id"], last, CASES_AT_A_TIME, since):
            for found in await _check_cases(tx, account["id"], account["number"], cases):
                yield found
            last = cases[-1]["id"]
            done += len(cases)
            tell("cases", done, total)
        for case, table, row in await missing_cases(tx, account["id"]):
            yield Discrepancy("cases", case, "row", f"there, as {table} {row} says", "missing")
            yield Discrepancy(table, row, "case", "one that is there", case)
        for table, missing, case in await missing_parties(tx, account["id"]):
            yield Discrepancy(table, missing, "row", f"there, as case {case} says", "missing")
    for table, row, account_id in await rows_of_no_account(tx):
        yield Discrepancy(table, row, "account", "one that is there", account_id)


async def _check_letters(tx: Connection, tell: Tell, since: datetime | None = None) -> AsyncIterator[Discrepancy]:
    """Every letter that left agrees with the facts known then; `fordran letters verify` checks that it was lawful too."""
    done, last = 0, _id_before(since)
    total = await tx.fetchval("select count(*) from letters where status in ('sent', 'shown') and id > $1", last)
    while rows := await fetch_rows(tx, LeftRow, LEFT, last):
        for row in rows:
            for found in as_far_as_readable("letters", row["letter_id"], "what it said", _check_letter(row)):
                yield found
        done, last = done + len(rows), rows[-1]["letter_id"]
        tell("letters", done, total)


def _check_letter(row: LeftRow) -> Iterator[Discrepancy]:
    yield from check_letter_facts(row)
    yield from check_objections(row)
    yield from check_attestation(row)


_CASE_REGISTRATIONS = """
select id, creditor_id, cases, ocr_numbers, ocr_numbers_ocr, document
from case_registrations where account_id = $1 and id = any($2::text[])
"""


async def _laws(tx: Connection) -> list[Law]:
    """Every version of the law; the built-in law if the rows cannot be read, which the content's hash reports."""
    try:
        return laws_until(await law_rows(tx))
    except (AttributeError, KeyError, TypeError, ValueError):
        return [LAW]


async def _check_cases(
    tx: Connection, account: str, account_number: int, cases: Sequence[CaseRow]
) -> list[Discrepancy]:
    named = list({case["registration_id"] for case in cases})
    registrations = await fetch_rows(tx, StoredCaseRegistrationRow, _CASE_REGISTRATIONS, account, named)
    debts = {row["id"]: row for row in registrations}
    erased = await erased_documents(tx, account, cases)
    laws = await _laws(tx)
    found: list[Discrepancy] = []
    for rows in await rows_of_cases(tx, account, account_number, cases):
        case = rows.case
        for check in (check_case(rows, laws), _check_registrations(rows, debts.get(case["registration_id"]), erased)):
            found += as_far_as_readable("cases", case["id"], "what hangs on it", check)
    return found


def _check_registrations(
    rows: CaseRows, debts: StoredCaseRegistrationRow | None, erased: Erased
) -> Iterator[Discrepancy]:
    """Every registration that names a case, credit invoices among them, and the rows of each."""
    case, registrations = rows.case, rows.invoice_registrations
    ocr_number = rows.ocr_numbers[0] if rows.ocr_numbers else None
    made = {invoice["id"]: invoice for invoice in rows.invoices}
    for registration in registrations:
        sent = StoredInvoice(registration)
        yield from check_invoice_registration(sent, case, ocr_number, erased)
        yield from check_invoice(sent, made.pop(registration["invoice_id"], None), case)
    for id_, invoice in made.items():
        yield Discrepancy(
            "invoice_registrations", invoice["registration_id"], "row", f"there, as invoice {id_} says", "missing"
        )
    if debts is not None:
        yield from check_case_registration(debts, case, ocr_number, erased)
    elif case["registration_id"] not in {registration["id"] for registration in registrations} and not made:
        yield Discrepancy(
            "case_registrations", case["registration_id"], "row", f"there, as case {case['id']} says", "missing"
        )


async def _check_seals(tx: Connection, tell: Tell, since: datetime | None = None) -> AsyncIterator[Discrepancy]:
    """Each seal follows the one of the day before, none is missing between them, and each fits the bookings of its day."""
    first = clock.stockholm_date(since) if since else date.min
    seals = await fetch_rows(tx, SealRow, "select day, bookings, previous_hash, hash from seals order by day")
    previous = GENESIS
    day = await first_booked_day(tx)
    for done, seal in enumerate(seals, 1):
        id_ = seal["day"].isoformat()
        for found in (
            *differs("seals", id_, "day", day, seal["day"]),
            *differs("seals", id_, "previous_hash", previous, seal["previous_hash"]),
            *(await _check_sealed_day(tx, seal) if seal["day"] >= first else ()),
        ):
            yield found
        previous, day = seal["hash"], seal["day"] + ONE_DAY
        tell("seals", done, len(seals))


async def _check_sealed_day(tx: Connection, seal: SealRow) -> list[Discrepancy]:
    """A seal fits the bookings of its day."""
    id_ = seal["day"].isoformat()
    heads, bookings = await heads_of(tx, seal["day"])
    is_hash = _HASH.fullmatch(seal["previous_hash"]) is not None
    hash_ = seal_hash(seal["previous_hash"], seal["day"], heads) if is_hash else "one after another hash"
    return [
        *differs("seals", id_, "bookings", bookings, seal["bookings"]),
        *differs("seals", id_, "hash", hash_, seal["hash"]),
    ]


def _id_before(since: datetime | None) -> str:
    """An id that every row has a greater one than which was made since then."""
    return first_id(since) if since else ""


async def _check_files(
    tx: Connection, get: Get, tell: Tell, since: datetime | None = None
) -> AsyncIterator[Discrepancy]:
    """The bytes of every file are there, and are those that were kept."""
    done, last = 0, _id_before(since)
    total = await tx.fetchval("select count(*) from media_files where id > $1", last)
    while rows := await tx.fetch("select id, size, sha256 from media_files where id > $1 order by id limit 100", last):
        for row in rows:
            try:
                content = get(row["id"])
            except Exception as trouble:  # noqa: BLE001  (whatever keeps the bytes from being read is what differs)
                yield Discrepancy("media_files", row["id"], "bytes", "there", trouble)
                continue
            for found in (
                *differs("media_files", row["id"], "size", row["size"], len(content)),
                *differs("media_files", row["id"], "sha256", row["sha256"].hex(), hashlib.sha256(content).hexdigest()),
            ):
                yield found
        last = rows[-1]["id"]
        done += len(rows)
        tell("media_files", done, total)
