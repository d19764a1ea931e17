"""File import report: a file of registrations that was imported, and what became of its rows."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import Field

from fordran.domain.service.retention import KEPT, NOT_PERSONAL, PSEUDONYMISED, STORAGE_LIMITATION
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal, RetentionRule
from fordran.shape.kinds import Id, Integer, Moment, Text
from fordran.shape.resource import Resource

ImportedKind: TypeAlias = Literal["invoices", "cases"]
RowOutcome: TypeAlias = Literal["registered", "refused", "duplicate"]


class Refusal(Shape):
    """A row that was not registered, and everything that is wrong with it."""

    row: Integer
    """Its number in the file."""
    issues: dict[str, Any]
    """As `_issues` of a refused document."""


class FileImportReport(Shape):
    account: Id | None = None
    """Where all of the file is one account's."""
    creditor: Id | None = None
    """Where all of the file is one creditor's."""
    kind: ImportedKind
    """The kind of the file's rows."""
    filename: Text
    """The name of the file."""
    sha256: Text
    """Of the file."""
    rows_read: Integer
    """How many rows the file has."""
    registered: Integer
    """How many rows were registered."""
    refused: Integer
    """How many rows were refused."""
    duplicates: Integer
    """Registrations that had been made before, with the same content."""
    finished: Moment | None = None
    """Absent while the import runs, or where it was broken off."""
    refusals: list[Refusal]
    """Rows that were not registered, and why."""


class FileImportTaken(Shape):
    """The answer of sending a file: its report, which counts while the worker registers. A dry run counts all of it."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment = Field(alias="_created")
    """When it was stored."""
    updated: Moment = Field(alias="_updated")
    """When it was last changed."""
    etag: Text = Field(alias="_etag")
    """Its tag: another after every change."""
    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    rows_read: Integer
    """How many rows the file has."""
    registered: Integer
    """How many rows were registered so far."""
    refused: Integer
    """How many rows were refused so far."""
    duplicates: Integer
    """Registrations that had been made before, with the same content."""
    refusals: list[Refusal]
    """Rows that were not registered, and why."""


FILE_IMPORT_REPORTS = Resource(
    "file--import-reports",
    FileImportReport,
    owner="creditor",
    personal=True,
    about="Files of registrations that were imported, with what was refused and why.",
    made_costs={"refusals": 600},
    kept=(
        NothingPersonal("file_imports", "counts of files; what became of their rows is a table of its own"),
        RetentionRule("file_import_rows", ("issues", "messages"), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        RetentionRule("file_import_rows", ("outcome",), KEPT, "as it was", NOT_PERSONAL),
    ),
)
