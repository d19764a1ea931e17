"""A bank hall: cases to be paid, files in which they are paid, and what the books say afterwards."""

from __future__ import annotations

import io
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from fordran import clock
from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import sent_file
from fordran.domain.books.journal import CLIENT_FUND_LIABILITIES, CLIENT_FUNDS, SUSPENSE
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.camt_making import make_camt053, make_camt054
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.database import Database
from tests.actions.office import Office

BANKGIRO = "5555552"
IBAN = "SE2399900000000000000000"
DAY = date(2026, 4, 10)
CREATED = datetime(2026, 4, 10, 18, 30, tzinfo=UTC)

_serials = itertools.count(1)


def serial() -> str:
    return f"{next(_serials):012d}"


def paid(amount: int, reference: str = "", **more: Any) -> DemoTransaction:
    """A payment of so many öre, which the bank knows by a number of its own."""
    number = serial()
    return DemoTransaction(amount, reference, **({"serial": number, "end_to_end_id": f"E{number}"} | more))


def deposit(*receipts: DemoTransaction, day: date = DAY, receiver: str = BANKGIRO, **more: Any) -> Deposit:
    return Deposit(receiver, day, next(_serials) % 100_000, receipts, **more)


def bgmax(*deposits: Deposit) -> bytes:
    return make_bgmax(deposits, created=CREATED)


def camt054(*deposits: Deposit, **more: Any) -> bytes:
    return make_camt054(deposits, account=IBAN, created=CREATED, **more)


def camt053(*deposits: Deposit, **more: Any) -> bytes:
    return make_camt053(deposits, account=IBAN, created=CREATED, **more)


@dataclass
class BankHall:
    database: Database
    of: Office | None = None

    @property
    def office(self) -> Office:
        """Whose cases are paid, where there is one."""
        assert self.of is not None
        return self.of

    async def debt(self, kronor: float = 1000, **changes: Any) -> tuple[str, str]:
        """A new debt: its case and its OCR number."""
        case = await self.office.register_debt(kronor, **changes)
        return case, (await self.office.case(case))["ocr_number"]

    async def bring(self, file: bytes, name: str = "file") -> Counter[str]:
        """Import a file; what became of its transactions."""
        sent = sent_file(io.BytesIO(file), name)
        stored = await import_bank_file(self.database, sent, Operator().bankgiro, clock.now())
        return +stored.counts

    async def waiting(self) -> list[dict[str, Any]]:
        return list((await self.office.get("unmatched--payments", max_results="100"))["_items"])

    async def balances(self) -> dict[int, int]:
        """Every ledger account's balance, of cases and of money on no case."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(
                """select account, sum(amount)::bigint as balance from (
                       select unnest(ledger_accounts) as account, unnest(amounts) as amount from bookings
                       union all select unnest(ledger_accounts), unnest(amounts) from bank_bookings) lines
                   group by account having sum(amount) <> 0"""
            )
        return {row["account"]: row["balance"] for row in rows}

    async def reconciled(self) -> int:
        """What stands on the client bank account, which has to be whose it is, to the öre."""
        balances = await self.balances()
        funds = balances.get(CLIENT_FUNDS, 0)
        assert funds == -sum(balances.get(account, 0) for account in CLIENT_FUND_LIABILITIES)
        async with self.database.connection() as connection:
            waiting = await connection.fetchval(
                "select coalesce(sum(suspense_amount), 0)::bigint from bank_transactions"
            )
        assert -balances.get(SUSPENSE, 0) == waiting
        return funds

    async def state(self) -> dict[str, Any]:
        """Where everything stands, without ids and moments, which depend on when things came."""
        async with self.database.connection() as connection:
            cases = await connection.fetch(
                """select ocr_number, status, closed, refund_amount, total_added_capital_amount, total_added_interest_amount,
                          total_added_costs_amount, total_remaining_capital_amount, total_remaining_interest_amount,
                          total_remaining_costs_amount, transactions
                   from cases order by ocr_number"""
            )
            transactions = await connection.fetch(
                "select key, kind, amount, status, reason, suspense_amount from bank_transactions order by key"
            )
        return {
            "cases": [_normal(row) for row in cases],
            "transactions": [tuple(row) for row in transactions],
            "balances": await self.balances(),
        }


def _normal(row: Any) -> tuple[Any, ...]:
    lines = [
        (line["bank_transaction_date"], line["type"], line["description_locale_tag"], line["amount"])
        for line in parsed(row["transactions"])
    ]
    return (*tuple(row)[:-1], sorted(lines))


def total(receipts: Sequence[DemoTransaction]) -> int:
    return sum(receipt.signed for receipt in receipts)
