"""What a violated constraint comes to: the table names constraints that are there, and those alone that a request can violate."""

from __future__ import annotations

import asyncpg
import pytest

from fordran import clock
from fordran.actions.accounts.add_partner import add_partner
from fordran.actions.refusals import ConcurrentDuplicate, Conflict
from fordran.actions.violations import REFUSALS, not_unique, refusal_of, refusing, violated_constraint
from fordran.api.http.errors import answer_to
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.savepoints import savepoint
from fordran.store.rows.ids import new_id
from fordran.texts.catalogue import texts

DELETED_BY_CLIENTS = ("creditors", "users", "user_keys", "access_groups", "webhooks")
"""Tables whose rows a request can delete while another refers to them."""


async def names(database: Database, statement: str, *values: object) -> set[str]:
    async with database.connection() as connection:
        return {row[0] for row in await connection.fetch(statement, *values)}


async def test_every_constraint_of_the_table_is_there(database: Database) -> None:
    there = await names(
        database,
        """select conname::text from pg_constraint where connamespace = 'fordran'::regnamespace
           union select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
           where i.indisunique and c.relnamespace = 'fordran'::regnamespace""",
    )
    assert REFUSALS.keys() - there == set()


async def test_every_reference_to_what_can_be_deleted_is_in_the_table_and_no_other(database: Database) -> None:
    foreign = "select conname::text from pg_constraint where connamespace = 'fordran'::regnamespace and contype = 'f'"
    to_deleted = await names(database, f"{foreign} and confrelid = any($1::text[]::regclass[])", DELETED_BY_CLIENTS)
    assert len(to_deleted) > 10
    assert REFUSALS.keys() & await names(database, foreign) == to_deleted


async def violated(tx: Connection, statement: str, *values: object) -> asyncpg.IntegrityConstraintViolationError:
    """The violation that a statement comes to."""
    with pytest.raises(asyncpg.IntegrityConstraintViolationError) as found:
        async with savepoint(tx):
            await tx.execute(statement, *values)
    return found.value


async def test_a_reference_to_what_was_deleted_is_a_conflict(database: Database) -> None:
    async with database.transaction() as tx:
        clash = await violated(
            tx, "insert into user_keys (id, user_id, created, public_key) values ($1, $1, now(), '')", new_id()
        )
    assert violated_constraint(clash) == "user_keys_user_is_there"
    refusal = refusal_of(clash)
    assert isinstance(refusal, Conflict)
    assert str(refusal) == "What the request refers to was deleted just now; nothing was done."
    answer = answer_to(clash, "POST")
    assert answer is not None
    assert answer.status == 409


@pytest.mark.parametrize(
    ("statement", "remark"),
    [
        ("insert into applications (id, created, updated, name) "
         "values ($1, now(), now(), 'a'), (reverse($1), now(), now(), 'a')", "unique"),
        ("insert into payout_preparations (account_id, prepared_on) values ($1, now())", "a reference"),
        ("insert into files_to_remove (id, kind, created) values ($1, 'other', now())", "a check"),
        ("insert into applications (id, created, updated) values ($1, now(), now())", "not null"),
        ("delete from seals", "append-only, where there is something"),
    ],
)  # fmt: skip
async def test_whatever_else_is_violated_is_a_fault_of_ours(database: Database, statement: str, remark: str) -> None:
    async with database.transaction() as tx:
        await tx.execute("insert into seals values (now(), now(), 0, '', '') on conflict do nothing")
        clash = await violated(tx, statement, *([new_id()] if "$1" in statement else []))
    assert refusal_of(clash) is None, remark
    assert answer_to(clash, "POST") is None, "the edge answers 500"
    with pytest.raises(type(clash)), refusing():
        raise clash


async def test_a_second_partner_by_one_integration_id_is_refused(database: Database) -> None:
    said = {"integration_id": "twice", "organization_no": "5560160680", "now": clock.now()}
    async with database.transaction() as tx:
        await add_partner(tx, name="One", **said)
    with pytest.raises(Conflict, match="There is a partner with the integration id 'twice' already"):
        async with database.transaction() as tx:
            await add_partner(tx, name="Other", **said)


def clash_of(name: str) -> asyncpg.UniqueViolationError:
    clash = asyncpg.UniqueViolationError("duplicate key value")
    clash.constraint_name = name
    return clash


@pytest.mark.parametrize(
    ("said", "named", "remark"),
    [
        ('unique constraint "customers_id_number_unique_102391"', "customers_id_number_unique", "a shard's"),
        ('unique constraint "customers_id_number_unique"', "customers_id_number_unique", "a table's"),
        ("null value in column", None, "none that has a name"),
    ],
)
def test_where_only_the_message_names_the_constraint_it_is_read_there(
    said: str, named: str | None, remark: str
) -> None:
    clash = asyncpg.UniqueViolationError(f"duplicate key value violates {said}")
    assert clash.constraint_name is None
    assert violated_constraint(clash) == named, remark


def test_a_number_that_is_taken_is_told_where_it_was_sent() -> None:
    sent = {"invoice_number": [(("debts", 0, "invoice_number"), "1"), (("debts", 1, "invoice_number"), "2")]}
    for name in ("cases_invoice_number_is_taken_once", "invoices_invoice_number_is_taken_once"):
        with pytest.raises(Refused) as refused, refusing(sent):
            raise clash_of(name)
        assert refused.value.issues == not_unique(sent["invoice_number"]).issues
        assert texts("en").issues(refused.value.issues) == {
            "debts": {
                "0": {"invoice_number": "value '1' is not unique"},
                "1": {"invoice_number": "value '2' is not unique"},
            }
        }
        answer = answer_to(clash_of(name), "POST")
        assert answer is not None
        assert answer.status == 422


def test_a_customer_that_somebody_else_made_is_found_when_it_is_done_again() -> None:
    assert isinstance(refusal_of(clash_of("customers_id_number_unique")), ConcurrentDuplicate)
