"""Read a bank file in: to its end, matched, into temporary tables, so that memory does not grow with the file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

import orjson

from fordran.actions.bank.match_payments import CaseFound, Match, match_payments
from fordran.domain.bank.bank_states import SuspenseReason, TransactionStatus
from fordran.formats.bank import BadBankFile, BankPayer, BankPayment, BankReference, StatedBalance
from fordran.formats.recognise import read_bank_file
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id

CHUNK = 2000
MOST_SECONDS = 1800.0
"""How long a file may take to read in: a million payments take some minutes."""


class IncomingTransaction(NamedTuple):
    """A row of the table `incoming`, by the names of its columns: a transaction as the bank tells it, and what becomes of it."""

    id: str
    key: str
    position: int
    kind: str
    booking_date: date
    value_date: date
    amount: int
    bank_account: str
    receiver: str
    reference: str
    references: str
    payer: str
    information: str
    bank_reference: str
    own_reference: str
    entry: str
    is_itemised: bool
    status: str
    reason: str | None
    suspense_amount: int
    is_returned: bool
    order_date: date | None


class IncomingPart(NamedTuple):
    """A row of the table `incoming_parts`: what a case gets of a transaction."""

    id: str
    transaction_id: str
    account_id: str
    creditor_id: str
    case_id: str
    amount: int
    booking_date: date


_TABLES = """
-- A transaction may bring several files, as a demo does.
drop table if exists pg_temp.incoming, pg_temp.incoming_parts;
create temporary table incoming (
    id text, key text, position integer, kind text, booking_date date, value_date date, amount bigint, bank_account text,
    receiver text, reference text, "references" text, payer text, information text, bank_reference text, own_reference text,
    entry text, is_itemised boolean, status text, reason text, suspense_amount bigint, is_returned boolean, order_date date
) on commit drop;
create temporary table incoming_parts (
    id text, transaction_id text, account_id text, creditor_id text, case_id text, amount bigint, booking_date date
) on commit drop;
"""


@dataclass
class ReadBankFile:
    """The contents of a file that was read."""

    transactions: int = 0
    amount_in: int = 0
    amount_out: int = 0
    first_date: date | None = None
    last_date: date | None = None
    deductions: list[tuple[str, CaseFound]] = field(default_factory=list)
    """Deductions that name one case, and that case."""
    balances: list[StatedBalance] = field(default_factory=list)
    """The balances that the bank reports."""

    def count(self, payment: BankPayment) -> None:
        """Add a transaction to the sums."""
        self.transactions += 1
        self.amount_in += max(payment.amount, 0)
        self.amount_out -= min(payment.amount, 0)
        self.first_date = min(self.first_date or payment.booking_date, payment.booking_date)
        self.last_date = max(self.last_date or payment.booking_date, payment.booking_date)


async def read_in(
    tx: Connection,
    stream: BinaryIO,
    own_bankgiro: str,
    today: date,
    *,
    sandbox: bool,
    returned: Iterator[BankPayment] | None = None,
) -> ReadBankFile:
    """Read the file into the tables `incoming` and `incoming_parts`, which last as long as the transaction.

    `returned` is what a file brings that holds no transactions itself.

    Raises `BadBankFile` where the file cannot be trusted, perhaps after having read most of it.
    """
    await tx.execute(_TABLES)
    found = ReadBankFile()
    payments = returned or iter(read_bank_file(stream, sandbox=sandbox, balances=found.balances))
    loop = asyncio.get_running_loop()
    began = loop.time()
    # In a thread: a process that answers requests goes on answering while a file is read. In one alone, since libxml2
    # shares names between documents thread by thread: a parser that wanders ends in a crash.
    with ThreadPoolExecutor(1) as reader:
        while chunk := await loop.run_in_executor(reader, _chunk, payments):
            if loop.time() - began > MOST_SECONDS:
                raise BadBankFile(0, f"The file takes longer than {MOST_SECONDS:.0f} seconds to read in; split it.")
            matches = await match_payments(tx, chunk, own_bankgiro, today)
            transactions, parts = _rows(found, chunk, matches)
            columns = IncomingTransaction._fields
            await tx.copy_records_to_table("incoming", records=transactions, columns=columns)
            await tx.copy_records_to_table("incoming_parts", records=parts, columns=IncomingPart._fields)
    return found


def _chunk(payments: Iterator[BankPayment]) -> list[BankPayment]:
    return list(islice(payments, CHUNK))


def _rows(
    found: ReadBankFile, payments: Sequence[BankPayment], matches: Sequence[Match]
) -> tuple[list[IncomingTransaction], list[IncomingPart]]:
    """Rows for the temporary tables; what they sum to is added to `found`."""
    transactions: list[IncomingTransaction] = []
    parts: list[IncomingPart] = []
    for payment, match in zip(payments, matches, strict=True):
        id_ = new_id()
        found.count(payment)
        transactions.append(_transaction(id_, payment, match))
        parts += [
            IncomingPart(
                id=new_id(),
                transaction_id=id_,
                account_id=case.account,
                creditor_id=case.creditor,
                case_id=case.case,
                amount=part,
                booking_date=payment.booking_date,
            )
            for case, part in match.parts.items()
        ]
        if match.case is not None:
            found.deductions.append((id_, match.case))
    return transactions, parts


def _transaction(id_: str, payment: BankPayment, match: Match) -> IncomingTransaction:
    status, reason, suspense_amount = _standing(payment, match)
    return IncomingTransaction(
        id=id_,
        key=payment.key,
        position=payment.position,
        kind=payment.kind,
        booking_date=payment.booking_date,
        value_date=payment.value_date,
        amount=payment.amount,
        bank_account=payment.account,
        receiver=payment.receiver,
        reference=payment.references[0].reference if payment.references else "",
        references=_json([_reference(each) for each in payment.references]),
        payer=_json({name: value for name in BankPayer.__slots__ if (value := getattr(payment.payer, name))}),
        information=_json(payment.information),
        bank_reference=payment.bank_reference,
        own_reference=payment.own_reference,
        entry=payment.entry,
        is_itemised=payment.itemised,
        status=status,
        reason=reason,
        suspense_amount=suspense_amount,
        order_date=payment.order_date,
        is_returned=payment.is_returned,
    )


def _reference(given: BankReference) -> dict[str, Any]:
    return {"reference": given.reference} | ({} if given.amount is None else {"amount": kronor(given.amount)})


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _standing(payment: BankPayment, match: Match) -> tuple[TransactionStatus, SuspenseReason | None, int]:
    """Status, reason, and what of it waits."""
    if payment.kind == "withdrawal":
        return "withdrawn", None, 0
    return ("suspense", match.reason, match.rest) if match.rest else ("matched", None, 0)
