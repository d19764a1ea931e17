"""A night: the steps of all cases that are due, taken by worker processes side by side, with every booking and queued letter.

A night is measured twice, with as many cases due each time: once among so many stored cases, once among twice as many. What
stays open and is not due must cost next to nothing.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from fordran import clock
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact
from fordran.actions.cases.open_case import CaseToOpen, open_case
from fordran.domain.claims.facts import Capital
from fordran.domain.claims.particulars import NO_PARTICULARS
from fordran.domain.flow.case_settings import FlowSettings as CaseSettings
from fordran.domain.law.law import LAW
from fordran.settings import Settings
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection, Database
from fordran.store.rows import schema_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.tables import NewRow, copy_rows
from tools.bench.ground import Ground
from tools.bench.processors import Spent, spending
from tools.bench.results import Result
from tools.harness.database import new_database, prepare

ABOUT = "a night: 1 in 20 of many open cases takes a step, and twice as many stored"
BY_DEFAULT = True
CASES = 200_000
"""Or as many as a larger installation has rows."""
DUE_SHARE = 20
WORKERS = 2
AIM = 4000
AIM_TWICE = 1 / 1.2
ACCOUNTS = 50
AT_A_TIME = 5000

_CREDITORS = 4
"""Of each account."""


_COPY_ID = "lpad(to_hex(n), 8, '0') || left(md5({of} || n), 16)"
_ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"}


def measure(ground: Ground) -> Iterator[Result]:
    """How many cases a second take their step, and how the time grows with the cases that take none."""
    cases = max(CASES, ground.rows)
    due = cases // DUE_SHARE
    night = asyncio.run(empty_installation(ground, f"night_{cases}"))
    ground.say(f"Opening {cases:,} cases, {due:,} of them due.")
    once = night.measured(cases, due)
    ground.say("Opening as many again.")
    twice = night.measured(cases, due)
    made_of = {"cases": float(due), "seconds": once.seconds, "stored": float(cases), "workers": float(WORKERS)}
    made_of |= once.spent.each(due)
    yield Result("cases that take a step", due / once.seconds, "a second", AIM, made_of)
    made_of = {"seconds": twice.seconds} | twice.spent.each(due)
    ratio = once.seconds / twice.seconds
    yield Result("the same among twice as many", ratio, f"× of {cases:,}", AIM_TWICE, made_of)


@dataclasses.dataclass(frozen=True)
class Taken:
    """How long the steps of a night took, and what of processors."""

    seconds: float
    spent: Spent


@dataclasses.dataclass
class Night:
    """An installation with cases, and its workers."""

    settings: Settings
    creditors: list[dict[str, Any]]
    serial: int = 0

    def measured(self, more: int, due: int) -> Taken:
        """How long a night takes with so many more cases stored: the quicker of two."""
        asyncio.run(self.fill(more - due, due))
        first = self.run(due)
        asyncio.run(self.fill(0, due))
        return min(first, self.run(due), key=lambda taken: taken.seconds)

    async def fill(self, waiting: int, due: int) -> None:
        """Open cases: some that wait for their day, and some that are due, two of a customer together."""
        assert self.settings.database_url is not None
        database = Database(self.settings.database_url, 1)
        now = clock.now()
        try:
            if waiting:
                async with database.transaction() as tx:
                    first = self.serial
                    await self._open(tx, len(self.creditors), now, now)
                    await _multiply(tx, first, waiting // len(self.creditors) - 1)
            for done in range(0, due, AT_A_TIME):
                async with database.transaction() as tx:
                    await self._open(tx, min(AT_A_TIME, due - done), now - timedelta(days=36), now)
            async with database.connection() as connection:
                # Letters draw their payment references after those of the cases.
                await connection.execute("select setval('payment_serials', $1)", self.serial)
                # What a server in operation does by itself, in its own time.
                await connection.execute("vacuum (analyze)", timeout=600)
        finally:
            await database.close()

    async def _open(self, tx: Connection, count: int, opened: datetime, now: datetime) -> None:
        """Open cases as the service does, and insert them as an import does."""
        rows: list[NewRow] = []
        customer = ""
        for place in range(count):
            creditor = self.creditors[self.serial // 2 % len(self.creditors)]
            if place % 2 == 0:
                customer = new_id()
                rows.append(schema_rows.CUSTOMERS_TABLE.row(_customer(customer, creditor, self.serial, now)))
            rows += open_case(_case(creditor, customer, self.serial, opened), self.serial + 1, now).rows
            self.serial += 1
        await copy_rows(tx, rows)

    def run(self, due: int) -> Taken:
        """Let the workers take the steps of the cases that are due."""
        with spending(self.settings.data) as spent:
            seconds = self._advance(due)
        return Taken(seconds, spent)

    def _advance(self, due: int) -> float:
        """How long they take in seconds, without the start of their processes."""
        environment = {**os.environ, **self.settings.environment()}
        command = [sys.executable, "-m", "tools.bench.advancing"]
        workers = [
            subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for _ in range(WORKERS)
        ]
        for worker in workers:
            assert worker.stdout is not None
            worker.stdout.readline()
        began = time.perf_counter()
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.close()
        taken = [int(worker.stdout.read()) for worker in workers if worker.stdout is not None]
        seconds = time.perf_counter() - began
        assert all(worker.wait() == 0 for worker in workers)
        assert sum(taken) == due
        return seconds


async def empty_installation(ground: Ground, name: str) -> Night:
    """An empty installation with accounts and creditors."""
    url = await new_database(ground.database_url, name)
    await prepare(url)
    settings = dataclasses.replace(Settings(), data=ground.folder, database_url=url)
    database = Database(url, 1)
    async with database.transaction() as tx:
        creditors = await _creditors(tx)
    await database.close()
    return Night(settings, creditors)


async def _creditors(tx: Connection) -> list[dict[str, Any]]:
    rows = await tx.fetch(
        """with account as (
               insert into accounts (id, created, updated, name, organization_no, agreement_template, agreement_address,
                                     access_group_template)
               select lpad(to_hex(n), 24, '0'), $1, $1, 'Account ' || n, '5560160680', i.agreement_template, $3,
                      i.access_group_template
               from generate_series(1, $2::bigint) n cross join installation i returning id, number)
           insert into creditors (account_id, id, created, updated, name, organization_no, is_active,
                                  standard_debt_description, agreement_address, sender_address, invoice_address,
                                  payout_details, default_letter_locale)
           select id, lpad(to_hex(number * 1000 + m), 24, 'c'), $1, $1, 'Borgenär ' || number || '-' || m, '5560160680',
                  true, 'Varor', $3, $3, $3, jsonb_build_object('sek', jsonb_build_object('bankgiro', '991-2346')), 'sv'
           from account cross join generate_series(1, $4::bigint) m
           returning account_id, id""",
        clock.now(),
        ACCOUNTS,
        _ADDRESS,
        _CREDITORS,
    )
    numbers = {row["id"]: row["number"] for row in await tx.fetch("select id, number from accounts")}
    return [dict(row) | {"number": numbers[row["account_id"]]} for row in rows]


async def _multiply(tx: Connection, first: int, times: int) -> None:
    """Insert as many copies of the cases from a serial on, with their bookings and customers."""
    await tx.execute(
        f"""create temporary table copies on commit drop as
            select k.account_id, k.id as like_case, k.customer_id as like_customer, n,
                   {_COPY_ID.format(of="k.id")} as case_id, {_COPY_ID.format(of="k.customer_id")} as customer_id
            from cases k join unnest($1::text[]) number on k.invoice_number = number
            cross join generate_series(1, $2::bigint) n""",
        [f"N-{serial}" for serial in range(first, first + _CREDITORS * ACCOUNTS)],
        times,
    )
    customers = "(select distinct account_id, like_customer, customer_id, n from copies)"
    number = "t.{column} || '-' || m.n"
    for table, row_type, copies, changed in (
        (
            "customers",
            schema_rows.CustomerRow,
            f"{customers} m on m.like_customer = t.id",
            {"id": "m.customer_id", "id_number": number, "id_number_compact": number},
        ),
        (
            "cases",
            schema_rows.CaseRow,
            "copies m on m.like_case = t.id",
            {"id": "m.case_id", "customer_id": "m.customer_id", "invoice_number": number, "ocr_number": number},
        ),
        (
            "bookings",
            schema_rows.BookingRow,
            "copies m on m.like_case = t.case_id",
            {"id": "m.case_id", "case_id": "m.case_id"},
        ),
    ):
        columns = tuple(row_type.__annotations__)
        values = ", ".join(changed.get(column, "t.{column}").format(column=column) for column in columns)
        await tx.execute(
            f"""insert into {table} ({", ".join(columns)})
                select {values} from {table} t join {copies} where m.account_id = t.account_id""",
            timeout=600,
        )


def _customer(id_: str, creditor: dict[str, Any], serial: int, now: datetime) -> schema_rows.NewCustomer:
    name = f"Kund {serial} Öberg"
    is_person = serial % 20 < 18
    number = f"{serial:012d}"
    return {
        "account_id": creditor["account_id"],
        "id": id_,
        "created": now,
        "updated": now,
        "name": name,
        "name_folded": name.casefold(),
        "id_number": number,
        "id_number_compact": number,
        "id_number_status": "invalid",
        "is_person": is_person,
        "is_company": not is_person,
        "address": _ADDRESS,
    }


def _case(creditor: dict[str, Any], customer: str, serial: int, opened: datetime) -> CaseToOpen:
    """Half of them invoices that are reminded of, half debts that are demanded at once."""
    is_invoice = serial % 4 < 2
    amount = 500_00 + serial % 9000 * 100
    invoiced = opened if is_invoice else opened - timedelta(days=31)
    capital = Capital(new_id(), day_of(invoiced), amount)
    return CaseToOpen(
        account=creditor["account_id"],
        account_number=creditor["number"],
        partner=None,
        creditor=creditor["id"],
        customer=customer,
        registration=new_id(),
        state="invoice" if is_invoice else "initializing",
        first_action="reminder" if is_invoice else "debt_collection",
        invoice_number=f"N-{serial}",
        invoice_date=invoiced,
        due_days=30,
        interest_days=30,
        initial_capital=amount,
        capital_to_claim=amount,
        debt_description="Varor",
        is_business=serial % 20 >= 18,
        agreement_version="1",
        case_settings={"interest_rate": {"reference_rate": True}},
        settings=CaseSettings(),
        law=LAW,
        is_parking=False,
        particulars=NO_PARTICULARS,
        facts=[StoredFact(capital, opened, CREDITOR_SYSTEM)],
        business_now=opened,
    )
