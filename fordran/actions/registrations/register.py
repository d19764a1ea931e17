"""Register invoices or debts: one registration is a batch of one.

Each kind of registration says how its rows are made. Customers, numbers and the writing of rows are the same for all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Protocol, TypedDict, TypeVar

from fordran.actions.answer_warnings import warnings_field
from fordran.actions.cases.work_list import CaseSubject, WorkItemToAdd, put_all_on_work_list
from fordran.actions.refusals import NotTogether
from fordran.actions.registrations.customer_book import ClaimCustomer, CustomerBook, NamesCustomer
from fordran.actions.registrations.look_up import Contexts, CreditorContext, draw_serials, look_up
from fordran.actions.registrations.new_registration import NewRegistration
from fordran.actions.registrations.registration_warnings import customer_warnings
from fordran.actions.violations import SentValue, not_unique
from fordran.domain.message import Message
from fordran.store.connections.actor import act_for_requests
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, of_the_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.add_rows import add_rows
from fordran.store.rows.recordset import recordset
from fordran.store.rows.tables import TableRow


class SentRegistration(NamesCustomer, Protocol):
    """A registration as it was sent, with what follows from it alone."""

    @property
    def numbers(self) -> Sequence[SentValue]:
        """The invoice numbers that it takes; each needs a payment reference."""


Sent = TypeVar("Sent", bound=SentRegistration)
Named = TypeVar("Named", bound=NamesCustomer)


@dataclass(frozen=True)
class RegistrationKind(Generic[Sent]):
    """A kind of registration: how it is read, refused and made."""

    sent: Callable[[Any, datetime, dict[str, Any] | None], Sent]
    """The registration of a document, and of the file import that it came with, if any."""
    refuse: Callable[[Sent, CreditorContext, datetime], None]
    """Refuses what its creditor does not take."""
    make: Callable[[Sent, CreditorContext, Sequence[int], str, ClaimCustomer, datetime], NewRegistration]
    """Its rows, for a customer of that id."""
    looks_for_numbers: bool
    """Whether its numbers are looked up first. The database alone does not see all that are taken, or not all at once."""
    after: Callable[[Connection, Sent, NewRegistration, datetime], Awaitable[None]] | None = None
    """The work on its cases once they are stored."""


async def register(
    tx: Connection,
    caller: Caller,
    kind: RegistrationKind[Sent],
    sent: Sequence[Sent],
    now: datetime,
    request_ids: Sequence[str] = (),
) -> list[Mapping[str, Any]]:
    """Register all of them, and return their answers in order; or raise why one of them is refused.

    `request_ids` are given where each came with a request of its own: the audit log has them.
    """
    found = await look_up(tx, caller, sent)
    for one in sent:
        kind.refuse(one, found.contexts[one.account, one.creditor], now)
    if kind.looks_for_numbers:
        await _refuse_taken_numbers(tx, sent)
    await found.book.find_locked(tx, sent)
    needed = sum(len(one.numbers) for one in sent)
    serials = iter([*found.serials, *await draw_serials(tx, needed - len(found.serials))])

    async def make(one: Sent, customer: str, known: ClaimCustomer) -> NewRegistration:
        if len(sent) > 1:
            # Making a registration is work of this process alone: other requests have a turn before each.
            await asyncio.sleep(0)
        own = [next(serials) for _ in one.numbers]
        return kind.make(one, found.contexts[one.account, one.creditor], own, customer, known, now)

    made = await write(tx, sent, found.contexts, found.book, make, now, request_ids)
    if kind.after is not None:
        for one, new in zip(sent, made, strict=True):
            await kind.after(tx, one, new, now)
    return [new.answer | warnings_field(new.warnings) for new in made]


async def write(
    tx: Connection,
    registrations: Sequence[Named],
    contexts: Contexts,
    book: CustomerBook,
    make: Callable[[Named, str, ClaimCustomer], Awaitable[NewRegistration]],
    now: datetime,
    request_ids: Sequence[str] = (),
) -> list[NewRegistration]:
    """Write registrations with their customers. `make` makes one for the id of its customer."""
    made: list[NewRegistration] = []
    rows: list[TableRow] = []
    waiting: list[WorkItemToAdd] = []
    changed: list[str | None] = []
    for one in registrations:
        partner = contexts[one.account, one.creditor]["partner_id"]
        customer = book.take(one, partner, now)
        new = await make(one, customer.id, customer.for_claim)
        if customer.name_differs:
            waiting += _to_look_at(one, partner, new.cases)
        rows += [*new.rows, *new.delivery(customer, now)]
        made.append(replace(new, warnings=[*customer_warnings(one.data, customer), *new.warnings]))
        changed.append(customer.id if customer.is_changed else None)
    if request_ids:
        await _tell_requests(tx, made, changed, request_ids)
    await book.write_changes(tx, now)
    await add_rows(tx, [*book.new_rows(now), *rows])
    if waiting:
        await put_all_on_work_list(tx, waiting, now)
    return made


async def _tell_requests(
    tx: Connection, made: Sequence[NewRegistration], changed: Sequence[str | None], request_ids: Sequence[str]
) -> None:
    """Have the audit log record with each document the request that it came with; `changed` are the customers changed by each."""
    customers = [customer for customer in changed if customer is not None]
    if len(set(customers)) < len(customers):
        raise NotTogether("several registrations change one customer")
    requests: dict[str, str] = {}
    for new, customer, request in zip(made, changed, request_ids, strict=True):
        requests |= dict.fromkeys([new.id, *new.cases, *([customer] if customer else [])], request)
    await act_for_requests(tx, requests)


def _to_look_at(of: NamesCustomer, partner: str | None, cases: Sequence[str]) -> Iterator[WorkItemToAdd]:
    """The work items of cases whose customer's number is on file with another name."""
    for case in cases:
        subject = CaseSubject(of.account, of.creditor, partner, case)
        yield WorkItemToAdd(subject, "name_differs", Message("work.name_differs", name=of.data.name[:100]))


async def _refuse_taken_numbers(tx: Connection, sent: Sequence[SentRegistration]) -> None:
    """Report every number that is taken, all at once; the database refuses those that are taken meanwhile."""
    numbers = [(one.account, one.creditor, number, path) for one in sent for path, number in one.numbers]
    taken = await taken_numbers(tx, (asked[:3] for asked in numbers))
    clashes = [(path, number) for account, creditor, number, path in numbers if (account, creditor, number) in taken]
    if clashes:
        raise not_unique(clashes)


class InvoiceNumber(TypedDict):
    """A creditor's number for an invoice or a debt."""

    account_id: str
    creditor_id: str
    number: str


_TAKEN = f"""
select t.account_id, t.creditor_id, t.number from {recordset(InvoiceNumber, 1, "t")}
left join lateral (select true as is_there from cases k where k.account_id = t.account_id and k.creditor_id = t.creditor_id
                   and k.invoice_number = t.number and k.number_freed_by is null limit 1) k on true
left join lateral (select true as is_there from invoices i where i.account_id = t.account_id and i.creditor_id = t.creditor_id
                   and i.invoice_number = t.number and i.number_freed_by is null limit 1) i on true
where k.is_there or i.is_there
"""


async def taken_numbers(tx: Connection, asked: Iterable[tuple[str, str, str]]) -> Set[tuple[str, str, str]]:
    """Those of the numbers, each after its account and creditor, that are taken."""
    numbers: list[InvoiceNumber] = [
        {"account_id": account, "creditor_id": creditor, "number": number} for account, creditor, number in asked
    ]
    taken: set[tuple[str, str, str]] = set()
    for some in by_account(tx, numbers):
        statement, values = of_the_account(tx, _TAKEN, [some], (one["account_id"] for one in some))
        rows = await fetch_rows(tx, InvoiceNumber, statement, *values)
        taken.update((row["account_id"], row["creditor_id"], row["number"]) for row in rows)
    return taken
