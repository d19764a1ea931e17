"""In a live installation a row of law holds once another person has approved it, and changes nothing that is final."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

import pytest
from asyncpg import RestrictViolationError

from fordran import clock
from fordran.actions.cases.law_in_force import law_in_force
from fordran.actions.law.law_rows import (
    GivenLawRow,
    approve_law_row,
    law_rows_there,
    propose_law_row,
    reject_law_row,
)
from fordran.actions.people.add_person import add_person
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.api.app import Api
from fordran.shape.fields import Refused
from fordran.store.callers import load_caller
from fordran.store.reading.scope import Caller
from tests.actions.flow.days import Days
from tests.actions.office import Office

TODAY = date(2026, 11, 18)
RATE = GivenLawRow("reference_rate", date(2027, 1, 1), percent=Decimal("3.00"), source="SFS 2026:1500")


@dataclass
class Board:
    """Two administrators and a handler of a live installation."""

    app: Api
    eva: Caller
    bo: Caller
    handler: Caller

    async def propose(self, given: GivenLawRow, by: Caller | None = None) -> str:
        async with self.app.database.transaction() as tx:
            return (await propose_law_row(tx, given, by, clock.now()))["id"]

    async def approve(self, id_: str, by: Caller) -> bool:
        async with self.app.database.transaction() as tx:
            return await approve_law_row(tx, id_, by, clock.now()) is not None

    async def reject(self, id_: str, by: Caller) -> bool:
        async with self.app.database.transaction() as tx:
            return await reject_law_row(tx, id_, by, clock.now()) is not None

    async def status(self, id_: str) -> str:
        async with self.app.database.connection() as connection:
            (row,) = await law_rows_there(connection, id_)
        return row["status"]

    async def rates(self) -> list[Decimal]:
        async with self.app.database.connection() as connection:
            return [row.rate_percent for row in (await law_in_force(connection)).rates]


@pytest.fixture
async def board(app: Api, days: Days) -> AsyncIterator[Board]:
    days.at(TODAY)
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
        ids = [
            await add_person(tx, name, f"{name}.{clock.monotonic()}@example.com", role, clock.now())
            for name, role in (("eva", "admin"), ("bo", "admin"), ("siv", "handler"))
        ]
        people = [await load_caller(tx, id_) for id_ in ids]
    eva, bo, siv = (person for person in people if person is not None)
    yield Board(app, eva, bo, siv)
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true, law_rows = '[]'")
        await tx.execute("alter table law_rows disable trigger law_rows_stay_as_decided")
        await tx.execute("delete from law_rows")
        await tx.execute("alter table law_rows enable trigger law_rows_stay_as_decided")


async def test_another_person_approves_what_was_proposed(board: Board, office: Office) -> None:
    row = await board.propose(RATE, board.eva)
    assert await board.status(row) == "proposed"
    assert await board.rates() == []
    with pytest.raises(Conflict, match="Somebody else"):
        await board.approve(row, board.eva)
    assert await board.approve(row, board.bo)
    assert await board.status(row) == "approved"
    assert await board.rates() == [Decimal("3.00")]
    with pytest.raises(Conflict, match="already"):
        await board.approve(row, board.bo)
    with pytest.raises(Conflict, match="already"):
        await board.reject(row, board.bo)
    assert await office.differences() == []


async def test_what_the_command_line_proposed_is_approved_by_any_administrator(board: Board) -> None:
    row = await board.propose(RATE)
    assert await board.approve(row, board.eva)


async def test_a_rejected_row_never_holds(board: Board) -> None:
    row = await board.propose(RATE, board.eva)
    assert await board.reject(row, board.eva), "its proposer may take it back"
    assert await board.status(row) == "rejected"
    assert await board.rates() == []


async def test_only_administrators_decide(board: Board) -> None:
    with pytest.raises(NotAllowed):
        await board.propose(RATE, board.handler)
    row = await board.propose(RATE, board.eva)
    with pytest.raises(NotAllowed):
        await board.approve(row, board.handler)
    with pytest.raises(NotAllowed):
        await board.reject(row, board.handler)
    async with board.app.database.transaction() as tx:
        await tx.execute('update users set "system_user" = true where id = $1', board.bo.user)
    with pytest.raises(NotAllowed):
        await board.approve(row, board.bo)


async def test_a_row_that_is_not_there_is_not_decided(board: Board) -> None:
    assert not await board.approve("0" * 24, board.bo)
    assert not await board.reject("0" * 24, board.bo)


@pytest.mark.parametrize(
    ("given", "remark"),
    [
        (GivenLawRow("reminder", TODAY, 70_00, source="SFS 1"), "an amount of today was charged already"),
        (GivenLawRow("reference_rate", date(2026, 7, 1), percent=Decimal(3), source="SFS 1"), "it has a rate"),
    ],
)
async def test_what_is_final_is_not_changed(board: Board, given: GivenLawRow, remark: str) -> None:
    with pytest.raises(Conflict):
        await board.propose(given, board.eva)


async def test_a_row_is_approved_before_its_first_day(board: Board, days: Days) -> None:
    row = await board.propose(
        GivenLawRow("reminder", TODAY + timedelta(days=1), 70_00, source="SFS 2026:1600"), board.eva
    )
    days.at(TODAY + timedelta(days=1))
    with pytest.raises(Conflict, match="after today"):
        await board.approve(row, board.bo)


async def test_a_rate_of_days_that_are_past_is_approved_while_it_is_provisional(board: Board, days: Days) -> None:
    days.at(date(2027, 1, 20))
    row = await board.propose(RATE, board.eva)
    assert await board.approve(row, board.bo)
    with pytest.raises(Conflict, match="already"):
        await board.propose(RATE, board.eva)


async def test_a_row_names_its_source(board: Board) -> None:
    with pytest.raises(Refused):
        await board.propose(GivenLawRow("reminder", date(2027, 1, 1), 70_00), board.eva)


async def test_a_decided_row_does_not_change(board: Board) -> None:
    row = await board.propose(RATE, board.eva)
    assert await board.approve(row, board.bo)
    for statement in ("update law_rows set percent = 1 where id = $1", "delete from law_rows where id = $1"):
        with pytest.raises(RestrictViolationError):
            async with board.app.database.transaction() as tx:
                await tx.execute(statement, row)


async def test_a_row_that_nobody_approved_is_named(board: Board, office: Office) -> None:
    row = await board.propose(RATE, board.eva)
    assert await board.approve(row, board.bo)
    async with board.app.database.transaction() as tx:
        await tx.execute("update installation set law_rows = jsonb_set(law_rows, '{0,percent}', '\"9.00\"')")
    named = {(found.table, found.id, found.what) for found in await office.differences()}
    assert ("installation", row, "law_rows") in named


async def test_the_log_has_who_proposed_and_who_approved(board: Board) -> None:
    row = await board.propose(RATE, board.eva)
    await board.approve(row, board.bo)
    async with board.app.database.connection() as connection:
        found = await connection.fetch(
            "select kind from audit_log where resource = 'law--rows' and document_id = $1 order by id", row
        )
    assert [entry["kind"] for entry in found] == ["created", "changed"]
