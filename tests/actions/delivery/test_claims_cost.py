"""A claim does not visit all that wait. The rows that it visits, with all that it does then, are counted by PostgreSQL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

import pytest

from fordran.actions.delivery import claim, show
from fordran.actions.delivery.claim import claim_batch, claim_messages
from fordran.actions.delivery.show import show_deliveries
from fordran.actions.letters.make_letters import make_letters
from fordran.actions.printing import print_invoice
from fordran.actions.printing.print_invoice import blank_sheets, print_due_invoices
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.store.connections.database import Connection
from tests.actions.flow.days import Days
from tests.actions.flow.people import register_debts
from tests.actions.office import Office
from tests.citus.nodes import plans_of_one_server

DAY = date(2026, 9, 2)
MANY = 2000

# Each row becomes many that differ in their ids. Envelopes of a customer are of different days, which a rule asks for.
_COPY = "lpad(to_hex(n), 8, '0') || right({id}, 16)"
_CASES = (
    f"""insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', {_COPY.format(id="c.id")},
            'id_number', c.id_number || '-' || n, 'id_number_compact', c.id_number_compact || '-' || n))).*
        from customers c cross join generate_series(1, $1::integer) n where c.id = $2""",
    f"""insert into customer_details select (jsonb_populate_record(c, jsonb_build_object(
            'id', {_COPY.format(id="c.id")}, 'customer_id', {_COPY.format(id="c.customer_id")}))).*
        from customer_details c cross join generate_series(1, $1::integer) n where c.customer_id = $2""",
    f"""insert into cases select (jsonb_populate_record(k, jsonb_build_object('id', {_COPY.format(id="k.id")},
            'customer_id', {_COPY.format(id="k.customer_id")}, 'invoice_number', k.invoice_number || '-' || n,
            'ocr_number', k.ocr_number || '-' || n))).*
        from cases k cross join generate_series(1, $1::integer) n where k.customer_id = $2""",
)
_OF_THE_CASE = f"""'id', {_COPY.format(id="r.id")}, 'customer_id', {_COPY.format(id="r.customer_id")},
    'case_id', {_COPY.format(id="r.case_id")}"""
_LETTERS = (
    f"""insert into envelopes select (jsonb_populate_record(r, jsonb_build_object(
            'id', {_COPY.format(id="r.id")}, 'customer_id', {_COPY.format(id="r.customer_id")}))).*
        from envelopes r cross join generate_series(1, $1::integer) n where r.customer_id = $2""",
    f"""insert into letters select (jsonb_populate_record(r, jsonb_build_object({_OF_THE_CASE},
            'envelope_id', {_COPY.format(id="r.envelope_id")}))).*
        from letters r cross join generate_series(1, $1::integer) n where r.customer_id = $2""",
    f"""insert into deliveries select (jsonb_populate_record(r, jsonb_build_object({_OF_THE_CASE},
            'envelope_id', {_COPY.format(id="r.envelope_id")}))).*
        from deliveries r cross join generate_series(1, $1::integer) n where r.customer_id = $2 and r.envelope_id is not null""",
)
_INVOICES = (
    f"""insert into invoices select (jsonb_populate_record(r, jsonb_build_object({_OF_THE_CASE},
            'invoice_number', r.invoice_number || '-' || n, 'print_id', null))).*
        from invoices r cross join generate_series(1, $1::integer) n where r.customer_id = $2""",
)
_VISITED = """
select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::bigint from pg_stat_xact_user_tables
where schemaname = 'fordran'
"""


class _Undone(Exception):
    """Undoes a transaction."""


@dataclass(frozen=True)
class Claim:
    """A claim, and the rows that wait for it."""

    act: Callable[[Connection, datetime, Settings], Awaitable[object]]
    status: Literal["queued", "made", ""]
    """The status of the letters that wait; none for invoices."""
    channel: str = "print"


async def visits(days: Days, settings: Settings, asked: Claim, case: str, count: int) -> int:
    """How many rows a claim visits among so many that wait. It is undone."""
    found = 0
    try:
        async with days.transaction() as tx:
            await tx.execute("update deliveries set channel = $1 where status = 'queued'", asked.channel)
            customer = await tx.fetchval("select customer_id from cases where id = $1", case)
            for statement in (*_CASES, *(_LETTERS if asked.status else _INVOICES)):
                await tx.execute(statement, count, customer)
            # Tables of a few thousand rows are read whole for what is looked up by key; large ones are not.
            await tx.execute("set local enable_seqscan = off")
            await tx.execute("analyze customers, cases, envelopes, letters, deliveries, invoices")
            before = await tx.fetchval(_VISITED)
            assert await asked.act(tx, days.at(DAY), settings)
            found = await tx.fetchval(_VISITED) - before
            raise _Undone
    except _Undone:
        return found


def no_file(_id: str, _content: bytes) -> None:
    """Keep nothing."""


CLAIMS = {
    "make letters": Claim(lambda tx, now, settings: make_letters(tx, no_file, settings.operator, now), "queued"),
    "show letters": Claim(lambda tx, now, _: show_deliveries(tx, "letters", Operator(), now), "made"),
    "claim a batch": Claim(lambda tx, now, _: claim_batch(tx, "print", now, at_once=True), "made"),
    "claim messages": Claim(lambda tx, now, _: claim_messages(tx, "email", "a.example", 10, now), "made", "email"),
    "print invoices": Claim(
        lambda tx, now, settings: print_due_invoices(tx, no_file, settings.operator, now, blank_sheets), ""
    ),
}


@plans_of_one_server
@pytest.mark.parametrize("name", CLAIMS)
async def test_a_claim_visits_fewer_rows_than_wait(
    name: str, office: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_invoice, "MOST", 10)
    monkeypatch.setattr(claim, "MOST_IN_A_BATCH", 10)
    monkeypatch.setattr(show, "MOST_LETTERS", 5)
    days.at(date(2026, 8, 1))
    (case,) = await register_debts(office, people=1, each=1, invoiced="2026-06-16")
    if not CLAIMS[name].status:
        case = await office.register_invoice(100)
    made = ("make letters",) if CLAIMS[name].status == "made" else ()
    await days.work(DAY, only=("advance cases", *made))
    assert await visits(days, settings, CLAIMS[name], case, MANY) < MANY
    await days.work(DAY)
