"""What a registration writes, in records and bytes of PostgreSQL's log: counted, so that an index or a row more is noticed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import pytest

from fordran import clock
from fordran.actions.registrations.record_payment import record_payment
from fordran.actions.registrations.register import register
from fordran.actions.registrations.register_invoice import INVOICE
from fordran.resources.creditor_payments import PaymentInput
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import read
from fordran.store.connections.database import Database
from fordran.store.reading.scope import SYSTEM
from tests.actions.office import Office
from tests.citus.nodes import CLUSTER

pytestmark = pytest.mark.skipif(bool(CLUSTER), reason="several nodes have a log each")

TIMES = 8
TOGETHER = 12
LINES = [100 + line for line in range(10)]

_WRITTEN = "select wal_records, wal_bytes from pg_stat_get_backend_wal(pg_backend_pid())"


class Written(NamedTuple):
    records: float
    kilobytes: float


ALONE, OF_SEVERAL, PAYMENT = Written(84, 15.0), Written(63, 12.9), Written(61, 10.1)


def assert_within(found: Written, most: Written) -> None:
    """Whether it is as little as is written down here, and hardly less: then the figure here is out of date."""
    assert found.records <= most.records
    assert found.kilobytes <= most.kilobytes
    assert found.records > most.records * 0.95
    assert found.kilobytes > most.kilobytes * 0.9


@pytest.fixture
async def session(office: Office) -> AsyncIterator[Database]:
    """A database of one connection, whose log records are counted."""
    opened = Database(office.app.database.url, 1)
    yield opened
    await opened.close()


async def written(session: Database) -> Written:
    async with session.transaction() as tx:
        await tx.execute("select pg_stat_force_next_flush()")
    async with session.transaction() as tx:
        row = await tx.fetchrow(_WRITTEN)
    assert row is not None
    return Written(row["wal_records"], float(row["wal_bytes"]) / 1000)


async def each(session: Database, before: Written, count: int) -> Written:
    after = await written(session)
    return Written((after.records - before.records) / count, (after.kilobytes - before.kilobytes) / count)


async def register_all(session: Database, office: Office, count: int) -> Sequence[Any]:
    now = clock.now()
    given = [read(InvoiceRegistrationInput, office.invoice_body(*LINES)) for _ in range(count)]
    async with session.transaction() as tx:
        return await register(tx, SYSTEM, INVOICE, [INVOICE.sent(one, now, None) for one in given], now)


async def test_an_invoice_of_a_known_customer_is_written_in_few_records(office: Office, session: Database) -> None:
    await register_all(session, office, 1)
    before = await written(session)
    for _ in range(TIMES):
        await register_all(session, office, 1)
    assert_within(await each(session, before, TIMES), ALONE)


async def test_invoices_that_are_registered_together_share_records(office: Office, session: Database) -> None:
    await register_all(session, office, 1)
    before = await written(session)
    await register_all(session, office, TOGETHER)
    assert_within(await each(session, before, TOGETHER), OF_SEVERAL)


async def test_a_payment_is_written_in_few_records(office: Office, session: Database) -> None:
    cases = [answer["_case"] for answer in await register_all(session, office, TIMES)]
    payments = [read(PaymentInput, office.payment_body(case, 100)) for case in cases]
    before = await written(session)
    for payment in payments:
        async with session.transaction() as tx:
            await record_payment(tx, SYSTEM, payment, clock.now())
    assert_within(await each(session, before, TIMES), PAYMENT)
