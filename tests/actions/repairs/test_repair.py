"""Repairing: values that follow from other data are put right and recorded; values that may be evidence are left alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from fordran import clock
from fordran.actions.proof.differences import Discrepancy
from fordran.actions.repairs.repair import ACT, NotRepairable, repair
from fordran.actions.repairs.repairable import DERIVED, Repair, repairs_of
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import fold_tallies
from tests.actions import fixtures
from tests.actions.office import Office
from tests.citus.nodes import catalogue_of_one_server

app, office, quiet, settings = fixtures.app, fixtures.office, fixtures.quiet, fixtures.settings

pytestmark = catalogue_of_one_server

PLANTED = {
    "payment_status": "'warning'",
    "cancellation_status": "'warning'",
    "closed": "null",
    "close_reason": "null",
    "invoice_type": "'credit_invoice'",
    "status_reason_locale": "'payment_more_than_owed'",
    "settled_amount": "settled_amount - 1",
    "bigint": '"{0}" + 1000',
    "timestamp with time zone": "coalesce(\"{0}\", '2026-01-01') + interval '1 day'",
    "jsonb": "'[]'",
    "text": "'planted'",
}
"""Column or type → an expression that is another value than the column has."""
OF_AN_END = ["close_reason", "closed"]
"""Columns that have values together, in a case that owes nothing."""


CHANGED_BY_HAND = {
    "bookings": ("facts", "booked_on"),
    "cases": ("ocr_number", "head_hash", "refund_amount"),
    "creditor_payments": ("amount", "settled_amount"),
    "invoices": ("agreement_version", "amount_rounding"),
}
"""Table → the columns that are changed beyond repair, and put back at the end of a test."""


@pytest.fixture
async def stranger(database_url: str) -> AsyncIterator[Any]:
    """A connection that is not the service's."""
    connection = await asyncpg.connect(database_url, server_settings={"search_path": "fordran"})
    yield connection
    await connection.close()


@pytest.fixture(scope="module")
async def documents(office: Office) -> dict[str, str]:
    """A row of each table that has derived columns: table → id."""
    registered = await office.post("invoice--registrations", office.invoice_body(1000, 99.9, invoice_headline="Papper"))
    case = registered["_case"]
    payment = await office.pay(case, 400)
    crediting = await office.credit(case, 100)
    taken_back = await office.register_debt(500)
    cancellation = await office.cancel(taken_back)
    return {
        "cases": case,
        "ended case": taken_back,
        "invoices": registered["_invoice"],
        "creditor_payments": payment["_id"],
        "creditor_creditings": crediting["_id"],
        "creditor_cancellations": cancellation["_id"],
    }


async def _repaired(office: Office, one: Repair) -> list[dict[str, Any]]:
    """Repair it, and return the entries of the audit log about that."""
    async with office.app.database.transaction() as tx:
        await repair(tx, one, clock.now())
    return await _recorded(office, one)


async def _recorded(office: Office, one: Repair) -> list[dict[str, Any]]:
    async with office.app.database.connection() as connection:
        rows = await connection.fetch(
            "select changes::text from audit_log where act = $1 and coalesce(document_id, '') = $2 order by id",
            ACT,
            "" if one.table == "tallies" else one.id,
        )
    return [json.loads(row["changes"]) for row in rows]


async def _planted(stranger: Any, table: str, column: str) -> str:
    type_ = await stranger.fetchval(
        """select format_type(case when t.typbasetype <> 0 then t.typbasetype else t.oid end, null)
           from pg_attribute a join pg_type t on t.oid = a.atttypid
           where a.attrelid = $1::text::regclass and a.attname = $2""",
        table,
        column,
    )
    return PLANTED.get(column, PLANTED[type_]).format(column)


@pytest.mark.parametrize("name", ["rows of letters", "cases"])
async def test_a_count_is_corrected_and_the_correction_recorded(office: Office, stranger: Any, name: str) -> None:
    await office.register_debt(1000)
    before = len(await _recorded(office, Repair("tallies", "")))
    await stranger.execute(
        """insert into tallies values ($1, 'all', 42) on conflict (resource, scope)
           do update set documents = tallies.documents + 42""",
        name,
    )
    wrong = Repair("tallies", f"{name}/all")
    assert wrong in repairs_of(await office.differences(), [])
    # Documents that are written meanwhile do not change the difference.
    await office.register_debt(2000)
    entries = await _repaired(office, wrong)
    assert await office.differences() == []
    assert len(entries) == before + 1
    ((at, (was, is_now)),) = entries[-1].items()
    assert (at, was - is_now) == (f"{name}/all", 42)
    with pytest.raises(NotRepairable):
        await _repaired(office, wrong)


async def test_two_repairs_of_one_count_at_once_correct_it_once(office: Office, stranger: Any) -> None:
    async with office.app.database.transaction() as tx:
        await fold_tallies(tx)
    await stranger.execute(
        """insert into tallies values ('rows of letters', 'all', 42) on conflict (resource, scope)
           do update set documents = 42"""
    )
    wrong = Repair("tallies", "rows of letters/all")
    done = await asyncio.gather(*(_repaired(office, wrong) for _ in range(2)), return_exceptions=True)
    assert sum(isinstance(one, list) for one in done) == 1
    assert await office.differences() == []


@pytest.mark.parametrize(("table", "name"), [*((table, table) for table in DERIVED), ("cases", "ended case")])
async def test_derived_columns_that_another_hand_changed_come_back(
    office: Office, stranger: Any, documents: dict[str, str], table: str, name: str
) -> None:
    id_ = documents[name]
    before = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
    columns = OF_AN_END if name == "ended case" else sorted(DERIVED[table] - set(OF_AN_END))
    planted = {column: await _planted(stranger, table, column) for column in columns}
    each = [] if name == "ended case" else [[column] for column in columns]
    for chosen in (*each, columns):
        wrong = ", ".join(f'"{column}" = {planted[column]}' for column in chosen)
        await _write_by_hand(stranger, f"update {table} set {wrong} where id = '{id_}'")
        changed = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
        assert all(changed[column] != before[column] for column in chosen)
        if len(chosen) > 1:
            assert Repair(table, id_) in repairs_of(await office.differences(), [])
        entries = await _repaired(office, Repair(table, id_))
        assert await stranger.fetchrow(f"select * from {table} where id = $1", id_) == before, chosen
        assert sorted(entries[-1]) == chosen, "the audit log has the values before and after"
        assert all(was != is_now for was, is_now in entries[-1].values())
    assert await office.differences() == []


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("cases", "total_remaining_capital_amount = 24038"),
        ("cases", "transactions = '[]'"),
        ("creditor_payments", "settled_amount = 1, payment_status = 'warning'"),
        ("creditor_creditings", "settled_amount = 1"),
        ("creditor_cancellations", "cancellation_status = 'warning'"),
    ],
)
async def test_figures_that_the_service_wrote_wrong_are_written_again(
    office: Office, stranger: Any, documents: dict[str, str], table: str, change: str
) -> None:
    id_ = documents[table]
    before = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
    await _write_as_service(stranger, f"update {table} set {change} where id = '{id_}'")
    assert repairs_of(await office.differences(), []) == [Repair(table, id_)]
    await _repaired(office, Repair(table, id_))
    assert await office.differences() == []
    after = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
    assert after["revision"] == before["revision"] + 1, "a client that has the document reads it again"
    rewritten = ("revision", "updated", "content_hash")
    assert {**after, **dict.fromkeys(rewritten)} == {**before, **dict.fromkeys(rewritten)}


@pytest.mark.parametrize(
    ("table", "name", "change", "remark"),
    [
        ("cases", "cases", "refund_amount = 7", "a refund has rows and events beside the row of its case"),
        ("cases", "ended case", "close_reason = null, closed = null", "so has the end of a case"),
        ("invoices", "invoices", "total_vat_25_percent = 7", "an invoice has been sent"),
    ],
)
async def test_more_than_figures_that_the_service_wrote_wrong_is_left_alone(
    office: Office, stranger: Any, documents: dict[str, str], table: str, name: str, change: str, remark: str
) -> None:
    id_ = documents[name]
    before = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
    await _write_as_service(stranger, f"update {table} set {change} where id = '{id_}'")
    planted = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
    with pytest.raises(NotRepairable):
        await _repaired(office, Repair(table, id_))
    assert await stranger.fetchrow(f"select * from {table} where id = $1", id_) == planted, remark
    async with stranger.transaction():
        for column in ("content_hash", *DERIVED[table] - set(OF_AN_END)):
            await stranger.execute(f'update {table} set "{column}" = $2 where id = $1', id_, before[column])
        if table == "cases":
            ended = (before["closed"], before["close_reason"])
            await stranger.execute("update cases set closed = $2, close_reason = $3 where id = $1", id_, *ended)
    assert await office.differences() == []


async def _write_as_service(stranger: Any, statement: str) -> None:
    async with stranger.transaction():
        await stranger.execute("set local fordran.writer = 'on'")
        await stranger.execute(statement)


async def _write_by_hand(stranger: Any, *statements: str) -> None:
    """Write past every trigger."""
    async with stranger.transaction():
        for does in ("disable", "enable"):
            for table in ("bookings", *DERIVED):
                await stranger.execute(f"alter table {table} {does} trigger user")
            for statement in statements if does == "disable" else ():
                await stranger.execute(statement)


@pytest.mark.parametrize(
    ("table", "planted", "remark"),
    [
        ("cases", "update cases set ocr_number = '0' where id = $1", "another column differs too"),
        ("cases", "update cases set head_hash = '0' where id = $1", "the journal ends otherwise"),
        ("cases", """update bookings set facts = '[{"kind": "?"}]' where case_id = $1""", "the journal cannot be read"),
        ("cases", "update bookings set booked_on = booked_on + 1 where case_id = $1", "the journal itself was changed"),
        (
            "creditor_payments",
            "update creditor_payments set amount = amount + 7 where case_id = $1",
            "a fact differs too",
        ),
        (
            "creditor_payments",
            "update bookings set booked_on = booked_on + 1 where case_id = $1",
            "the journal was changed",
        ),
        ("invoices", "update invoices set agreement_version = '7' where case_id = $1", "another column differs too"),
    ],
)
async def test_a_row_in_which_more_differs_is_left_alone(
    office: Office, stranger: Any, table: str, planted: str, remark: str
) -> None:
    case = await office.register_invoice(1000)
    await office.pay(case, 400)
    derived = {"cases": "refund_amount", "creditor_payments": "settled_amount", "invoices": "amount_rounding"}
    key = "id" if table == "cases" else "case_id"
    id_ = await stranger.fetchval(f"select id from {table} where {key} = $1", case)
    wrong = f"update {table} set {derived[table]} = 3 where id = '{id_}'"
    for kept in CHANGED_BY_HAND:
        await stranger.execute(f"create temporary table kept_{kept} as select * from {kept}")
    await _write_by_hand(stranger, planted.replace("$1", f"'{case}'"), wrong)
    row = await stranger.fetchrow(f"select * from {table} where id = $1", id_)
    with pytest.raises(NotRepairable):
        await _repaired(office, Repair(table, id_))
    assert await stranger.fetchrow(f"select * from {table} where id = $1", id_) == row, remark
    assert await _recorded(office, Repair(table, id_)) == []
    for kept, columns in CHANGED_BY_HAND.items():
        values = ", ".join(f"{column} = kept.{column}" for column in columns)
        await _write_by_hand(stranger, f"update {kept} t set {values} from kept_{kept} kept where kept.id = t.id")
    assert await office.differences() == []


def test_facts_chains_and_money_are_never_repaired() -> None:
    kept = [
        Discrepancy("bookings", "1", "entries", [], [1]),
        Discrepancy("cases", "1", "head_hash", "a", "b"),
        Discrepancy("cases", "1", "capital_to_claim", 1, 2),
        Discrepancy("creditor_payments", "1", "amount", 1, 2),
        Discrepancy("seals", "2026-01-01", "hash", "a", "b"),
        Discrepancy("payouts", "1", "amount", 1, 2),
        Discrepancy("payout_specifications", "1", "amount", 1, 2),
        Discrepancy("refunds", "1", "amount taken from its payment", 1, 2),
        Discrepancy("bank_transactions", "1", "content's hash", "a", "b"),
        Discrepancy("media_files", "1", "sha256", "a", "b"),
    ]
    assert repairs_of(kept, []) == []


def test_a_count_of_a_table_in_which_more_differs_is_left_alone() -> None:
    counts = [
        Discrepancy("letters", "all", "number of rows", 42, 41),
        Discrepancy("tallies", "rows of letters/all", "documents", 41, 42),
    ]
    assert repairs_of(counts, []) == [Repair("tallies", "rows of letters/all")]
    missing = Discrepancy("letters", "4711", "row", "there, as case 12 says", "missing")
    assert repairs_of([*counts, missing], []) == []
    assert repairs_of(counts, [], is_complete=False) == [], "the differences that are not named may be in that table"


async def test_a_file_that_nothing_names_is_given_to_the_worker_to_remove(office: Office, stranger: Any) -> None:
    file = new_id()
    assert repairs_of([], [file]) == [Repair("media_files", file)]
    assert await _repaired(office, Repair("media_files", file)) == [{"file": [file, None]}]
    assert await stranger.fetchval("select kind from files_to_remove where id = $1", file) == "media"
