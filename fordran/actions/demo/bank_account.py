"""The bank account of an invented business: what comes to it and what leaves it, in statements that follow on each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypedDict

from fordran.formats.camt_making import make_camt053
from fordran.formats.making import DemoTransaction, Deposit
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


class _TransferRow(TypedDict):
    order_id: str
    id: str
    amount: int


_TRANSFERS = """
select max(order_id::text) as order_id, coalesce(transfer_id, subject_id) as id, sum(amount)::bigint as amount
from bank_order_lines where order_id > $1 group by 2 order by 2
"""


@dataclass
class DemoBankAccount:
    """An account that nothing stood on before the first statement. Amounts are öre."""

    number: str
    balance: int = 0
    last_order: str = ""
    """The last order whose transfers have left it."""

    async def statement(self, tx: Connection, deposit: Deposit, now: datetime) -> bytes:
        """The statement of a day: a deposit, and the transfers that were ordered since the one before, as camt.053."""
        opening, deposits = self.balance, [_numbered(deposit)]
        rows = await fetch_rows(tx, _TransferRow, _TRANSFERS, self.last_order)
        if rows:
            left = tuple(DemoTransaction(row["amount"], kind="withdrawal", end_to_end_id=row["id"]) for row in rows)
            deposits.append(_numbered(replace(deposit, serial=deposit.serial + 1, receipts=left)))
            self.last_order = max(row["order_id"] for row in rows)
        self.balance += sum(one.net for one in deposits)
        day = f"{deposit.date:%Y%m%d}"
        return make_camt053(deposits, account=self.number, created=now, opening_ore=opening, message_id=day)


def _numbered(deposit: Deposit) -> Deposit:
    """Each of its transactions gets a number of the bank's own, which distinguishes equal ones."""
    begins = f"{deposit.date:%Y%m%d}{deposit.serial:05d}"
    receipts = (replace(one, serial=f"{begins}{number:05d}") for number, one in enumerate(deposit.receipts))
    return replace(deposit, receipts=tuple(receipts))
