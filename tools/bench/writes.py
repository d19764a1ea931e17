"""The statements by which the bare application writes what a verb writes: all of it at once, and nothing looked at first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol, cast

import orjson

from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.rows.ids import is_id, new_id


class Write(Protocol):
    """A statement, and its values for a body that was sent."""

    @property
    def statement(self) -> str: ...

    def values_for(self, document: dict[str, Any]) -> list[Any]: ...


@dataclass(frozen=True)
class Plan:
    """What the bare application has to be able to answer: targets to read, and paths to write to."""

    targets: tuple[str, ...]
    writes: Mapping[str, Write]


class _Undo(Exception):
    """Ends a rehearsal."""


class _Recorder:
    """A connection that remembers what it was told to execute."""

    def __init__(self, tx: Connection) -> None:
        self.tx = tx
        self.sent: list[tuple[str, tuple[Any, ...]]] = []

    async def execute(self, statement: str, *values: Any) -> Any:
        self.sent.append((statement, values))
        return await self.tx.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tx, name)


@dataclass(frozen=True)
class InvoiceWrite:
    """What a registration inserted in a rehearsal, with ids, payment reference and invoice number of each request's own."""

    statement: str
    values: tuple[Any, ...]
    ids: tuple[tuple[int, ...], ...]
    ocr_numbers: tuple[int, ...]
    invoice_numbers: tuple[int, ...]

    def values_for(self, document: dict[str, Any]) -> list[Any]:
        values = list(self.values)
        for places in self.ids:
            fresh = new_id()
            for place in places:
                values[place] = fresh
        for place in self.ocr_numbers:
            values[place] = fresh
        for place in self.invoice_numbers:
            values[place] = document["invoice_number"]
        return values


async def invoice_write(tx: Connection, register: Callable[[Connection], Awaitable[Any]], number: str) -> InvoiceWrite:
    """Rehearse a registration of an invoice by that number, undo it, and make of its last statement one to repeat."""
    recorder = _Recorder(tx)
    before = new_id()
    try:
        async with savepoint(tx):
            # It has whatever a connection has, and is none.
            answer = await register(cast("Connection", recorder))
            raise _Undo
    except _Undo:
        statement, values = recorder.sent[-1]
    assert "insert into invoices" in statement, "a registration ends by inserting everything"
    values = tuple(orjson.loads(orjson.dumps(value)) if isinstance(value, dict | list) else value for value in values)
    fresh = dict.fromkeys(value for value in values if isinstance(value, str) and is_id(value) and value > before)
    return InvoiceWrite(
        statement,
        values,
        tuple(_places(values, id_) for id_ in fresh),
        _places(values, answer["ocr_number_ocr"]),
        _places(values, number),
    )


def _places(values: tuple[Any, ...], wanted: str) -> tuple[int, ...]:
    return tuple(place for place, value in enumerate(values) if isinstance(value, str) and value == wanted)


@dataclass(frozen=True)
class PaymentWrite:
    """A payment, its booking and the case that shows it, with one line each where the verb would replay the case."""

    partner: str
    now: datetime

    statement = """
    with changed as (
        update cases set revision = revision + 1, updated = greatest(updated, $3), facts = facts || $6::jsonb,
            transactions = transactions || $7::jsonb, bookings = bookings + 1, head_hash = $10,
            total_remaining_capital_amount = total_remaining_capital_amount - $5
        where account_id = $1 and id = $2
        returning account_id, id, creditor_id, bookings, head_hash),
    booking as (
        insert into bookings (account_id, id, creditor_id, case_id, position, at, booked_on, facts, entries,
                              ledger_accounts, amounts, previous_hash, hash)
        select account_id, $4, creditor_id, id, bookings, $3, $8, $6, $7, '{2490,1580}', array[$5, -$5], head_hash, $10
        from changed),
    payment as (
        insert into creditor_payments (account_id, id, created, updated, creditor_id, case_id, amount,
                                       bank_transaction_date, payment_status, settled_amount)
        select account_id, $9, $3, $3, creditor_id, id, $5, $3, 'completed', $5 from changed)
    insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
    select 'creditor--payments', $11, account_id, creditor_id, 1 from changed
    """

    def values_for(self, document: dict[str, Any]) -> list[Any]:
        amount = round(document["amount"] * 100)
        booking, payment = new_id(), new_id()
        day = date(2026, 10, 20)
        fact = {
            "kind": "payment",
            "id": payment,
            "date": day.isoformat(),
            "amount": amount,
            "origin": "creditor_system",
        }
        line = {"type": "capital", "kind": "settled", "amount": -amount, "fact": payment, "date": day.isoformat()}
        return [
            *(document["account"], document["case"], self.now, booking, amount, [fact], [line], day, payment),
            *("0" * 64, self.partner),
        ]
