"""How long everything is kept: what the nouns say of their tables, joined, and the page that shows it."""

from __future__ import annotations

import re
from pathlib import Path

from fordran.domain.service.retention import ANONYMISED, KEPT, PSEUDONYMISED
from fordran.resources import RESOURCES
from fordran.store.retention import UNSHOWN, not_erased, nothing_personal, noun_of, rules
from fordran.store.upkeep.migrate import views

PAGE = (Path(__file__).parents[2] / "docs/privacy.md").read_text()


def test_a_noun_speaks_of_tables_that_its_view_is_made_of_its_own_first() -> None:
    for noun in RESOURCES.values():
        # Customers have a view more: what a creditor's callers read them from.
        made = rf"^create view {re.escape(noun.view)}(?:_of_creditors)? as(.*?);$"
        view, *more = re.findall(made, views(), re.MULTILINE | re.DOTALL)
        assert bool(more) == (noun.owner == "customer"), noun.name
        read = re.findall(r"\b(?:from|join) (\w+) ", view + "".join(more))
        assert {row.table for row in noun.kept} <= set(read), noun.name
        own = re.findall(r"^from (\w+) ", view, re.MULTILINE)
        assert noun.kept == () or [noun.table] == own, noun.name


def test_of_a_table_only_one_speaks() -> None:
    speakers = [{row.table for row in noun.kept} for noun in RESOURCES.values()] + [{row.table for row in UNSHOWN}]
    tables = [table for spoken_of in speakers for table in spoken_of]
    assert len(tables) == len(set(tables))
    assert noun_of("payouts") is RESOURCES["finance--payouts"]
    assert noun_of("bookings") is None


def test_a_column_has_one_fate_at_each_stage_and_what_is_kept_is_never_erased() -> None:
    fates = [(rule.table, column, rule.stage) for rule in rules() for column in rule.columns]
    assert len(fates) == len(set(fates))
    kept = {(table, column) for table, column, stage in fates if stage == KEPT}
    erased = {(table, column) for table, column, stage in fates if stage in (PSEUDONYMISED, ANONYMISED)}
    assert kept & erased == set()
    assert all((rule.stage == KEPT) == (rule.becomes == "as it was") for rule in rules())


def test_every_rule_names_its_law() -> None:
    for rule in rules():
        assert re.search(r"§|GDPR article", rule.law), rule


def test_the_page_shows_the_rules_as_they_are() -> None:
    when = {PSEUDONYMISED: "pseudonymised", ANONYMISED: "anonymised", KEPT: "never"}
    part = PAGE.split("## What becomes of each column")[1].split("## ")[0]
    shown = [line for line in part.splitlines() if line.startswith("| `")]
    assert shown == [
        f"| `{rule.table}` | {', '.join(f'`{column}`' for column in rule.columns) or 'rows'} | {when[rule.stage]} |"
        f" {rule.becomes} | {rule.law} | {rule.remark} |"
        for rule in rules()
    ]


def test_the_page_says_of_every_other_table_why_it_is_left_alone() -> None:
    part = PAGE.split("## Tables without debtors")[1].split("## ")[0]
    shown = [line for line in part.splitlines() if line.startswith("| `")]
    assert shown == [f"| `{name}` | {why} |" for name, why in sorted((not_erased() | nothing_personal()).items())]
