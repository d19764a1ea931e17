"""Prepare registrations from a file: all that can be done without a database, so that several processes can share it.

The rows are made by the same functions as the verbs', and written as COPY reads them, but for the id of the customer. That is
known when the batch is registered, and so is whether the customer is a business; it is prepared as the file says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from fordran.actions.imports.documents import RegistrationRows, document_of, explain_cells
from fordran.actions.imports.issues import coded
from fordran.actions.imports.kinds import KINDS, ImportKind
from fordran.actions.outbox.queue_invoice import ToDeliver
from fordran.actions.registrations.customer_book import ClaimCustomer
from fordran.actions.registrations.customer_data import CustomerData
from fordran.actions.registrations.look_up import Contexts
from fordran.actions.registrations.new_registration import NewRegistration
from fordran.domain.message import Message
from fordran.shape.fields import Issues, Refused, add_issue, read
from fordran.store.rows.schema_rows import TALLY_CHANGES_TABLE
from fordran.store.rows.tables import Columns, CopyRow, NewRow, copy_parts


@dataclass(frozen=True, slots=True)
class PreparationTask:
    """A batch to prepare. `report` is the id of the import's report."""

    kind: str
    sheets: Sequence[RegistrationRows]
    defaults: Mapping[str, str]
    contexts: Contexts
    serials: Sequence[int]
    report: str
    filename: str
    now: datetime
    owner: tuple[str, str] | None = None
    """The account and the creditor for which alone it may be, if so."""


class PreparedRegistration(NamedTuple):
    """A registration that can be copied in, if its numbers are free."""

    row: int
    account: str
    creditor: str
    numbers: Sequence[str]
    serials: Sequence[int]
    data: CustomerData
    customer: ClaimCustomer
    id: str
    copies: Sequence[tuple[Columns, tuple[bytes, ...]]]
    """Its rows as COPY reads them, in the parts around the id of the customer."""
    tallies: Sequence[Any]
    to_deliver: ToDeliver | None

    def of_customer(self, customer: str) -> NewRegistration:
        """The registration, with the id of its customer in its rows. Nobody waits for an answer to it."""
        id_ = customer.encode()
        rows = [CopyRow(columns, id_.join(parts)) for columns, parts in self.copies]
        return NewRegistration(self.id, {}, [*rows, *map(TALLY_CHANGES_TABLE.row, self.tallies)], self.to_deliver)


class RefusedRegistration(NamedTuple):
    """A registration that is refused whatever the database holds."""

    row: int
    issues: Issues


class DeferredRegistration(NamedTuple):
    """A registration for the verb itself: in its turn, where it may well be registered, else after the others."""

    row: int
    in_turn: bool


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """A task with what was prepared of it, a registration each."""

    task: PreparationTask
    registrations: Sequence[PreparedRegistration | RefusedRegistration | DeferredRegistration]


def prepare(task: PreparationTask) -> PreparedBatch:
    """Each registration of the task, prepared as far as may be."""
    kind = KINDS[task.kind]
    serials = iter(task.serials)
    made: list[PreparedRegistration | RefusedRegistration | DeferredRegistration] = []
    for sheet in task.sheets:
        try:
            made.append(_prepared(kind, sheet, task, serials))
        except (UnreadableRow, Refused) as wrong:
            made.append(RefusedRegistration(sheet.row, coded(wrong.issues)))
        except DatabaseLookupNeeded:
            made.append(DeferredRegistration(sheet.row, in_turn=True))
        except UnknownOwner:
            made.append(DeferredRegistration(sheet.row, in_turn=False))
    return PreparedBatch(task, made)


class DatabaseLookupNeeded(Exception):
    """A registration that cannot be prepared without looking further."""


class UnknownOwner(Exception):
    """Account and creditor are not there, or not together; the verb can tell."""

    def __init__(self, account: str, creditor: str) -> None:
        super().__init__(f"nothing is known of creditor {creditor} of account {account}")
        self.account = account
        self.creditor = creditor


class UnreadableRow(Exception):
    """A sheet that does not make a document of its shape."""

    def __init__(self, issues: Issues) -> None:
        super().__init__(issues)
        self.issues = issues


def read_sheet(
    kind: ImportKind, sheet: RegistrationRows, defaults: Mapping[str, str], owner: tuple[str, str] | None = None
) -> Any:
    """The registration that a sheet says; raises `UnreadableRow` with every issue at once."""
    document, disagreements = document_of(sheet, kind.shape, kind.lines, defaults)
    issues: Issues = {}
    given: Any = None
    try:
        given = read(kind.shape, document)
    except Refused as refused:
        issues = dict(refused.issues)
        explain_cells(issues, document)
    for path, why in disagreements:
        add_issue(issues, path, why)
    if given is not None and owner is not None and (given.account, given.creditor) != owner:
        add_issue(issues, ("creditor",), Message("import.other_creditor"))
    if issues:
        raise UnreadableRow(issues)
    return given


def report_of(task: PreparationTask, row: int) -> dict[str, Any]:
    """The fields of a registration that link it to its import."""
    return {"report": task.report, "filename": task.filename, "row": row}


def _prepared(
    kind: ImportKind, sheet: RegistrationRows, task: PreparationTask, serials: Iterator[int]
) -> PreparedRegistration:
    given = read_sheet(kind, sheet, task.defaults, task.owner)
    context = task.contexts.get((given.account, given.creditor))
    if context is None:
        raise UnknownOwner(given.account, given.creditor)
    if kind.refers_to_another(given):
        raise DatabaseLookupNeeded
    sent = kind.registration.sent(given, task.now, report_of(task, sheet.row))
    kind.registration.refuse(sent, context, task.now)
    numbers = kind.numbers(given)
    own = list(islice(serials, len(numbers)))
    if len(own) < len(numbers):
        raise DatabaseLookupNeeded
    customer = ClaimCustomer(sent.data.is_business_of(None), None)
    new = kind.registration.make(sent, context, own, "", customer, task.now)
    copies: list[tuple[Columns, tuple[bytes, ...]]] = []
    tallies: list[Mapping[str, Any]] = []
    for row in new.rows:
        assert isinstance(row, NewRow), "the rows were just made"
        if row.columns.table == TALLY_CHANGES_TABLE.name:
            tallies.append(row.values)
        else:
            copies.append((row.columns, copy_parts(row, "customer_id")))
    return PreparedRegistration(
        row=sheet.row,
        account=given.account,
        creditor=given.creditor,
        numbers=numbers,
        serials=own,
        data=sent.data,
        customer=customer,
        id=new.id,
        copies=copies,
        tallies=tallies,
        to_deliver=new.to_deliver,
    )
