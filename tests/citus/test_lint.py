"""What Citus refuses, or takes and answers wrongly, found by reading our own SQL: no cluster is needed.

Each rule was seen to fail on a cluster. Whoever breaks one on a single server notices nothing; so it is told here, with the cure.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from fordran.resources import RESOURCES
from fordran.store.reading.listing import Query, list_statement
from fordran.store.reading.scope import SYSTEM
from fordran.store.upkeep.migrate import migrations, schema, views
from tests.citus.statements import Found, statements, words_of_tables

TENANTS = {table for table, word in words_of_tables().items() if word == "tenant"}
REFERENCES = {table for table, word in words_of_tables().items() if word == "reference"}
_TABLE = re.compile(r"\b(?:from|join|update|into) (?:fordran\.)?(\w+)")
_LOCKS = re.compile(r"\bfor (?:no key )?(?:update|share)\b|\bfor key share\b")
_ONE_ACCOUNT = re.compile(r"account_id = (?:\$\d|new\.)|of_one_account\(|\ba\.id = \$\d|of_account\b")
_CATALOG = re.compile(r"\bfrom (?:pg_\w+|information_schema)")


def tables_in(text: str) -> set[str]:
    return {name for name in _TABLE.findall(text) if name in TENANTS}


def selects_nothing(text: str) -> bool:
    return bool(re.search(r"\b(?:select|perform) from (?!pg_)", text))


def casts_to_a_domain(text: str) -> bool:
    return bool(re.search(r"::(?:fordran\.)?(?:words|id)\b", text))


def locks_in_all_accounts(text: str) -> bool:
    locked = _LOCKS.search(text)
    if not locked or _CATALOG.search(text):
        return False
    is_known_elsewhere = bool(_TABLE.search(text)) and not tables_in(text) and "{" not in text
    return not is_known_elsewhere and not _ONE_ACCOUNT.search(text)


def builds_json_in_an_update(text: str) -> bool:
    found = re.search(r"\bupdate (\w+)(?: \w+)? set (.*?)(?: where | from |$)", text)
    return bool(found and found[1] in TENANTS and "jsonb_build_" in found[2])


def draws_on_a_shard(text: str) -> bool:
    return "nextval(" in text and bool(tables_in(text)) and "create " not in text


def sets_what_no_node_hears(text: str) -> bool:
    return bool(re.search(r"select set_config\('fordran\.\w+', '?\w+'?, true\)", text))


def finds_by_place(text: str) -> bool:
    return bool(re.search(r"\bctid\b", text)) and bool(tables_in(text)) and not _ONE_ACCOUNT.search(text)


def finds_by_two_columns(text: str) -> bool:
    return bool(re.search(r"\((?:\w+\.)?account_id, [\w., ]+\) (?:not )?in \( ?select (?!\* from unnest)", text))


def gives_a_case_of_one_value_to_a_shard(text: str) -> bool:
    return bool(re.search(r"values \([^;]*\bcase \w+ when\b", text))


def asks_within_a_list(text: str) -> bool:
    """A sub-select stands in one that has a function's rows alone: in its condition it is refused, joined it ends the server."""
    begun = re.finditer(r"\(select 1 from jsonb_array_elements\(", text)
    return any(re.search(r"\(select\b", _within(text, found.start())[1:]) for found in begun)


def asks_accounts_for_each_of_what_is_everywhere(text: str) -> bool:
    """Of rows that every node has, each asks a sub-select what is an account's."""
    outside = _outside_parentheses(text)
    listed = re.findall(r", (\w+) \w+(?= |$)", outside.partition(" from ")[2])
    tables = {*re.findall(r"\b(?:from|join) (?:fordran\.)?(\w+)", outside), *listed}
    asked = re.findall(r"(\b(?:from|join|lateral) )?\(select (?:[^()]|\([^()]*\))*?\bfrom (?:fordran\.)?(\w+)", text)
    is_of_all_nodes = text.startswith(("select", "with")) and bool(tables) and tables <= REFERENCES
    return is_of_all_nodes and any(name in TENANTS and not joined for joined, name in asked)


def reads_what_another_part_changes(text: str) -> bool:
    """On one server all parts of a statement see rows as they were; on a cluster a later part sees what an earlier has done."""
    changes = re.finditer(r"\bas (?:materialized )?\( ?(?:delete from|update|insert into) \"?([\w{.}]+)\"?", text)
    if _ONE_ACCOUNT.search(text):
        return False
    for change in changes:
        part = _within(text, text.index("(", change.start()))
        others = text.replace(part, "")
        if re.search(
            rf"\b(?:from|join) (?:fordran\.|fordran_api\.)?(?:{re.escape(change[1])}|{{\w*\.?view}})(?!\w)", others
        ):
            return True
    return False


def groups_within_each_row(text: str) -> bool:
    """What a row's own list has is grouped by a sub-select of that row."""
    begun = re.finditer(r"\blateral \( ?select\b", text)
    parts = (_within(text, text.index("(", found.start())) for found in begun)
    return any(re.search(r"\bfrom jsonb_array_elements\(\w+\.\w+\)[^()]* group by ", part) for part in parts)


def _outside_parentheses(text: str) -> str:
    depth, outside = 0, ""
    for character in text:
        depth += character == "("
        outside += character if depth == 0 else ""
        depth -= character == ")"
    return outside


def _within(text: str, start: int) -> str:
    """The text from a parenthesis to the one that closes it."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return text[start:place]
    return text[start:]


RULES: dict[Callable[[str], bool], str] = {
    selects_nothing: "say `select 1 from`",
    casts_to_a_domain: 'say `::text collate "C"`, or nothing',
    locks_in_all_accounts: "give the account, or mark it by of_one_account and lock by fetch_locked",
    builds_json_in_an_update: "make a text, and cast it to jsonb",
    draws_on_a_shard: "draw the number in a statement of its own, see look_up.py",
    sets_what_no_node_hears: "say `set local`",
    finds_by_place: "a place is a shard's: find by key, or mark the account",
    finds_by_two_columns: "join what is found: by using in a delete, by from in an update",
    gives_a_case_of_one_value_to_a_shard: "give variables",
    asks_accounts_for_each_of_what_is_everywhere: "join what is counted, grouped",
    reads_what_another_part_changes: "read it first, in a statement of its own, or say what is returned",
    groups_within_each_row: "join the elements, and group rows and elements together",
    asks_within_a_list: "group by the elements, see some_element in where_compare.py",
}

ALLOWED: dict[tuple[str, str], str] = {
    ("sql/schema.sql: number_events", "locks_in_all_accounts"): "the row that it locks is one of a local table",
    ("sql/schema.sql: number_events", "reads_what_another_part_changes"): "what it changes is made of what it reads",
    ("actions/delivery/note_outcome.py", "locks_in_all_accounts"): "it is said of one account by of_the_account",
    ("actions/delivery/show.py", "locks_in_all_accounts"): "what is put into it has the mark",
    ("actions/printing/print_invoice.py", "locks_in_all_accounts"): "it is said of one account by change_found",
}
"""The beginning of a place, and the rule → why it may be."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_statement_is_one_that_a_cluster_refuses(rule: Callable[[str], bool]) -> None:
    found = [one for one in statements() if rule(one.text) and not _is_allowed(one, rule)]
    assert [(one.where, one.text[:300]) for one in found] == [], RULES[rule]


def _is_allowed(found: Found, rule: Callable[[str], bool]) -> bool:
    return any(found.where.startswith(place) and name == rule.__name__ for place, name in ALLOWED)


def test_statements_are_found() -> None:
    assert len(statements()) > 500
    assert len(TENANTS) > 25
    assert any(one.where.startswith("actions/cases/locked_case.py") and _LOCKS.search(one.text) for one in statements())


@pytest.mark.parametrize(
    ("rule", "statement"),
    [
        (selects_nothing, "select id from cases k where exists (select from letters l where l.case_id = k.id)"),
        (casts_to_a_domain, "select 'SEK'::words as currency from cases"),
        (locks_in_all_accounts, "select id from cases where id = $1 for update"),
        (locks_in_all_accounts, "{ROWS} where k.id = $1 for update of k skip locked"),
        (builds_json_in_an_update, "update letters l set details = l.details || jsonb_build_object('a', 1) where l.id = $1"),
        (draws_on_a_shard, "select a.number, nextval('payment_serials') from accounts a where a.id = $1"),
        (sets_what_no_node_hears, "select set_config('fordran.erasing', 'on', true)"),
        (finds_by_place, "delete from audit_log where ctid = any(array(select ctid from audit_log limit 10))"),
        (finds_by_two_columns, "delete from letters where (account_id, id) in ( select account_id, id from letters limit 9)"),
        (gives_a_case_of_one_value_to_a_shard, "insert into t values (case tg_op when 'INSERT' then 1 end)"),
        (
            asks_accounts_for_each_of_what_is_everywhere,
            "select t.id, (select count(*) from accounts a where a.agreement_template = t.id) from agreement_templates t",
        ),
        (asks_within_a_list, "exists (select 1 from jsonb_array_elements(m) e where exists (select 1 from unnest(e) f))"),
        (
            groups_within_each_row,
            "select 1 from invoices i cross join lateral (select 1 from jsonb_array_elements(i.matrix) line group by 1) rate",
        ),
        (
            reads_what_another_part_changes,
            "with gone as (delete from events where case_id = $1 returning id) select own_account from fordran_api.events",
        ),
        (reads_what_another_part_changes, 'with gone as (delete from "{table.name}" returning id) select 1 from {noun.view} v'),
    ],
)  # fmt: skip
def test_each_rule_finds_what_it_should(rule: Callable[[str], bool], statement: str) -> None:
    assert rule(statement)


@pytest.mark.parametrize(
    ("rule", "statement"),
    [
        (locks_in_all_accounts, "select id from cases where account_id = $1 and id = $2 for update"),
        (locks_in_all_accounts, "select id from bank_orders where status <> 'written' for update"),
        (draws_on_a_shard, "select nextval('payment_serials') from generate_series(1, $1)"),
        (selects_nothing, "select exists (select 1 from letters)"),
        (reads_what_another_part_changes, "with gone as (delete from events returning id) select count(*) from gone"),
        (
            asks_within_a_list,
            "exists (select 1 from jsonb_array_elements(m) e where e = 1) and exists (select 1 from cases)",
        ),
    ],
)
def test_no_rule_finds_what_a_cluster_takes(rule: Callable[[str], bool], statement: str) -> None:
    assert not rule(statement)


def test_triggers_by_statement_are_made_by_the_generators_alone() -> None:
    """Shards know no transition tables: `keep_audit` and `keep_count` make triggers by rows on a cluster."""
    assert re.findall(r"create trigger (\w+) [^;]*referencing", schema()) == []


@pytest.mark.parametrize("name", ["views", *[*migrations()][1:]])
def test_nothing_is_set_amid_the_statements_of_a_migration(name: str) -> None:
    """The coordinator sends all of a text that has a `set local` to the nodes that the transaction has reached before it.
    The first migration makes the schema, before any node has it."""
    text = re.sub(r"--.*", "", (migrations() | {"views": views()})[name])
    assert not re.search(r";\s*set ", text)


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=RESOURCES)
def test_a_page_that_is_sorted_has_its_limit_where_its_order_is(resource: object) -> None:
    """Without one, what several shards answer comes in no order."""
    for query in (Query(page=2), Query(sort=(("_id", False),))):
        page = list_statement(resource, SYSTEM, query).page  # type: ignore[arg-type]
        assert re.search(r"order by [^()]* limit 25\) page$", page), page


@pytest.mark.parametrize(
    "where",
    [
        {"matrix.extra_rows": {"$ne": "a"}},
        {
            "matrix": {
                "$elemMatch": {"extra_rows": {"$in": ["a", "b"]}, "custom_column_data": {"$elemMatch": {"$gt": "a"}}}
            }
        },
    ],
)
def test_a_filter_on_a_list_within_a_list_asks_nothing_within_what_it_asks_of_a_list(where: dict[str, object]) -> None:
    """Citus takes no `exists` where another has nothing but a function to select from."""
    assert not asks_within_a_list(list_statement(RESOURCES["invoices"], SYSTEM, Query(where=where)).page)


def test_every_replicated_or_cut_table_can_be_copied_while_it_is_written_to() -> None:
    """Citus moves shards, and fills nodes that are added, by logical replication: rows have to be told apart."""
    unknown = [
        table
        for table, columns in re.findall(r"create table (\w+) \((.*?)\n\);", schema(), re.DOTALL)
        if words_of_tables()[table] != "local"
        and "primary key" not in columns
        and f"alter table {table} replica identity full;" not in schema()
    ]
    assert unknown == []
