"""Faults of upgrades: figures and tallies that change with a version."""

from __future__ import annotations

from tools.planted.fault import Fault

TALLIES = "tests/store/upkeep/test_tallies_of_upgrades.py"
FOLLOW = "fordran/sql/migrations/0006_tallies_follow.sql"

UPGRADES = (
    Fault(
        "an upgrade does not count the rows of a table that it begins to count",
        FOLLOW,
        "is_new := is_new or not exists (select 1 from pg_trigger",
        "is_new := is_new and not exists (select 1 from pg_trigger",
        (f"{TALLIES}::test_a_table_that_is_counted_from_now_on_has_its_rows_counted",),
    ),
    Fault(
        "an upgrade counts rows that were tallied before once more",
        FOLLOW,
        "select %1$L, n.rows - n.tallied from (",
        "select %1$L, n.rows from (",
        (f"{TALLIES}::test_rows_written_and_deleted_during_a_migration_are_counted_once",),
    ),
    Fault(
        "an upgrade leaves the tally of a dropped table",
        FOLLOW,
        "    where documents <> 0 and to_regclass(",
        "    where documents < 0 and to_regclass(",
        (f"{TALLIES}::test_a_dropped_table_leaves_no_rows_in_the_tallies",),
    ),
    Fault(
        "a renamed table counts its rows twice",
        FOLLOW,
        "                execute format('drop trigger %I on %s', own, t.relation);",
        "                perform 1;",
        (f"{TALLIES}::test_a_renamed_table_counts_each_row_once",),
    ),
    Fault(
        "a worker folds tallies by a text of its own",
        "fordran/store/rows/rows.py",
        'tx.fetchval("select fold_tallies()")',
        'tx.fetchval("with gone as (delete from tally_changes returning 1) select count(*) from gone")',
        (f"{TALLIES}::test_a_fold_is_done_as_the_schema_says",),
    ),
)
