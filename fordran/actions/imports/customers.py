"""The customers of a batch of registrations: matched and made as one by one, with one query for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fordran.actions.imports.prepare import Prepared
from fordran.actions.registrations.customers import CUSTOMERS_TABLE, CustomerData, customer_row, news, stored
from fordran.resources.customers import CUSTOMERS
from fordran.store.database import Connection
from fordran.store.rows import change, tally
from fordran.store.tables import copy_line, copy_lines


@dataclass(slots=True)
class Known:
    """A customer as it stands, with what the batch has made of it."""

    row: dict[str, Any]
    creditors: set[str]
    """Those of the batch's creditors that it has cases with."""
    is_new: bool = False
    changes: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return str(self.row["id"])


# The subselects end in a limit or stand in a lateral join, so that they are answered by an index whatever the server
# believes about the sizes of tables that are just being filled.
_KNOWN = """
select c.account_id, c.id, c.revision, c.name, c.name_folded, c.id_number, c.id_number_compact, c.id_number_status,
       c.is_person, c.is_company, c.is_foreign, c.customer_number, c.car_registration, c.address, c.mobile_number, c.email,
       c.email_folded, c.warnings,
       array(select d.id from unnest($5::text[]) d (id)
             where exists (select from cases k where k.account_id = c.account_id and k.customer_id = c.id
                           and k.creditor_id = d.id)) as creditors
from unnest($1::text[], $2::text[]) t (account, compact)
join lateral (select * from customers c where c.account_id = t.account and c.id_number_compact = t.compact
              and c.id_number_compact <> '' offset 0) c on true
union all
select c.account_id, c.id, c.revision, c.name, c.name_folded, c.id_number, c.id_number_compact, c.id_number_status,
       c.is_person, c.is_company, c.is_foreign, c.customer_number, c.car_registration, c.address, c.mobile_number, c.email,
       c.email_folded, c.warnings, e.creditors
from unnest($3::text[], $4::text[]) t (account, number)
join lateral (select * from customers c where c.account_id = t.account and c.customer_number = t.number offset 0) c on true
cross join lateral (
    select array(select d.id from unnest($5::text[]) d (id)
                 where exists (select from cases k where k.account_id = c.account_id and k.customer_id = c.id
                               and k.creditor_id = d.id)) as creditors) e
where e.creditors <> '{}'
"""


class CustomerBook:
    """The customers that a batch speaks of. The rules of matching are those of `customers.MATCH`."""

    def __init__(self) -> None:
        self._by_compact: dict[tuple[str, str], Known] = {}
        self._by_number: dict[tuple[str, str], list[Known]] = {}
        self._all: dict[str, Known] = {}

    @classmethod
    async def open(cls, tx: Connection, registrations: Sequence[Prepared]) -> CustomerBook:
        """The book with everybody in it whom the registrations may speak of."""
        await _lock_numbers(tx, registrations)
        compacts = sorted({(one.account, one.data.compact) for one in registrations if one.data.compact})
        numbers = sorted({(one.account, number) for one in registrations if (number := _number(one.data))})
        rows = await tx.fetch(
            _KNOWN,
            *(list(column) for column in (zip(*compacts, strict=True) if compacts else ((), ()))),
            *(list(column) for column in (zip(*numbers, strict=True) if numbers else ((), ()))),
            sorted({one.creditor for one in registrations}),
        )
        book = cls()
        for row in rows:
            if row["id"] not in book._all:
                values = {name: stored(value) for name, value in row.items() if name != "creditors"}
                book._enter(Known(values, set(row["creditors"])))
        return book

    def _enter(self, known: Known) -> None:
        self._all[known.id] = known
        account = known.row["account_id"]
        if known.row["id_number_compact"]:
            self._by_compact[account, known.row["id_number_compact"]] = known
        if known.row["customer_number"] is not None:
            self._by_number.setdefault((account, known.row["customer_number"]), []).append(known)

    def match(self, registration: Prepared) -> Known | None:
        """The customer that it speaks of: by its number, else by the creditor's number for it."""
        account, data = registration.account, registration.data
        if data.compact:
            found = self._by_compact.get((account, data.compact))
            if found is not None:
                return found
        number = _number(data)
        if not number:
            return None
        matches = [
            known
            for known in self._by_number.get((account, number), ())
            if registration.creditor in known.creditors
            and known.row["customer_number"] == number
            and not (known.row["id_number_compact"] and data.compact)
        ]
        return min(matches, key=lambda known: known.id, default=None)

    def take(self, registration: Prepared, found: Known | None, now: datetime) -> str:
        """The id of the customer that was found, after learning what is new of it, else of a new one."""
        if found is None:
            row = customer_row(registration.account, registration.customer, registration.data, now)
            found = Known(row, set(), is_new=True)
            self._enter(found)
        else:
            changes = news(found.row, registration.data)
            if changes:
                found.row.update(changes)
                found.changes.update(changes)
                found.row["revision"] += 1
                if changes.keys() & {"id_number_compact", "customer_number"}:
                    self._enter(found)
        found.creditors.add(registration.creditor)
        return found.id

    async def write(self, tx: Connection, partners: dict[str, str | None], now: datetime) -> None:
        """Store who is new and what is new."""
        made = [known.row for known in self._all.values() if known.is_new]
        columns = CUSTOMERS_TABLE.columns
        await copy_lines(tx, CUSTOMERS_TABLE, (copy_line([row[name] for name in columns]) for row in made))
        for account in sorted({row["account_id"] for row in made}):
            documents = sum(row["account_id"] == account for row in made)
            await tally(tx, CUSTOMERS, partner=partners[account], account=account, documents=documents)
        # In one order for all, so that two who write the same customers wait for each other rather than both.
        for known in sorted(_changed(self._all.values()), key=lambda known: known.id):
            key = {"account_id": known.row["account_id"], "id": known.id}
            await change(tx, "customers", key, known.changes, now)


def _changed(customers: Iterable[Known]) -> list[Known]:
    return [known for known in customers if known.changes and not known.is_new]


def _number(data: CustomerData) -> str | None:
    number: str | None = data.more.get("customer_number")
    return number


async def _lock_numbers(tx: Connection, registrations: Sequence[Prepared]) -> None:
    """Keep others from making the same customers, where only the creditor's number tells who they are."""
    keys = {
        f"{one.account} {one.creditor} {_number(one.data)}"
        for one in registrations
        if _number(one.data) and not one.data.compact
    }
    if keys:
        await tx.execute(
            "select pg_advisory_xact_lock(hashtextextended(key, 1)) from unnest($1::text[]) key", sorted(keys)
        )
