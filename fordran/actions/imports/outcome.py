"""Outcomes of a batch's registrations, and how the import's report stores them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from fordran.actions.imports.import_file import FileImport, storable
from fordran.actions.imports.issues import in_language
from fordran.domain.languages import ENGLISH
from fordran.shape.fields import Issues
from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import FILE_IMPORT_ROWS_TABLE, NewFileImportRow
from fordran.store.rows.tables import copy_rows


@dataclass
class ImportOutcome:
    """The outcomes of registrations, by row number."""

    registered: list[tuple[int, str]] = field(default_factory=list)
    duplicates: list[int] = field(default_factory=list)
    refused: dict[int, Issues] = field(default_factory=dict)
    """With the codes of their issues."""
    warned: dict[int, list[dict[str, str]]] = field(default_factory=dict)
    """Those that were registered, and of whose customer something is doubtful."""

    def add(self, other: ImportOutcome) -> None:
        """Add what became of others."""
        self.registered += other.registered
        self.duplicates += other.duplicates
        self.refused |= other.refused
        self.warned |= other.warned


async def keep_outcome(tx: Connection, running: FileImport, outcome: ImportOutcome, now: datetime) -> None:
    """Keep what became of each, and how many there were of each sort."""
    await copy_rows(tx, map(FILE_IMPORT_ROWS_TABLE.row, _rows(running.id, outcome)))
    await tx.execute(
        """update file_imports set revision = revision + 1, updated = greatest(updated, $2), registered = registered + $3,
               duplicates = duplicates + $4, refused = refused + $5
           where id = $1""",
        running.id,
        now,
        len(outcome.registered),
        len(outcome.duplicates),
        len(outcome.refused),
    )


def _rows(file_import: str, outcome: ImportOutcome) -> Iterator[NewFileImportRow]:
    for number, registration in outcome.registered:
        yield _row(file_import, number, "registered", registration=registration)
    for number in outcome.duplicates:
        yield _row(file_import, number, "duplicate")
    for number, issues in outcome.refused.items():
        yield _row(file_import, number, "refused", issues=storable(issues))


def _row(
    file_import: str,
    number: int,
    outcome: Literal["registered", "duplicate", "refused"],
    *,
    registration: str | None = None,
    issues: Issues | None = None,
) -> NewFileImportRow:
    return {
        "file_import_id": file_import,
        "row_number": number,
        "outcome": outcome,
        "registration_id": registration,
        "issues": None if issues is None else in_language(issues, ENGLISH),
        "messages": issues,
    }


async def forget_refused(tx: Connection, running: FileImport, rows: Sequence[int]) -> None:
    """Registrations that were refused earlier are tried again: the cause may have been fixed elsewhere."""
    await tx.execute(
        """with forgotten as (
               delete from file_import_rows
               where file_import_id = $1 and row_number = any($2::integer[]) and outcome = 'refused' returning 1)
           update file_imports set refused = refused - (select count(*) from forgotten) where id = $1""",
        running.id,
        rows,
    )


async def forget_all_refused(tx: Connection, file_import: str) -> None:
    """The same of a whole file."""
    await tx.execute(
        """with forgotten as (
               delete from file_import_rows where file_import_id = $1 and outcome = 'refused' returning 1)
           update file_imports set refused = refused - (select count(*) from forgotten) where id = $1""",
        file_import,
    )
