"""Refuse to start where the retention table cannot be carried out, or says nothing of what could tell of a person.

It is held against the database as it is, whenever that was brought up to date: two questions to the catalogue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fordran.actions.privacy.carry_out import EXECUTORS, STAGES
from fordran.domain.service.retention import KEPT
from fordran.shape.kept import Keeping, RetentionRule
from fordran.store.connections.database import Connection
from fordran.store.retention import declared
from fordran.store.rows.erased_rows import ONLY
from fordran.store.rows.personal_rows import personal_tables
from fordran.store.rows.table_shapes import TableShape, table_shapes
from fordran.store.upkeep.migrate import unlike_ours

TELLS_NOTHING = frozenset(
    (
        *("id", "timestamp with time zone", "smallint", "integer", "bigint", "numeric", "integer[]", "bigint[]"),
        "double precision",
    )
)
"""Types of columns that need no rule: ids, moments, counts and amounts say nothing of a person by themselves."""

OURS = frozenset(("erasure", "content_hash"))
"""Columns in which the service notes what it did to a row."""

ROW_GOES = ("row deleted", "file and row deleted")


class RetentionCannotBeKept(Exception):
    """Something declared of how long things are kept cannot be carried out, or nothing is declared of what is there."""

    def __init__(self, troubles: Sequence[str]) -> None:
        super().__init__("\n".join(["What is known of people could not be erased as the law asks:", *troubles]))
        self.troubles = tuple(troubles)


async def check_rules(tx: Connection) -> None:
    """Raise `RetentionCannotBeKept` with everything that is wrong. What a later version has added is for that version to know."""
    if any(ours is None for _, ours, _ in await unlike_ours(tx)):
        return
    troubles = list(troubles_with(declared(), await table_shapes(tx), await personal_tables(tx)))
    if troubles:
        raise RetentionCannotBeKept(troubles)


def troubles_with(
    rows: Sequence[Keeping], tables: Mapping[str, TableShape], searched: Collection[str]
) -> Iterator[str]:
    """Every sentence about rows that cannot be carried out on tables, and about tables of which they say too little."""
    rules = [row for row in rows if isinstance(row, RetentionRule)]
    spared = [row.table for row in rows if not isinstance(row, RetentionRule)]
    for rule in rules:
        if why := _why_not(rule, tables, searched):
            yield f"{_named(rule)}: {why}."
    yield from _contradictions(rules, spared)
    for table in sorted({*spared} - tables.keys()):
        yield f"The table {table} is said to be kept, and is not there."
    for table, shape in tables.items():
        if table not in spared:
            yield from _untold(table, shape, [rule for rule in rules if rule.table == table])


def _named(rule: RetentionRule) -> str:
    what = ", ".join(rule.columns) or "rows"
    return f"The rule that {what} of {rule.table}, when {rule.stage}, become “{rule.becomes}” cannot be carried out"


def _why_not(rule: RetentionRule, tables: Mapping[str, TableShape], searched: Collection[str]) -> str | None:
    """Why a rule cannot be carried out."""
    table = tables.get(rule.table)
    if table is None:
        return "there is no such table"
    if missing := [name for name in rule.columns if name not in table.columns]:
        return f"there is no column {', '.join(missing)}"
    if rule.table not in searched:
        return "nobody knows how a person's rows are found in it"
    if rule.stage not in (*STAGES, KEPT):
        return "there is no such stage"
    if (rule.stage == KEPT) != (rule.becomes == "as it was"):
        return "what is kept stays as it was, and what stays as it was is kept"
    if rule.stage == KEPT:
        return None if rule.columns else "it names no column"
    if rule.only and (rule.table, rule.only) not in ONLY:
        return f"nobody knows which rows are meant by “{rule.only}”"
    executor = next((one for one in EXECUTORS if rule.becomes in one.becomes), None)
    return executor.cannot(rule, table) if executor else "nobody knows how that is done"


def _contradictions(rules: Sequence[RetentionRule], spared: Sequence[str]) -> Iterator[str]:
    """Rules that are given twice or contradict each other."""
    seen: dict[tuple[str, str], set[str]] = {}
    for rule in rules:
        for column in rule.columns:
            stages = seen.setdefault((rule.table, column), set())
            if rule.stage in stages or (stages and KEPT in {*stages, rule.stage}):
                yield f"The column {column} of {rule.table} has two fates."
            stages.add(rule.stage)
    for table in sorted({rule.table for rule in rules} & {*spared}):
        yield f"The table {table} has rules, and is said to need none."


def _untold(table: str, shape: TableShape, rules: Sequence[RetentionRule]) -> Iterator[str]:
    """Columns that may hold personal data and have no rule."""
    if not rules:
        yield f"Nobody says how long the table {table} is kept, or why it holds nothing personal."
        return
    if any(rule.becomes in ROW_GOES and not rule.only for rule in rules):
        return
    covered = {column for rule in rules for column in rule.columns}
    for name, column in shape.columns.items():
        if column.type not in TELLS_NOTHING and name not in OURS | covered:
            yield f"Nobody says how long the column {name} of {table} is kept."
