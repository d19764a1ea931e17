"""An order to the bank as rows: who orders, what is paid to whom, and the file that these rows make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import TypedDict

import orjson

from fordran.domain.bank.bank_states import OrderLineKind
from fordran.domain.payouts.payout import Payee
from fordran.formats.pain001 import Orderer, Part, PartyAddress, PaymentAccount, Transfer, batches, make_pain001
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankOrderLineRow

PAYOUT: OrderLineKind = "payout"
REFUND: OrderLineKind = "refund"
SUSPENSE_REFUND: OrderLineKind = "suspense_refund"


@dataclass(frozen=True)
class OrderLine:
    """Something that the bank is to pay. `subject` is what: a payout, or a refund; it comes back in the bank's files."""

    kind: OrderLineKind
    subject: str
    amount: int
    execution_date: date
    name: str
    address: PartyAddress
    payee: Payee
    message: str
    account: str | None = None
    case: str | None = None
    payment: str | None = None
    transfer_id: str | None = None
    """The same of lines that are one transfer, whose id it is."""
    attempt: int | None = None
    """Which order it is that pays it, where the bank rejected an earlier one."""

    @property
    def transfer(self) -> Transfer:
        """As the file has it, where it is a transfer by itself."""
        payee = PaymentAccount(self.payee.kind, self.payee.number, self.payee.bic)
        return Transfer(
            end_to_end_id=self.subject,
            amount=self.amount,
            execution_date=self.execution_date,
            name=self.name,
            address=self.address,
            account=payee,
            message=self.message,
        )


def orderer_of(operator: Operator) -> Orderer:
    """The operator as the one who pays."""
    return Orderer(
        name=operator.name,
        organization_no=operator.organization_no,
        address=PartyAddress(operator.address, operator.postal_code, operator.city, operator.country),
        account=PaymentAccount("iban", operator.bank_account, operator.bic),
        bankgiro=operator.bankgiro,
    )


async def insert_lines(tx: Connection, order: str, lines: Sequence[OrderLine]) -> None:
    """Add lines to an order, after those that it has. Something that was ordered before is refused by a unique key."""
    if not lines:
        return
    last: int = await tx.fetchval("select coalesce(max(position), 0) from bank_order_lines where order_id = $1", order)
    await tx.execute(
        """insert into bank_order_lines (order_id, position, kind, subject_id, account_id, case_id, payment_id, amount,
               execution_date, name, address, bank_account, message, transfer_id, attempt)
           select $1, g.position, g.kind, g.subject, g.account, g."case", g.payment, g.amount, g.execution_date, g.name,
                  g.address, g.payee, g.message, g.transfer_id, g.attempt
           from jsonb_to_recordset($2) as g (position integer, kind text, subject text, account text, "case" text,
               payment text, amount bigint, execution_date date, name text, address jsonb, payee jsonb, message text,
               transfer_id text, attempt integer)""",
        order,
        [asdict(line) | {"position": number} for number, line in enumerate(lines, last + 1)],
    )


class OrderRow(TypedDict):
    """An order, of which its file is made."""

    id: str
    created: datetime
    orderer: orjson.Fragment


class OrderLineRow(BankOrderLineRow):
    """A line of an order, of which its file is made."""


async def lines_of(tx: Connection, order: str) -> list[OrderLineRow]:
    """The rows of an order's lines, in order."""
    return await fetch_rows(
        tx,
        OrderLineRow,
        """select kind, subject_id, amount, execution_date, name, address, bank_account, message, transfer_id, status
           from bank_order_lines where order_id = $1 order by position""",
        order,
    )


def file_of(order: OrderRow, lines: Sequence[OrderLineRow]) -> Iterator[bytes]:
    """The order's file in pieces: always the same for the same rows."""
    transfers = transfers_of([_line(row) for row in lines])
    return make_pain001(transfers, _orderer(order), message_id=order["id"], created=order["created"])


def batches_of(order: OrderRow, lines: Sequence[OrderLineRow]) -> dict[str, list[Transfer]]:
    """The order's transfers as the bank may book them, by the ids of the batches."""
    return batches(transfers_of([_line(row) for row in lines]), _orderer(order), order["id"])


def transfers_of(lines: Iterable[OrderLine]) -> list[Transfer]:
    """The transfers that lines make: one each, but for lines that are one together."""
    together: dict[str, list[OrderLine]] = {}
    for line in lines:
        together.setdefault(line.transfer_id or line.subject, []).append(line)
    return [of[0].transfer if of[0].transfer_id is None else _netted(id_, of) for id_, of in together.items()]


def _netted(id_: str, lines: Sequence[OrderLine]) -> Transfer:
    parts = tuple(Part(line.message, line.amount) for line in lines)
    return replace(lines[0].transfer, end_to_end_id=id_, amount=sum(part.amount for part in parts), parts=parts)


def _line(row: OrderLineRow) -> OrderLine:
    return OrderLine(
        kind=row["kind"],
        subject=row["subject_id"],
        amount=row["amount"],
        execution_date=row["execution_date"],
        name=row["name"],
        address=PartyAddress(**parsed(row["address"])),
        payee=Payee(**parsed(row["bank_account"])),
        message=row["message"],
        transfer_id=row["transfer_id"],
    )


def _orderer(order: OrderRow) -> Orderer:
    orderer = parsed(order["orderer"])
    return Orderer(
        **orderer | {"address": PartyAddress(**orderer["address"]), "account": PaymentAccount(**orderer["account"])}
    )
