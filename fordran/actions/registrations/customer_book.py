"""The customers of registrations: matched within the account, or made; a match is updated with what is new.

All creditors of an account share a customer. The details that a creditor registered are its own (`customer_details.py`).
Registrations of a batch may name the same customer, so matching is done here, on rows that the database has found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, Protocol, cast, get_type_hints

from fordran.actions.protected_details import keep_apart
from fordran.actions.registrations.customer_data import CustomerData
from fordran.actions.registrations.customer_details import (
    changed_details,
    changed_fields,
    new_customer,
    new_details,
    reach_of,
    stored,
)
from fordran.actions.registrations.customer_rows import CANDIDATES, KNOWN, CandidateRow, KnownCustomer, WantedCustomer
from fordran.domain.kinds.channels import ContactDetails, Distribution
from fordran.domain.message import Message
from fordran.domain.service.protection import hidden
from fordran.domain.service.same_name import is_same_name
from fordran.resources.customers import CUSTOMERS
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, of_the_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import (
    CUSTOMER_DETAILS_TABLE,
    CUSTOMERS_TABLE,
    PROTECTED_DETAILS_TABLE,
    NewCustomer,
    NewCustomerDetails,
    NewProtectedDetails,
)
from fordran.store.rows.tables import NewRow
from fordran.store.rows.tally_rows import tally_row


class NamesCustomer(Protocol):
    """A registration, as far as it tells who its customer is."""

    @property
    def account(self) -> str: ...
    @property
    def creditor(self) -> str: ...
    @property
    def data(self) -> CustomerData: ...


class ClaimCustomer(NamedTuple):
    """Facts about a customer that a claim's terms depend on."""

    is_business: bool
    distribution: Distribution | None
    """How the customer wants invoices from this creditor."""
    name_differs: bool = False
    """Whether its number is on file with another name, so that a person looks at the claim before it moves."""
    is_protected: bool = False
    """Whether its address must not be shown."""


class MatchedCustomer(NamedTuple):
    """The customer of a registration, known or new."""

    id: str
    is_business: bool
    reach: ContactDetails
    distribution: Distribution | None
    """How the customer wants invoices from this creditor."""
    has_address: bool
    name_differs: bool = False
    """Whether its number is on file with another name."""
    is_protected: bool = False
    """Whether its address must not be shown."""
    is_changed: bool = False
    """Whether it was known, and the registration says something new of it."""

    @property
    def is_reachable(self) -> bool:
        """Whether there is a postal address, an e-mail address or an e-invoice address."""
        return self.has_address or bool(self.reach.email or self.reach.e_invoice_address)

    @property
    def for_claim(self) -> ClaimCustomer:
        """Facts that a claim's terms depend on."""
        return ClaimCustomer(self.is_business, self.distribution, self.name_differs, self.is_protected)


def matched_customer(
    id_: str, data: CustomerData, known: KnownCustomer | None, details: Mapping[str, Any] | None
) -> MatchedCustomer:
    """The customer of a registration, with what was known of it before, by all and by the creditor."""
    distribution = details.get("invoice_distribution") if details else None
    addresses = [data.more["address"], *([] if known is None else [known["address"]])]
    return MatchedCustomer(
        id_,
        data.is_business_of(known),
        reach_of(data, details),
        distribution,
        has_address=any(address["city"] for address in addresses),
    )


@dataclass(slots=True)
class BookedCustomer:
    """A customer with its current values, and with changes that are not written yet."""

    row: KnownCustomer
    details: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Creditor → its current details of the customer, by column; for the creditors of the batch."""
    is_new: bool = False
    is_protected: bool = False
    sealed: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Of a protected customer: creditor → what its registrations say of how it is reached."""
    changes: dict[str, Any] = field(default_factory=dict)
    new_details: dict[str, NewCustomerDetails] = field(default_factory=dict)
    """The creditors with first details of it, with their rows as they are inserted."""
    detail_changes: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The new details of customers that the creditor registered before."""

    @property
    def key(self) -> dict[str, str]:
        return {"account_id": self.row["account_id"], "id": self.row["id"]}

    def fits(self, data: CustomerData) -> bool:
        """Whether the name of a registration fits the name on file."""
        return is_same_name(self.row["name"], data.name, is_person=not self.row["is_company"])

    def is_of(self, data: CustomerData) -> bool:
        """Whether a registration that has the creditor's number for it can be about it: by its own number and its name."""
        own = self.row["id_number_compact"]
        return self.fits(data) and (not own or not data.compact or own == data.compact)

    def apart_rows(self, now: datetime) -> Iterator[NewProtectedDetails]:
        """The rows kept apart of a new protected customer: how all together and each creditor reach it."""
        joint: dict[str, Any] = {}
        for creditor, contacts in sorted(self.sealed.items()):
            joint |= contacts
            yield self._apart(self.details[creditor]["id"], creditor, contacts, now)
        if self.sealed:
            yield self._apart(self.row["id"], None, joint, now)

    def _apart(self, id_: str, creditor: str | None, contacts: Mapping[str, Any], now: datetime) -> NewProtectedDetails:
        return {
            "account_id": self.row["account_id"],
            "id": id_,
            "created": now,
            "updated": now,
            "customer_id": self.row["id"],
            "creditor_id": creditor,
            "address": contacts.get("address", hidden()["address"]),
            "mobile_number": contacts.get("mobile_number"),
            "email": contacts.get("email"),
            "e_invoice_address": contacts.get("e_invoice_address"),
        }

    def learn(self, data: CustomerData) -> bool:
        """Take up what a registration says of it. Whether it is a change of a known customer."""
        changes = changed_fields(self.row, data)
        if changes:
            row = cast("dict[str, Any]", self.row)
            row.update(changes)
            if self.is_new:
                row["revision"] += 1
            else:
                self.changes.update(changes)
        return bool(changes) and not self.is_new

    def add_details(self, creditor: str, data: CustomerData, now: datetime) -> bool:
        """Take up a creditor's details of it. Whether it is a change of known details."""
        details = self.details.get(creditor)
        if details is None:
            made = new_details(self.row["account_id"], self.row["id"], creditor, data, now)
            self.new_details[creditor] = made
            self.details[creditor] = cast("dict[str, Any]", made)
            return False
        changes = changed_details(details, self.row["id_number_compact"], data)
        if changes:
            details.update(changes)
            if creditor not in self.new_details:
                self.detail_changes.setdefault(creditor, {}).update(changes)
        return bool(changes) and creditor not in self.new_details


_FOUND = f"""
select c.account_id, {KNOWN.format(creditors="$2::text[]")}
from {recordset(WantedCustomer, 1, "t")}
join {CANDIDATES.format(most="$3")} on true
"""
_COLUMNS = tuple(get_type_hints(KnownCustomer))
_JSON_COLUMNS = ("address", "car_registration", "warnings", "corrections")


class CustomerBook:
    """The customers that registrations name."""

    def __init__(self) -> None:
        self._all: dict[str, BookedCustomer] = {}
        # Ids, since a customer that is found again replaces the one that was found before.
        self._by_compact: dict[tuple[str, str], str] = {}
        self._by_number: dict[tuple[str, str, str], list[str]] = {}
        self._tallies: list[NewRow] = []

    def enter(self, rows: Iterable[CandidateRow]) -> None:
        """Enter customers that were found."""
        for id_, row in {row["id"]: row for row in rows}.items():
            values: dict[str, Any] = {name: row[name] for name in _COLUMNS}  # type: ignore[literal-required]
            for name in _JSON_COLUMNS:
                values[name] = stored(values[name])
            known = cast("KnownCustomer", values)
            self._all[id_] = BookedCustomer(known, stored(row["details"]) or {}, is_protected=row["is_protected"])
            self._index(self._all[id_])

    def _index(self, known: BookedCustomer) -> None:
        account, id_ = known.row["account_id"], known.row["id"]
        if known.row["id_number_compact"]:
            self._by_compact[account, known.row["id_number_compact"]] = id_
        for creditor, details in known.details.items():
            if details["customer_number"] is not None:
                known_by = self._by_number.setdefault((account, creditor, details["customer_number"]), [])
                if id_ not in known_by:
                    known_by.append(id_)

    async def find(self, tx: Connection, registrations: Sequence[NamesCustomer]) -> None:
        """Enter everybody whom the registrations may name."""
        await self._find(tx, registrations, registrations)

    async def _find(
        self, tx: Connection, registrations: Sequence[NamesCustomer], batch: Sequence[NamesCustomer]
    ) -> None:
        """Enter those whom some registrations of the batch may name, with the details from all its creditors."""
        creditors = sorted({one.creditor for one in batch})
        for some in by_account(tx, _wanted(registrations)):
            given = [some, creditors, len(batch)]
            statement, values = of_the_account(tx, _FOUND, given, (one["account_id"] for one in some))
            self.enter(await fetch_rows(tx, CandidateRow, statement, *values))

    async def find_locked(self, tx: Connection, registrations: Sequence[NamesCustomer]) -> None:
        """Look again for unknown customers that only a creditor's number tells, while nobody else makes them."""
        unknown = [
            one
            for one in registrations
            if one.data.customer_number and not one.data.compact and self.match(one) is None
        ]
        if unknown:
            keys = sorted({f"{one.account} {one.creditor} {one.data.customer_number}" for one in unknown})
            await tx.execute("select pg_advisory_xact_lock(hashtextextended(key, 1)) from unnest($1::text[]) key", keys)
            await self._find(tx, unknown, registrations)

    def match(self, registration: NamesCustomer) -> BookedCustomer | None:
        """The customer that a registration names: by its number, else by the creditor's number for it.

        A number that is on file with another name names nobody: only the creditor's own number tells who it is.
        """
        data, on_file = registration.data, self._on_file(registration)
        if on_file is not None and on_file.fits(data):
            return on_file
        for known in self._of_creditors_number(registration):
            # Two numbers of their own are two customers, whatever the creditor calls them.
            if not (known.row["id_number_compact"] and data.compact):
                return known
        return None

    def _on_file(self, registration: NamesCustomer) -> BookedCustomer | None:
        """The customer with the registration's own number, whatever its name."""
        found = self._by_compact.get((registration.account, registration.data.compact))
        return None if found is None else self._all[found]

    def _of_creditors_number(self, registration: NamesCustomer) -> Iterator[BookedCustomer]:
        """The customers that the creditor calls by the registration's customer number."""
        account, creditor, number = registration.account, registration.creditor, registration.data.customer_number
        for id_ in sorted(self._by_number.get((account, creditor, number), ())) if number else ():
            details = self._all[id_].details.get(creditor)
            if details is not None and details["customer_number"] == number:
                yield self._all[id_]

    def _refuse_number_of_another(self, registration: NamesCustomer) -> None:
        """Refuse a customer number by which the creditor calls somebody else."""
        data = registration.data
        called = list(self._of_creditors_number(registration))
        if called and not any(known.is_of(data) for known in called):
            number = data.customer_number[:100]
            raise Refused({"customer": {"customer_number": Message("issue.customer_number_of_another", number=number)}})

    def take(self, registration: NamesCustomer, partner: str | None, now: datetime) -> MatchedCustomer:
        """The customer of a registration, after learning what is new of it; a new one if it is not known.

        Where its number is on file with another name, a customer that nobody finds by the number.
        """
        account, creditor, data = registration.account, registration.creditor, registration.data
        self._refuse_number_of_another(registration)
        on_file = self._on_file(registration)
        name_differs = on_file is not None and not on_file.fits(data)
        if name_differs:
            data = replace(data, compact="")
        found, is_changed = self.match(registration), False
        if found is None:
            # Another name on a protected person's number may be that person's: it is hidden until somebody has looked.
            is_protected = name_differs and on_file is not None and on_file.is_protected
            shown = data.without_contacts if is_protected else data
            row = new_customer(account, new_id(), shown, now)
            if is_protected:
                row["is_protected"] = True
            found = BookedCustomer(cast("KnownCustomer", row), is_new=True, is_protected=is_protected)
            if is_protected:
                found.sealed[creditor] = data.contacts
            data = shown
            matched = matched_customer(found.row["id"], data, None, None)._replace(is_protected=is_protected)
            self._all[matched.id] = found
            self._tallies.append(tally_row(CUSTOMERS.name, partner=partner, account=account, creditor=None))
        else:
            if found.is_protected:
                found.sealed.setdefault(creditor, {}).update(data.contacts)
                data = data.without_contacts
            matched = matched_customer(found.row["id"], data, found.row, found.details.get(creditor))
            matched = matched._replace(is_protected=found.is_protected)
            # How a protected person is reached is written again by each registration.
            is_changed = found.learn(data) or found.is_protected
        is_changed = found.add_details(creditor, data, now) or is_changed
        self._index(found)
        return matched._replace(name_differs=name_differs, is_changed=is_changed)

    def new_rows(self, now: datetime) -> list[NewRow]:
        """New customers and first details of customers, to be inserted."""
        made = [cast("NewCustomer", known.row) for known in self._all.values() if known.is_new]
        details = [row for known in self._all.values() for row in known.new_details.values()]
        apart = [
            PROTECTED_DETAILS_TABLE.row(row)
            for known in self._all.values()
            if known.is_new
            for row in known.apart_rows(now)
        ]
        return [*map(CUSTOMERS_TABLE.row, made), *map(CUSTOMER_DETAILS_TABLE.row, details), *apart, *self._tallies]

    async def write_changes(self, tx: Connection, now: datetime) -> None:
        """Write what is new of known customers, in one order for all, so that two writers of the same do not deadlock."""
        changed = sorted(
            (known for known in self._all.values() if known.changes or known.detail_changes),
            key=lambda known: known.row["id"],
        )
        for known in changed:
            if known.changes:
                await change(tx, "customers", known.key, known.changes, now)
        for known in changed:
            for creditor, changes in sorted(known.detail_changes.items()):
                key = known.key | {"id": known.details[creditor]["id"]}
                await change(tx, "customer_details", key, changes, now)
        for id_, known in sorted((id_, known) for id_, known in self._all.items() if not known.is_new):
            for creditor, contacts in sorted(known.sealed.items()):
                await keep_apart(tx, known.key, id_, None, contacts, now)
                own = {"account_id": known.row["account_id"], "id": known.details[creditor]["id"]}
                await keep_apart(tx, own, id_, creditor, contacts, now)


def wanted(registration: NamesCustomer) -> WantedCustomer:
    """The numbers that tell who the customer of a registration is; none is null, which an index answers at once."""
    return {
        "account_id": registration.account,
        "creditor_id": registration.creditor,
        "compact": registration.data.compact or None,
        "number": registration.data.customer_number or None,
    }


def _wanted(registrations: Iterable[NamesCustomer]) -> list[WantedCustomer]:
    """Those of all registrations that have any, each once."""
    found = {tuple(one.values()): one for one in map(wanted, registrations) if one["compact"] or one["number"]}
    return list(found.values())
