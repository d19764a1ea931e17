"""Prepare registrations from a file: all that can be done without a database, so that several processes can share it.

What comes out are rows as COPY reads them, made by the same functions as the verbs'. Each registration is prepared for a
customer who is new; where the customer turns out to be known, its id is put in the place of the proposed one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from fordran.actions.imports.documents import RegistrationRows, document_of, explain_cells
from fordran.actions.imports.kinds import KINDS, DatabaseLookupNeeded, ForNewCustomer, ImportKind
from fordran.actions.outbox.queue_invoice import ToDeliver
from fordran.actions.registrations.customer_data import CustomerData
from fordran.actions.registrations.look_up import CreditorContext
from fordran.domain.languages import ENGLISH
from fordran.shape.fields import Issues, Refused, add_issue, read
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import TALLY_CHANGES_TABLE
from fordran.store.rows.tables import Columns, copy_line
from fordran.texts.catalogue import texts

Grounds = Mapping[tuple[str, str], CreditorContext]
"""Account and creditor → what a registration needs to know of them."""


@dataclass(frozen=True, slots=True)
class PreparationTask:
    """A batch to prepare. `report` is the id of the import's report."""

    kind: str
    sheets: Sequence[RegistrationRows]
    defaults: Mapping[str, str]
    grounds: Grounds
    serials: Sequence[int]
    report: str
    filename: str
    now: datetime


class PreparedRegistration(NamedTuple):
    """A registration that can be copied in, if its numbers are free."""

    row: int
    account: str
    creditor: str
    numbers: Sequence[str]
    data: CustomerData
    customer: str
    is_business: bool
    registration: str
    copies: Sequence[tuple[str, bytes]]
    """Its rows as COPY reads them, each after the name of its table."""
    tallies: Sequence[Mapping[str, Any]]
    to_deliver: ToDeliver | None = None


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
    """A task with what was prepared of it, a registration each, and the columns of the tables that the rows are of."""

    task: PreparationTask
    registrations: Sequence[PreparedRegistration | RefusedRegistration | DeferredRegistration]
    tables: Mapping[str, Columns]
    """In the order in which their rows refer to each other."""


def prepare(task: PreparationTask) -> PreparedBatch:
    """Each registration of the task, prepared as far as may be."""
    kind = KINDS[task.kind]
    serials = iter(task.serials)
    made: list[PreparedRegistration | RefusedRegistration | DeferredRegistration] = []
    tables: dict[str, Columns] = {}
    for sheet in task.sheets:
        try:
            made.append(_prepared(kind, sheet, task, serials, tables))
        except (UnreadableRow, Refused) as wrong:
            made.append(RefusedRegistration(sheet.row, texts(ENGLISH).issues(wrong.issues)))
        except DatabaseLookupNeeded:
            made.append(DeferredRegistration(sheet.row, in_turn=True))
        except UnknownOwner:
            made.append(DeferredRegistration(sheet.row, in_turn=False))
    return PreparedBatch(task, made, tables)


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


def read_sheet(kind: ImportKind, sheet: RegistrationRows, defaults: Mapping[str, str]) -> Any:
    """The registration that a sheet says; raises `UnreadableRow` with every issue at once."""
    document, disagreements = document_of(sheet, kind.shape, kind.lines, defaults)
    issues: Issues = {}
    given = None
    try:
        given = read(kind.shape, document)
    except Refused as refused:
        issues = texts(ENGLISH).issues(refused.issues)
        explain_cells(issues, document)
    for path, sentence in disagreements:
        add_issue(issues, path, sentence)
    if issues:
        raise UnreadableRow(issues)
    return given


def report_of(task: PreparationTask, row: int) -> dict[str, Any]:
    """The fields of a registration that link it to its import."""
    return {"report": task.report, "filename": task.filename, "row": row}


def _prepared(
    kind: ImportKind, sheet: RegistrationRows, task: PreparationTask, serials: Iterator[int], tables: dict[str, Columns]
) -> PreparedRegistration:
    given = read_sheet(kind, sheet, task.defaults)
    ground = task.grounds.get((given.account, given.creditor))
    if ground is None:
        raise UnknownOwner(given.account, given.creditor)
    customer = new_id()
    made = kind.prepare(given, ground, serials, customer, task.now, report_of(task, sheet.row))
    return as_copied(kind, sheet.row, given, customer, made, tables)


def as_copied(
    kind: ImportKind, row: int, given: Any, customer: str, made: ForNewCustomer, tables: dict[str, Columns]
) -> PreparedRegistration:
    """A registration that was made for a new customer, with its rows as COPY reads them; their tables are added to the others."""
    copies: list[tuple[str, bytes]] = []
    tallies: list[Mapping[str, Any]] = []
    for new in made.registration.rows:
        if new.columns.table == TALLY_CHANGES_TABLE.name:
            tallies.append(new.values)
        else:
            copies.append((new.columns.table, copy_line(new)))
            assert tables.setdefault(new.columns.table, new.columns) == new.columns, "all rows of a table are alike"
    return PreparedRegistration(
        row=row,
        account=given.account,
        creditor=given.creditor,
        numbers=kind.numbers(given),
        data=made.data,
        customer=customer,
        is_business=made.is_business,
        registration=made.registration.id,
        copies=copies,
        tallies=tallies,
        to_deliver=made.registration.to_deliver,
    )
