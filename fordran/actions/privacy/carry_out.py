"""Carry out the retention table: one executor for each treatment of a value.

An executor says itself which rules it cannot carry out; `check_rules.py` asks it before the service starts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from fordran.actions.privacy.erasing import Erasing
from fordran.actions.privacy.rewrite import LEFT_OF, rewrite_documents, rewrite_lines
from fordran.domain.service.retention import ANONYMISED, PSEUDONYMISED
from fordran.shape.kept import Becomes, Only, RetentionRule, Stage
from fordran.store.retention import rules
from fordran.store.rows.erased_rows import FILES, WRITTEN, blank_rows, delete_rows, erase_from_audit, note_files
from fordran.store.rows.personal_rows import PersonalTable
from fordran.store.rows.table_shapes import TableShape

STAGES: tuple[Stage, ...] = (PSEUDONYMISED, ANONYMISED)
"""In the order in which they are reached."""


@dataclass(frozen=True)
class Executor:
    """Sees to rules of some kinds: those of one table that are about the same rows, together."""

    becomes: frozenset[Becomes]
    carry_out: Callable[[Erasing, PersonalTable, Sequence[RetentionRule]], Awaitable[None]]
    cannot: Callable[[RetentionRule, TableShape], str | None]
    """Why it cannot carry out a rule about a table; None where it can."""
    is_repeated: bool = False
    """Whether it is carried out at every later stage too, because each leaves something new for it."""


async def carry_out(erasing: Erasing) -> None:
    """Do all that the rules of a stage say, each kind in its turn."""
    for executor in EXECUTORS:
        for table, alike in _rules_for(executor, erasing.stage):
            await executor.carry_out(erasing, erasing.tables[table], alike)


def _rules_for(executor: Executor, stage: Stage) -> Iterable[tuple[str, list[RetentionRule]]]:
    """Table → rules about the same rows of it that have their turn at a stage, in the order of the retention table."""
    reached = STAGES[: STAGES.index(stage) + 1] if executor.is_repeated else (stage,)
    alike: dict[tuple[str, Only], list[RetentionRule]] = defaultdict(list)
    for rule in rules():
        if rule.stage in reached and rule.becomes in executor.becomes:
            alike[rule.table, rule.only].append(rule)
    return ((table, found) for (table, _), found in alike.items())


# Values -----------------------------------------------------------------------------------------------------------------------


async def _write_over(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    erasing.done.rows[table.name] += await blank_rows(
        erasing.tx, table, alike, erasing.found, erasing.now, erasing.pseudonym
    )


def _cannot_write_over(rule: RetentionRule, table: TableShape) -> str | None:
    if not rule.columns:
        return "it names no column"
    types = WRITTEN[rule.becomes].types
    for name in rule.columns:
        column = table.columns[name]
        if not types and not column.is_nullable:
            return f"the column {name} may not be without a value"
        if types and column.type not in types:
            return f"the column {name} is of type {column.type}, which does not take it"
    return "nothing in the table can be changed" if table.is_append_only else None


async def _rewrite(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    for rule in alike:
        await rewrite_documents(erasing, table, rule)


def _cannot_rewrite(rule: RetentionRule, table: TableShape) -> str | None:
    is_registration = rule.table in ("invoice_registrations", "case_registrations") and rule.columns == ("document",)
    return None if is_registration else "only documents of registrations are known well enough for that"


async def _rewrite_lines(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    await rewrite_lines(erasing)


def _cannot_rewrite_lines(rule: RetentionRule, table: TableShape) -> str | None:
    are_lines = (rule.table, rule.columns, rule.only) == ("invoices", ("matrix",), "")
    return None if are_lines else "only lines of invoices are known well enough for that"


# Rows and files ---------------------------------------------------------------------------------------------------------------


async def _delete(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    erasing.done.rows[table.name] += await delete_rows(erasing.tx, table, alike[0].only, erasing.found)


def _cannot_delete(rule: RetentionRule, table: TableShape) -> str | None:
    if rule.columns:
        return "it is about whole rows, and names columns"
    if table.needed_by:
        return f"its rows are needed by {', '.join(table.needed_by)}"
    return "nothing in the table can be deleted" if table.is_append_only else None


async def _remove_file(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    ids, noted = await note_files(erasing.tx, table, alike[0].only, erasing.found, erasing.now)
    erasing.done.files += noted
    # A line of an order is part of the order's document, and the order's id is its file's.
    erasing.done.documents += ids


def _cannot_remove_file(rule: RetentionRule, table: TableShape) -> str | None:
    if rule.columns:
        return "it is about whole rows, and names columns"
    return None if rule.table in FILES else "no file is known that goes with its rows"


async def _remove_file_and_row(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    await _remove_file(erasing, table, alike)
    await _delete(erasing, table, alike)


def _cannot_remove_file_and_row(rule: RetentionRule, table: TableShape) -> str | None:
    return _cannot_remove_file(rule, table) or _cannot_delete(rule, table)


async def _forget_changes(erasing: Erasing, table: PersonalTable, alike: Sequence[RetentionRule]) -> None:
    erasing.done.rows[table.name] += await erase_from_audit(erasing.tx, erasing.done.documents, erasing.now)


def _cannot_forget_changes(rule: RetentionRule, table: TableShape) -> str | None:
    are_changes = (rule.table, rule.columns, rule.only) == ("audit_log", ("changes",), "")
    return None if are_changes else "only the audit log's changes are known by the documents that they are of"


EXECUTORS = (
    Executor(frozenset(LEFT_OF), _rewrite, _cannot_rewrite),
    Executor(frozenset({"amounts alone"}), _rewrite_lines, _cannot_rewrite_lines),
    Executor(frozenset(WRITTEN), _write_over, _cannot_write_over),
    Executor(frozenset({"row deleted"}), _delete, _cannot_delete),
    Executor(frozenset({"file deleted"}), _remove_file, _cannot_remove_file),
    Executor(frozenset({"file and row deleted"}), _remove_file_and_row, _cannot_remove_file_and_row),
    # The last: what all others wrote is a change too.
    Executor(frozenset({"values deleted"}), _forget_changes, _cannot_forget_changes, is_repeated=True),
)
"""In the order in which a stage has them act."""
