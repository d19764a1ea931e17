"""Many registrations of one request: the same as one by one, and left to the verb where something is unusual."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from fordran import clock
from fordran.actions.imports import register_many as module
from fordran.actions.imports.kinds import CASES, INVOICES, ImportKind
from fordran.actions.imports.register_many import register_many
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.store.connections.database import Database
from fordran.store.reading.scope import CREDITOR, SYSTEM, Caller
from tests.actions.imports.importing import (
    Place,
    assert_same,
    count,
    debt,
    differences,
    drawn_invoices,
    invoice,
    one_by_one,
    settled,
)
from tests.actions.waiting import until_it_waits


async def _register(
    database: Database, documents: Sequence[Any], kind: ImportKind = INVOICES, caller: Caller = SYSTEM
) -> list[Any] | None:
    given = [read(kind.shape, json_of(json.dumps(document))) for document in documents]
    async with database.transaction() as tx:
        return await register_many(tx, caller, kind, given, clock.now())


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_many_at_once_make_what_one_by_one_makes(
    fresh: Callable[[], Any], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(module, "AT_A_TIME", 7)
    apart, together = await fresh(), await fresh()
    await one_by_one(apart, INVOICES, drawn_invoices(await settled(apart), seed, 60))
    sent, usual = drawn_invoices(await settled(together), seed, 60), 0
    for first in range(0, 60, 3):
        some = sent[first : first + 3]
        if await _register(together, some) is None:
            await one_by_one(together, INVOICES, some)
        else:
            usual += 1
    assert usual > 5
    await assert_same(apart, together)
    assert await differences(together) == []


async def test_debts_are_registered_at_once_as_one_by_one(fresh: Callable[[], Any]) -> None:
    apart, together = await fresh(), await fresh()

    def debts(at: Place) -> list[dict[str, Any]]:
        several = {"debts": [debt(at, f"B{number}")["debts"][0] for number in range(3)]}
        return [debt(at, "A"), debt(at, "", **several), debt(at, "C", start_flow=False, labels=["x"])]

    await one_by_one(apart, CASES, debts(await settled(apart)))
    answers = await _register(together, debts(await settled(together)), CASES)
    assert answers is not None
    assert [len(answer["_cases"]) for answer in answers] == [1, 3, 1]
    await assert_same(apart, together)
    assert await differences(together) == []


async def test_each_is_answered_in_its_place(place: tuple[Database, Place], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_A_TIME", 2)
    database, at = place
    answers = await _register(database, [invoice(at, f"F{number}") for number in range(5)])
    assert answers is not None
    async with database.connection() as connection:
        for number, answer in enumerate(answers):
            row = await connection.fetchrow(
                "select invoice_number, registration_id, ocr_number from invoices where id = $1", answer["_invoice"]
            )
            assert tuple(row) == (f"F{number}", answer["_id"], answer["ocr_number_ocr"])
    assert await count(database, "customers") == 1


UNUSUAL: dict[str, Callable[[Place], list[dict[str, Any]]]] = {
    "a credit invoice": lambda at: [
        invoice(at, "F1"),
        invoice(at, "K1", invoice_type="credit_invoice", reference_number="F1"),
    ],
    "a number that is taken": lambda at: [invoice(at, "F1"), invoice(at, "taken")],
    "a number twice": lambda at: [invoice(at, "F1"), invoice(at, "F2"), invoice(at, "F1")],
    "a creditor that is not there": lambda at: [invoice(at, "F1"), invoice(at, "F2", creditor="0" * 24)],
    "a creditor that is no id": lambda at: [invoice(at, "F1"), invoice(at, "F2", creditor="x")],
    "an amount below nothing": lambda at: [
        invoice(at, "F1"),
        invoice(at, "F2", matrix=[{"article_description": "a", "total_price_excluding_vat": -5}]),
    ],
}


@pytest.mark.parametrize("documents", UNUSUAL.values(), ids=list(UNUSUAL))
async def test_where_one_is_unusual_nothing_is_done(
    place: tuple[Database, Place], documents: Callable[[Place], list[dict[str, Any]]]
) -> None:
    database, at = place
    await one_by_one(database, INVOICES, [invoice(at, "taken")])
    assert await _register(database, documents(at)) is None
    assert await count(database, "invoices") == 1
    assert await count(database, "customers") == 1
    assert await differences(database) == []


async def test_a_customer_known_as_a_business_stays_one(place: tuple[Database, Place]) -> None:
    database, at = place
    known = {"name": "Firma", "customer_number": "K1", "is_company": True}
    await one_by_one(database, INVOICES, [invoice(at, "F0", customer=known)])
    nameless = [invoice(at, f"F{number}", customer={"name": "Firma", "customer_number": "K1"}) for number in (1, 2)]
    assert await _register(database, nameless) is not None
    async with database.connection() as connection:
        rows = await connection.fetch("select invoice_number from cases where is_business order by invoice_number")
    assert [row["invoice_number"] for row in rows] == ["F0", "F1", "F2"]
    assert await differences(database) == []


async def test_a_customer_that_gets_its_number_at_the_same_moment_is_found(place: tuple[Database, Place]) -> None:
    database, at = place
    known, other = {"name": "Kim", "id_number": "811218-9876"}, at.creditors[1]
    await one_by_one(database, INVOICES, [invoice(at, "F0", customer=known)])
    numbered = invoice(at, "F1", creditor=other, customer=known | {"customer_number": "K1"})
    given = read(INVOICES.shape, json_of(json.dumps(numbered)))
    both = [
        invoice(at, "F2", customer=known),
        invoice(at, "F3", creditor=other, customer={"name": "Kim", "customer_number": "K1"}),
    ]
    async with database.connection() as watching, database.transaction() as tx:
        await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 1))", f"{at.account} {other} K1")
        waiting = asyncio.create_task(_register(database, both))
        await until_it_waits(watching, waiting)
        await INVOICES.register(tx, SYSTEM, given, clock.now())
    assert await waiting is not None
    assert (await count(database, "customers"), await count(database, "customer_details")) == (1, 2)
    assert await differences(database) == []


async def test_who_does_not_see_the_creditor_registers_nothing(place: tuple[Database, Place]) -> None:
    database, at = place
    mine, other = at.creditors
    caller = Caller("0" * 24, "System", CREDITOR, account=at.account, creditors=(mine,))
    assert await _register(database, [invoice(at, "F1"), invoice(at, "F2", creditor=other)], caller=caller) is None
    assert await count(database, "invoices") == 0
    assert await _register(database, [invoice(at, "F1"), invoice(at, "F2")], caller=caller) is not None


async def test_a_number_that_another_takes_at_the_same_moment_leaves_all_to_the_verb(
    place: tuple[Database, Place],
) -> None:
    database, at = place
    given = read(INVOICES.shape, json_of(json.dumps(invoice(at, "F2", customer={"name": "Another"}))))
    async with database.connection() as watching, database.transaction() as other:
        await INVOICES.register(other, SYSTEM, given, clock.now())
        waiting = asyncio.create_task(_register(database, [invoice(at, "F1"), invoice(at, "F2")]))
        await until_it_waits(watching, waiting)
    assert await waiting is None
    assert await count(database, "invoices") == 1
