"""The retention table drives erasing: a rule that somebody adds is carried out, or the service does not start with it."""
# ruff: noqa: F811  (a test takes a fixture by its name)

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fordran.actions.privacy.check_rules import RetentionCannotBeKept, check_rules
from fordran.domain.service.retention import ANONYMISED, KEPT, PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources import RESOURCES
from fordran.shape.kept import Becomes, Keeping, NothingPersonal, RetentionRule, Stage
from fordran.store import retention
from fordran.store.connections.database import Connection
from tests.actions.privacy.remembered import Desk
from tests.actions.privacy.test_privacy import FIRST_STAGE, SECOND_STAGE, app, database_url, desk, settings  # noqa: F401

Say = Callable[..., None]


def rule(table: str, *columns: str, becomes: Becomes = "no value", stage: Stage = PSEUDONYMISED) -> RetentionRule:
    return RetentionRule(table, columns, stage, becomes, STORAGE_LIMITATION)


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Have a noun say these of a table, or of some of its columns, in place of what it says."""

    def say_instead(noun: str, *rows: Keeping) -> None:
        told = RESOURCES[noun].kept
        monkeypatch.setitem(RESOURCES, noun, replace(RESOURCES[noun], kept=(*_without(told, rows), *rows)))

    return say_instead


def _without(told: tuple[Keeping, ...], rows: tuple[Keeping, ...]) -> list[Keeping]:
    """What is said of other tables and columns."""
    left: list[Keeping] = []
    for row in told:
        again = [other for other in rows if other.table == row.table]
        if isinstance(row, RetentionRule) and all(
            isinstance(other, RetentionRule) and other.columns for other in again
        ):
            named = {column for other in again if isinstance(other, RetentionRule) for column in other.columns}
            columns = tuple(column for column in row.columns if column not in named)
            left += [replace(row, columns=columns)] if columns or not row.columns else []
        elif not again:
            left.append(row)
    return left


async def values(tx: Connection, column: str, table: str, account: str) -> list[object]:
    """Of the rows of an account's cases, in order of their ids."""
    rows = await tx.fetch(
        f"select {column} from {table} where account_id = $1 and case_id is not null order by id", account
    )
    return [row[0] for row in rows]


# Carried out ------------------------------------------------------------------------------------------------------------------


async def test_a_column_that_was_kept_goes_when_its_noun_says_so(desk: Desk, say: Say) -> None:
    await desk.remembered()
    say("letters", rule("letters", "checklist"))
    async with desk.days.transaction() as tx:
        await check_rules(tx)
        before = await values(tx, "checklist", "letters", desk.office.account)
        revisions = await values(tx, "revision", "letters", desk.office.account)
    assert None not in before
    desk.days.at(FIRST_STAGE)
    erased = await desk.erase()
    async with desk.days.transaction() as tx:
        assert await values(tx, "checklist", "letters", desk.office.account) == [None] * len(before)
        assert await values(tx, "revision", "letters", desk.office.account) == [int(str(n)) + 1 for n in revisions]
    assert erased.rows["letters"] == len(before)


async def test_a_column_goes_at_the_stage_that_is_said_and_not_before(desk: Desk, say: Say) -> None:
    await desk.remembered()
    say("events", rule("events", "data", becomes="empty object", stage=ANONYMISED))
    for day, is_gone in ((FIRST_STAGE, False), (SECOND_STAGE, True)):
        desk.days.at(day)
        await desk.erase()
        async with desk.days.transaction() as tx:
            data = await values(tx, "data::text", "events", desk.office.account)
        assert data
        assert ({*data} == {"{}"}) == is_gone
    assert await desk.differences() == []


async def test_rows_of_a_noun_go_when_it_says_so_and_are_tallied(desk: Desk, say: Say) -> None:
    await desk.remembered()
    say("events", rule("events", becomes="row deleted"))
    async with desk.days.transaction() as tx:
        await check_rules(tx)
        await tx.fetchval("select number_events(1000)")
        before = await values(tx, "id", "events", desk.office.account)
    desk.days.at(FIRST_STAGE)
    erased = await desk.erase()
    assert erased.rows["events"] == len(before) > 0
    async with desk.days.transaction() as tx:
        assert await values(tx, "id", "events", desk.office.account) == []
    assert await desk.differences() == [], "there are as many as are tallied"


async def test_rows_that_no_noun_shows_go_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.remembered()
    others = tuple(row for row in retention.UNSHOWN if row.table != "steps")
    monkeypatch.setattr(retention, "UNSHOWN", (*others, rule("steps", becomes="row deleted")))
    desk.days.at(FIRST_STAGE)
    async with desk.days.transaction() as tx:
        await check_rules(tx)
        before = await values(tx, "id", "steps", desk.office.account)
    assert (await desk.erase()).rows["steps"] == len(before) > 0
    async with desk.days.transaction() as tx:
        assert await values(tx, "id", "steps", desk.office.account) == []


# Refused ----------------------------------------------------------------------------------------------------------------------

REFUSED = [
    ("letters", rule("letters", "moods"), "there is no column moods", "a column that is not there"),
    ("letters", rule("moods", "mood"), "there is no such table", "a table that is not there"),
    ("letters", rule("letters", "kind"), "the column kind may not be without a value", "what may not be null"),
    ("letters", rule("letters", "kind", becomes="empty object"), "is of type letter_kind", "JSON in a text"),
    ("letters", rule("letters", becomes="no value"), "it names no column", "no value of nothing"),
    ("letters", rule("letters", "kind", becomes="row deleted"), "names columns", "rows of columns"),
    ("letters", rule("envelopes", becomes="row deleted"), "needed by deliveries, letters", "rows that others need"),
    ("letters", rule("letters", becomes="file deleted"), "no file is known", "files of what has none"),
    (
        "letters",
        rule("letters", "details", becomes="without identity"),
        "only documents of registrations",
        "no document",
    ),
    ("letters", rule("letters", "details", becomes="amounts alone"), "only lines of invoices", "no lines"),
    ("letters", rule("letters", "details", becomes="values deleted"), "only the audit log's changes", "no log"),
    ("letters", rule("letters", "details", becomes="as it was"), "what is kept stays", "goes and stays"),
    ("letters", rule("letters", "details", stage=KEPT), "what is kept stays", "stays and goes"),
    ("letters", rule("letters", "details", stage="tomorrow"), "there is no such stage", "a stage that never comes"),
    ("letters", rule("letters", "details", becomes="confetti"), "nobody knows how that is done", "what nobody can do"),
    (
        "letters",
        replace(rule("letters", "details", becomes="empty object"), only="on Sundays"),
        "nobody knows which rows",
        "rows that nobody knows",
    ),
    ("audit--log", rule("audit_log", "act"), "nothing in the table can be changed", "what is append-only"),
    ("cases", rule("seals", "hash"), "a person's rows are found in it", "rows that nobody finds"),
    ("letters", NothingPersonal("letters", "quiet"), "cannot be carried out", "erased and not searched"),
]


@pytest.mark.parametrize(("noun", "row", "sentence", "remark"), REFUSED, ids=[row[-1] for row in REFUSED])
async def test_a_rule_that_cannot_be_carried_out_is_refused_with_a_sentence(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    noun: str,
    row: Keeping,
    sentence: str,
    remark: str,
) -> None:
    monkeypatch.setitem(RESOURCES, noun, replace(RESOURCES[noun], kept=(*RESOURCES[noun].kept, row)))
    with pytest.raises(RetentionCannotBeKept) as refused:
        async with desk.days.transaction() as tx:
            await check_rules(tx)
    assert any(row.table in trouble and sentence in trouble for trouble in refused.value.troubles), (
        remark,
        refused.value.troubles,
    )


async def test_what_is_said_twice_or_both_ways_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    more = (rule("letters", "status"), rule("letters", "details"), NothingPersonal("cases", "quiet"))
    monkeypatch.setitem(RESOURCES, "letters", replace(RESOURCES["letters"], kept=(*RESOURCES["letters"].kept, *more)))
    with pytest.raises(RetentionCannotBeKept) as refused:
        async with desk.days.transaction() as tx:
            await check_rules(tx)
    assert "The column status of letters has two fates." in refused.value.troubles
    assert "The column details of letters has two fates." in refused.value.troubles
    assert "The table cases has rules, and is said to need none." in refused.value.troubles


NEW = [
    ("create table moods (account_id id, id id)", "Nobody says how long the table moods is kept"),
    (
        "create table moods (account_id id, id id, case_id id, mood words)",
        "Nobody says how long the table moods is kept",
    ),
    ("alter table letters add column mood words", "Nobody says how long the column mood of letters is kept."),
    ("alter table customers add column born date", "Nobody says how long the column born of customers is kept."),
    ("alter table cases add column is_odd boolean", "Nobody says how long the column is_odd of cases is kept."),
    ("alter table steps add column voice bytea", "Nobody says how long the column voice of steps is kept."),
    ("alter table bank_payments add column said citext_like", "Nobody says how long the column said of bank_payments"),
]


@pytest.mark.parametrize(("statement", "sentence"), NEW)
async def test_a_table_or_column_of_which_nothing_is_said_is_refused(desk: Desk, statement: str, sentence: str) -> None:
    async with desk.days.transaction() as tx:
        await tx.execute("create domain citext_like as text")
        await tx.execute(statement)
        with pytest.raises(RetentionCannotBeKept, match=sentence):
            await check_rules(tx)


UNASKED = [
    ("alter table letters add column weight integer", "an amount"),
    ("alter table creditors add column motto jsonb", "of a business"),
    ("alter table users add column nickname words", "of whom nothing is personal"),
    ("alter table work_items add column hint words", "whose rows go"),
]


@pytest.mark.parametrize(("statement", "remark"), UNASKED)
async def test_a_column_that_needs_no_rule_is_not_asked_for_one(desk: Desk, statement: str, remark: str) -> None:
    async with desk.days.transaction() as tx:
        await tx.execute(statement)
        await check_rules(tx)


async def test_what_a_later_version_has_added_is_not_ours_to_judge(desk: Desk) -> None:
    async with desk.days.transaction() as tx:
        await tx.execute("alter table letters add column mood words")
        with pytest.raises(RetentionCannotBeKept):
            await check_rules(tx)
        await tx.execute("insert into fordran_migrations.applied (name, hash) values ('9999_moods.sql', '')")
        await check_rules(tx)
