"""An order to the bank as rows: who orders, what is paid to whom, and the file that these rows make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import orjson

from fordran.domain.bank_states import OrderLineKind
from fordran.domain.payout import Payee
from fordran.formats.pain001 import Address, Orderer, PaymentAccount, Transfer, make_pain001
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.database import Connection

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
    address: Address
    payee: Payee
    message: str
    account: str | None = None
    case: str | None = None
    payment: str | None = None

    @property
    def transfer(self) -> Transfer:
        """As the file has it."""
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
        address=Address(operator.address, operator.postal_code, operator.city, operator.country),
        account=PaymentAccount("iban", operator.bank_account, operator.bic),
        bankgiro=operator.bankgiro,
    )


async def insert_lines(tx: Connection, order: str, lines: Sequence[OrderLine]) -> None:
    """Add lines to an order, after those that it has. Something that was ordered before is refused by a unique key."""
    if not lines:
        return
    last: int = await tx.fetchval("select coalesce(max(position), 0) from bank_order_lines where order_id = $1", order)
    rows = [
        (
            *(number, line.kind, line.subject, line.account, line.case, line.payment, line.amount, line.execution_date),
            *(line.name, _json(asdict(line.address)), _json(asdict(line.payee)), line.message),
        )
        for number, line in enumerate(lines, last + 1)
    ]
    await tx.execute(
        """insert into bank_order_lines (order_id, position, kind, subject_id, account_id, case_id, payment_id, amount,
               execution_date, name, address, bank_account, message)
           select $1, g.position, g.kind, g.subject, g.account, g.case_id, g.payment, g.amount, g.day, g.name,
                  g.address::jsonb, g.bank_account::jsonb, g.message
           from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::date[],
                       $10::text[], $11::text[], $12::text[], $13::text[])
               as g (position, kind, subject, account, case_id, payment, amount, day, name, address, bank_account, message)""",
        order,
        *zip(*rows, strict=True),
    )


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


async def lines_of(tx: Connection, order: str) -> list[Any]:
    """The rows of an order's lines, in order."""
    found: list[Any] = await tx.fetch("select * from bank_order_lines where order_id = $1 order by position", order)
    return found


def file_of(order: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
    """The order's file in pieces: always the same for the same rows."""
    transfers = [_line(row).transfer for row in lines]
    return make_pain001(transfers, _orderer(order), message_id=order["id"], created=order["created"])


def _line(row: Mapping[str, Any]) -> OrderLine:
    return OrderLine(
        kind=row["kind"],
        subject=row["subject_id"],
        amount=row["amount"],
        execution_date=row["execution_date"],
        name=row["name"],
        address=Address(**parsed(row["address"])),
        payee=Payee(**parsed(row["bank_account"])),
        message=row["message"],
    )


def _orderer(order: Mapping[str, Any]) -> Orderer:
    said = parsed(order["orderer"])
    return Orderer(**said | {"address": Address(**said["address"]), "account": PaymentAccount(**said["account"])})
