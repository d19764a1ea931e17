"""The stream of events: whoever follows its cursor sees each event once, those of a case in order, and keeps nobody waiting."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from typing import Any

import pytest

from fordran import clock
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.webhooks.sequence_events import events_after, last_position, seen_position, sequence_events
from fordran.store.connections.database import Connection
from tests.actions.office import Office

WRITERS, WRITES = 12, 12


class Undone(Exception):
    """Undoes a transaction."""


async def follow(office: Office, after: int, until: asyncio.Event, **params: str) -> list[dict[str, Any]]:
    """What a reader sees who asks again and again for what is after the last, until told and nothing more comes."""
    seen: list[dict[str, Any]] = []
    while True:
        was_set = until.is_set()
        page = await office.get("events", after=str(after), max_results="7", **params)
        seen += page["_items"]
        assert page["_meta"]["last"] == (page["_items"][-1]["position"] if page["_items"] else after)
        after = page["_meta"]["last"]
        if was_set and not page["_items"]:
            return seen
        await asyncio.sleep(0 if page["_items"] else 0.01)


async def newest(office: Office) -> int:
    """The last position that there is."""
    async with office.app.database.transaction() as tx:
        while await sequence_events(tx):
            pass
        return await last_position(tx)


async def test_a_reader_sees_every_event_once_and_those_of_a_case_in_order(office: Office) -> None:
    cases = [await office.register_debt() for _ in range(3)]
    start = await newest(office)
    counts: dict[str, int] = defaultdict(int)
    noted: list[tuple[str, int]] = []
    chance = random.Random(7)

    async def write() -> None:
        for _ in range(WRITES):
            case, pause, is_undone = chance.choice(cases), chance.random() / 50, chance.random() < 0.2
            try:
                async with office.app.database.transaction() as tx:
                    await tx.execute(
                        "select 1 from cases where account_id = $1 and id = $2 for update", office.account, case
                    )
                    mine = counts[case] + 1
                    told = {"hold": str(mine)}
                    await note_events(
                        tx, [DomainEvent("case.held", office.account, office.creditor, case, told)], clock.now()
                    )
                    await asyncio.sleep(pause)
                    if is_undone:
                        raise Undone
                    counts[case] = mine
                noted.append((case, mine))
            except Undone:
                continue

    done = asyncio.Event()
    readers = [asyncio.create_task(follow(office, start, done)) for _ in range(3)]
    async with asyncio.timeout(60):
        await asyncio.gather(*(write() for _ in range(WRITERS)))
        done.set()
        followed = await asyncio.gather(*readers)
    for seen in followed:
        told = [(event["case"], int(event["data"]["hold"])) for event in seen]
        assert len(told) == len(noted)
        assert set(told) == set(noted)
        for case in cases:
            assert [number for of, number in told if of == case] == list(range(1, counts[case] + 1))
        assert [event["position"] for event in seen] == list(range(start + 1, start + 1 + len(noted)))
        assert seen == followed[0]


async def test_a_writer_that_does_not_end_holds_up_neither_readers_nor_writers(office: Office) -> None:
    slow, quick = await office.register_debt(), await office.register_debt()
    start = await newest(office)

    async def note(tx: Connection, case: str) -> None:
        await note_events(tx, [DomainEvent("case.started", office.account, office.creditor, case)], clock.now())

    async with asyncio.timeout(20):
        async with office.app.database.transaction() as tx:
            await note(tx, slow)
            for _ in range(3):
                async with office.app.database.transaction() as other:
                    await note(other, quick)
            page = await office.get("events", after=str(start))
            assert [event["case"] for event in page["_items"]] == [quick] * 3
            assert page["_meta"]["last"] == start + 3
        late = await office.get("events", after=str(page["_meta"]["last"]))
    # It was written first and comes last: after what a reader has seen, and not before it.
    assert [(event["case"], event["position"]) for event in late["_items"]] == [(slow, start + 4)]


async def test_whoever_numbers_holds_up_no_writer(office: Office) -> None:
    case = await office.register_debt()
    start = await newest(office)
    async with asyncio.timeout(20):
        async with office.app.database.transaction() as tx:
            await note_events(tx, [DomainEvent("case.started", office.account, office.creditor, case)], clock.now())
        async with office.app.database.transaction() as numbering:
            assert await sequence_events(numbering) == 1
            async with office.app.database.transaction() as tx:
                await note_events(tx, [DomainEvent("case.started", office.account, office.creditor, case)], clock.now())
        assert await newest(office) == start + 2


async def test_many_events_are_numbered_some_at_a_time_in_the_order_of_their_serials(office: Office) -> None:
    case = await office.register_debt()
    start = await newest(office)
    async with office.app.database.transaction() as tx:
        told = [DomainEvent("case.held", office.account, office.creditor, case, {"hold": str(n)}) for n in range(25)]
        await note_events(tx, told, clock.now())
    async with office.app.database.transaction() as tx:
        assert [await sequence_events(tx, 10) for _ in range(4)] == [10, 10, 5, 0]
        events = await events_after(tx, start)
    page = await office.get("events", after=str(start), max_results="100")
    assert [event["data"]["hold"] for event in page["_items"]] == [str(n) for n in range(25)]
    assert [event["position"] for event in events] == list(range(start + 1, start + 26))


async def test_positions_that_a_cluster_had_given_and_not_told_of_are_told_of_by_one_server(office: Office) -> None:
    """A backup of a cluster is restored into a database of one server."""
    await office.register_debt()
    last = await newest(office)
    database = office.app.database
    async with database.transaction() as tx:
        await tx.execute("update event_stream set last_position = $1 - 1, given_position = $1", last)
        assert (await seen_position(tx), await last_position(tx)) == (last - 1, last)
    async with database.transaction() as tx:
        assert await sequence_events(tx) == 0
        assert await seen_position(tx) == last
    await office.register_debt()
    assert await newest(office) == last + 1


async def test_totals_are_those_of_numbered_events_and_verify(office: Office) -> None:
    await office.register_invoice()
    page = await office.get("events")
    async with office.app.database.connection() as connection:
        count = await connection.fetchval("select count(*) from events where position is not null")
    assert page["_meta"]["total"] == count == await newest(office)
    assert await office.differences() == []


@pytest.mark.parametrize(
    ("params", "remark"),
    [
        ({"after": "-1"}, "not a position"),
        ({"after": "soon"}, "not a number"),
        ({"after": ""}, "nothing said"),
        ({"after": "1.5"}, "not whole"),
        ({"after": str(2**63)}, "past what a position can be"),
        ({"after": "²"}, "a digit, but not one of ours"),
        ({"after": "1", "sort": "type"}, "a cursor has its own order"),
    ],
)
async def test_a_cursor_that_is_none_is_refused(office: Office, params: dict[str, str], remark: str) -> None:
    answer = await office.client.get("/events", params=params)
    assert answer.status_code == 400, remark


async def test_a_cursor_goes_with_filters_and_projections(office: Office) -> None:
    case = await office.register_debt()
    other = await office.register_debt()
    page = await office.get("events", after="0", where=f'{{"case": "{case}"}}', projection='{"type": 1}')
    (event,) = page["_items"]
    assert event.keys() == {"_id", "_created", "_updated", "_etag", "type"}
    whole = await office.get(f"events/{event['_id']}")
    assert page["_meta"]["last"] == whole["position"]
    assert (whole["type"], whole["account"], whole["creditor"]) == ("case.registered", office.account, office.creditor)
    hidden = await office.get("events", after=str(whole["position"]), projection='{"position": 0, "data": 0}')
    assert [(one["case"], "position" in one, "data" in one) for one in hidden["_items"]] == [(other, False, False)]
    assert hidden["_meta"]["last"] == whole["position"] + 1
    last = hidden["_meta"]["last"]
    nothing = await office.get("events", after=str(last))
    assert (nothing["_items"], nothing["_meta"]["last"]) == ([], last)


async def test_a_cursor_that_lies_ahead_is_refused(office: Office) -> None:
    await office.register_debt()
    last = (await office.get("events", max_results="1", sort="-position"))["_meta"]["last"]
    for after in (last + 1, 2**63 - 1):
        refused = await office.client.get(f"/events?after={after}")
        assert (refused.status_code, f"no event has the position {after} yet" in refused.text) == (400, True)


async def test_without_a_cursor_events_come_in_the_order_of_the_stream(office: Office) -> None:
    page = await office.get("events", max_results="100")
    positions = [event["position"] for event in page["_items"]]
    assert positions == list(range(1, len(positions) + 1))
    back = await office.get("events", sort="-position", max_results="2")
    assert [event["position"] for event in back["_items"]] == [page["_meta"]["total"], page["_meta"]["total"] - 1]
