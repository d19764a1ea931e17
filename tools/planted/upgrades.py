"""Faults of upgrades: figures and tallies that change with a version."""

from __future__ import annotations

from tools.planted.fault import Fault

TALLIES = "tests/store/upkeep/test_tallies_of_upgrades.py"
FOLLOW = "fordran/sql/migrations/0006_tallies_follow.sql"

HOUSE = "tests/domain/test_house_rules.py"
FIGURES = "tests/domain/claims/test_figures.py"
REPAIR = "tests/actions/repairs/test_repair.py"
OWED = f"{HOUSE}::test_a_later_row_changes_what_is_owed_from_its_day_only"

UPGRADES = (
    Fault(
        "a migration changes the content of rows that are there",
        "fordran/sql/migrations/0008_particulars.sql",
        "add column particulars jsonb;",
        "add column particulars jsonb default '{}';",
        ("tests/store/upkeep/test_schema.py::test_a_migration_gives_no_value_to_rows_that_are_there",),
    ),
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
    Fault(
        "a case takes the defaults of today",
        "fordran/domain/flow/case_settings.py",
        "value = rule_on(bounds.rule, rules)",
        "value = rule_on(bounds.rule, day)",
        (f"{HOUSE}::test_a_case_keeps_the_defaults_of_the_day_on_which_it_was_registered",),
    ),
    Fault(
        "settings are cached whatever day the case was registered on",
        "fordran/actions/cases/case_settings.py",
        'return _settings(day, defaults_since(rules_day), layers["law_rows"]',
        'return _settings(day, day, layers["law_rows"]',
        (f"{HOUSE}::test_a_case_keeps_the_defaults_of_the_day_on_which_it_was_registered",),
    ),
    Fault(
        "a paid letter settles whatever held when it left",
        "fordran/domain/claims/paid_letters.py",
        ' and rule_on("letter_paid_settles", letter.date)',
        "",
        (OWED,),
    ),
    Fault(
        "a crediting of all is judged by no day",
        "fordran/domain/claims/replay.py",
        ' and rule_on("whole_credit_voids_costs", credited_on)',
        "",
        (OWED,),
    ),
    Fault(
        "a crediting counts from the due date whatever held on its day",
        "fordran/domain/claims/facts.py",
        'if not rule_on("credit_counts_from_due_date", credit.date):',
        "if False:",
        (OWED,),
    ),
    Fault(
        "a statement of an earlier day forgets a later crediting",
        "fordran/domain/claims/facts.py",
        "return in_order([*known(those, at), *later])",
        "return known(those, at)",
        ("tests/domain/claims/test_statement_cases.py",),
    ),
    Fault(
        "interest of earlier days follows a later year",
        "fordran/domain/claims/interest.py",
        'rule_on("days_in_a_year", self.to_date)',
        "365",
        (OWED,),
    ),
    Fault(
        "a number that decides is written into the code",
        "fordran/domain/flow/plans.py",
        'rule_on("late_instalment_days", plan.made_on)',
        "3",
        (f"{HOUSE}::test_no_number_that_decides_is_without_a_first_day",),
    ),
    Fault(
        "interest is covered before costs",
        "fordran/domain/claims/owed_items.py",
        "return order.parts.index(self.part), self.date",
        'return (-1 if self.component == "interest" else order.parts.index(self.part)), self.date',
        (f"{FIGURES}::test_figures_stay_as_they_were_computed",),
    ),
    Fault(
        "a repair corrects the count of a table that lost rows",
        "fordran/actions/repairs/repairable.py",
        "one.expected)) not in otherwise",
        "one.expected)) is not otherwise",
        (f"{REPAIR}::test_a_count_of_a_table_in_which_more_differs_is_left_alone",),
    ),
    Fault(
        "a repair corrects a count though not every difference is known",
        "fordran/actions/repairs/repairable.py",
        "        if is_complete\n        and one",
        "        if one",
        (f"{REPAIR}::test_a_count_of_a_table_in_which_more_differs_is_left_alone",),
    ),
    Fault(
        "a repair leaves a row that its hash does not fit",
        "fordran/actions/repairs/repair.py",
        "    if not await is_as_written(tx, one.table, account, one.id):\n        raise NotRepairable",
        "    if False:\n        raise NotRepairable",
        (f"{REPAIR}::test_a_row_in_which_more_differs_is_left_alone",),
    ),
    Fault(
        "a repair trusts a journal that is not whole",
        "fordran/actions/proof/case.py",
        "    if any(_check_chain(rows)) or any(_check_bookings(rows, laws)):\n        return None",
        "    if False:\n        return None",
        (f"{REPAIR}::test_a_row_in_which_more_differs_is_left_alone",),
    ),
    Fault(
        "a repair makes a new hash of what another hand changed",
        "fordran/store/rows/repaired_rows.py",
        "await tx.execute(\"set local fordran.writer = 'off'\")",
        "pass",
        (f"{REPAIR}::test_a_row_in_which_more_differs_is_left_alone",),
    ),
    Fault(
        "a repair ends or opens a case again",
        "fordran/actions/repairs/repair.py",
        "    elif changes.keys() <= REWRITTEN[one.table]:",
        "    elif changes:",
        (f"{REPAIR}::test_more_than_figures_that_the_service_wrote_wrong_is_left_alone",),
    ),
    Fault(
        "a repair writes facts",
        "fordran/actions/repairs/repair.py",
        "if name in DERIVED[one.table]}",
        "}",
        (f"{REPAIR}::test_a_row_in_which_more_differs_is_left_alone",),
    ),
    Fault(
        "a repair is not recorded",
        "fordran/actions/repairs/repair.py",
        "    await record_in_audit(tx, [record])",
        "    assert record",
        (f"{REPAIR}::test_a_count_is_corrected_and_the_correction_recorded",),
    ),
    Fault(
        "a dry run of repairs keeps them",
        "fordran/commands/verify.py",
        "        raise _DryRun",
        "        assert made",
        ("tests/commands/test_verify.py::test_repairing_lists_first_and_repairs_what_is_agreed_to",),
    ),
)
