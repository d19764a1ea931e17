"""The customers of a batch of registrations: matched and made as one by one, with one query for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypedDict, cast, get_type_hints

import orjson

from fordran.actions.imports.prepare import PreparedRegistration
from fordran.actions.registrations.customer_data import CustomerData
from fordran.actions.registrations.customer_details import changed_details, changed_fields, new_details, stored
from fordran.actions.registrations.customer_rows import KnownCustomer
from fordran.actions.registrations.customers import new_customer
from fordran.resources.customers import CUSTOMERS
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, of_the_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import change, tally
from fordran.store.rows.schema_rows import CUSTOMER_DETAILS_TABLE, CUSTOMERS_TABLE, NewCustomer, NewCustomerDetails
from fordran.store.rows.tables import copy_rows


class BookedCustomer(KnownCustomer):
    """A customer with its current values, whether it existed or the batch made it."""

    account_id: str
    revision: int


@dataclass(slots=True)
class KnownBatchCustomer:
    """A customer with what the batch has made of it."""

    row: BookedCustomer
    details: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Creditor → its current details of the customer, by column; for the creditors of the batch."""
    new_details_by_creditor: dict[str, NewCustomerDetails] = field(default_factory=dict)
    """The creditors with first details of it, with their rows as they are inserted."""
    detail_changes: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The new details of customers that the creditor registered before."""
    made: NewCustomer | None = None
    """Its row as it is inserted, if it is new: the same as `row`, with more columns."""
    changes: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.row["id"]

    def learn(self, changes: Mapping[str, Any]) -> None:
        """Take up what is new of it."""
        cast("dict[str, Any]", self.row).update(changes)
        self.changes.update(changes)
        self.row["revision"] += 1

    def add_details(self, creditor: str, data: CustomerData, now: datetime) -> None:
        """Take up a creditor's details of it."""
        if creditor not in self.details:
            details = new_details(self.row["account_id"], self.id, creditor, data, now)
            self.new_details_by_creditor[creditor] = details
            self.details[creditor] = cast("dict[str, Any]", details)
            return
        changes = changed_details(self.details[creditor], self.row["id_number_compact"], data)
        if changes:
            self.details[creditor].update(changes)
            if creditor not in self.new_details_by_creditor:
                self.detail_changes.setdefault(creditor, {}).update(changes)


class _Asked(TypedDict):
    """A customer's own number in an account, or a creditor's number for one."""

    account_id: str
    number: str


class _FoundRow(BookedCustomer):
    told: orjson.Fragment | None


# The subselects end in a limit or stand in a lateral join, so that they are answered by an index whatever the server
# believes about the sizes of tables that are just being filled.
_COLUMNS = ", ".join(f"c.{name}" for name in get_type_hints(BookedCustomer))
_TOLD = """
(select jsonb_object_agg(s.creditor_id, to_jsonb(s)) from customer_details s
 where s.account_id = c.account_id and s.customer_id = c.id and s.creditor_id = any($3::text[])) as told
"""
_FOUND = f"""
select {_COLUMNS}, {_TOLD}
from {recordset(_Asked, 1, "t")}
join lateral (select * from customers c where c.account_id = t.account_id and c.id_number_compact = t.number
              and c.id_number_compact <> '' offset 0) c on true
union all
select {_COLUMNS}, {_TOLD}
from {recordset(_Asked, 2, "t")}
join lateral (select m.customer_id from unnest($3::text[]) d (id)
              join customer_details m on m.account_id = t.account_id and m.creditor_id = d.id and m.customer_number = t.number
              offset 0) m on true
join customers c on c.account_id = t.account_id and c.id = m.customer_id
"""


class CustomerBook:
    """The customers of a batch. The rules of matching are those of `customers.match`."""

    def __init__(self) -> None:
        self._by_compact: dict[tuple[str, str], KnownBatchCustomer] = {}
        self._by_number: dict[tuple[str, str, str], list[KnownBatchCustomer]] = {}
        self._all: dict[str, KnownBatchCustomer] = {}

    @classmethod
    async def open(cls, tx: Connection, registrations: Sequence[PreparedRegistration]) -> CustomerBook:
        """The book with everybody in it whom the registrations may name."""
        await _lock_numbers(tx, registrations)
        book = cls()
        for some in by_account(tx, registrations, lambda new: new.account):
            book._enter_all(await _found(tx, some))
        return book

    def _enter_all(self, rows: Sequence[_FoundRow]) -> None:
        for row in rows:
            if row["id"] not in self._all:
                values = {name: stored(value) for name, value in row.items() if name != "told"}
                self._enter(KnownBatchCustomer(cast("BookedCustomer", values), stored(row["told"]) or {}))

    def _enter(self, known: KnownBatchCustomer) -> None:
        self._all[known.id] = known
        account = known.row["account_id"]
        if known.row["id_number_compact"]:
            self._by_compact[account, known.row["id_number_compact"]] = known
        for creditor, details in known.details.items():
            if details["customer_number"] is not None:
                known_by = self._by_number.setdefault((account, creditor, details["customer_number"]), [])
                if all(other is not known for other in known_by):
                    known_by.append(known)

    def match(self, registration: PreparedRegistration) -> KnownBatchCustomer | None:
        """The customer that it names: by its number, else by the creditor's number for it."""
        account, creditor, data = registration.account, registration.creditor, registration.data
        if data.compact:
            found = self._by_compact.get((account, data.compact))
            if found is not None:
                return found
        number = data.customer_number
        if not number:
            return None
        matches = [
            known
            for known in self._by_number.get((account, creditor, number), ())
            if known.details[creditor]["customer_number"] == number
            and not (known.row["id_number_compact"] and data.compact)
        ]
        return min(matches, key=lambda known: known.id, default=None)

    def take(self, registration: PreparedRegistration, found: KnownBatchCustomer | None, now: datetime) -> str:
        """The id of the customer that was found, after learning what is new of it, else of a new one."""
        if found is None:
            made = new_customer(registration.account, registration.customer, registration.data, now)
            found = KnownBatchCustomer(cast("BookedCustomer", made), made=made)
        else:
            changes = changed_fields(found.row, registration.data)
            if changes:
                found.learn(changes)
        found.add_details(registration.creditor, registration.data, now)
        self._enter(found)
        return found.id

    async def write(self, tx: Connection, partners: Mapping[str, str | None], now: datetime) -> None:
        """Store who is new and what is new."""
        made = [known.made for known in self._all.values() if known.made is not None]
        await copy_rows(tx, map(CUSTOMERS_TABLE.row, made))
        for account in sorted({row["account_id"] for row in made}):
            documents = sum(row["account_id"] == account for row in made)
            await tally(tx, CUSTOMERS, partner=partners[account], account=account, documents=documents)
        # In one order for all, so that two who write the same customers wait for each other rather than both.
        for known in sorted(_changed(self._all.values()), key=lambda known: known.id):
            key = {"account_id": known.row["account_id"], "id": known.id}
            await change(tx, "customers", key, known.changes, now)
        await self._write_details(tx, now)

    async def _write_details(self, tx: Connection, now: datetime) -> None:
        """Store the details from creditors."""
        details = [row for known in self._all.values() for row in known.new_details_by_creditor.values()]
        await copy_rows(tx, map(CUSTOMER_DETAILS_TABLE.row, details))
        for known in sorted(self._all.values(), key=lambda known: known.id):
            for creditor, changes in sorted(known.detail_changes.items()):
                key = {"account_id": known.row["account_id"], "id": known.details[creditor]["id"]}
                await change(tx, "customer_details", key, changes, now)


async def _found(tx: Connection, registrations: Sequence[PreparedRegistration]) -> list[_FoundRow]:
    given = [
        _asked((new.account, new.data.compact) for new in registrations),
        _asked((new.account, new.data.customer_number) for new in registrations),
        sorted({new.creditor for new in registrations}),
    ]
    statement, values = of_the_account(tx, _FOUND, given, (new.account for new in registrations))
    return await fetch_rows(tx, _FoundRow, statement, *values)


def _asked(numbers: Iterable[tuple[str, str]]) -> list[_Asked]:
    """Accounts and numbers to ask for, each once; an empty number is none."""
    return [{"account_id": account, "number": number} for account, number in sorted(set(numbers)) if number]


def _changed(customers: Iterable[KnownBatchCustomer]) -> list[KnownBatchCustomer]:
    return [known for known in customers if known.changes and known.made is None]


async def _lock_numbers(tx: Connection, registrations: Sequence[PreparedRegistration]) -> None:
    """Keep others from making the same customers, where only the creditor's number tells who they are."""
    keys = {
        f"{new.account} {new.creditor} {new.data.customer_number}"
        for new in registrations
        if new.data.customer_number and not new.data.compact
    }
    if keys:
        await tx.execute(
            "select pg_advisory_xact_lock(hashtextextended(key, 1)) from unnest($1::text[]) key", sorted(keys)
        )
