"""A waiting line: places go to those who wait in the order they came, and none is lost with one who goes away."""

from __future__ import annotations

import asyncio

import pytest

from fordran.store.connections.waiting_line import QueueTimeout, WaitingLine


async def _taken(line: WaitingLine, names: list[str], name: str) -> None:
    await line.take()
    names.append(name)


async def _waiters(line: WaitingLine, count: int) -> tuple[list[str], list[asyncio.Task[None]]]:
    names: list[str] = []
    tasks = [asyncio.create_task(_taken(line, names, str(number))) for number in range(count)]
    await asyncio.sleep(0)
    return names, tasks


async def test_places_go_to_those_who_wait_in_their_order_and_stay_taken_meanwhile() -> None:
    line = WaitingLine(2, wait_seconds=5)
    await line.take()
    await line.take()
    names, tasks = await _waiters(line, 3)
    assert (line.taken, line.waiting) == (2, 3)
    for _ in range(2):
        line.leave()
    late = asyncio.create_task(_taken(line, names, "late"))
    await asyncio.sleep(0.01)
    assert names == ["0", "1"], "nobody passes by one who waits"
    assert (line.taken, line.waiting) == (2, 2)
    line.leave()
    line.leave()
    await asyncio.gather(*tasks, late)
    assert names == ["0", "1", "2", "late"]
    line.leave()
    line.leave()
    assert (line.taken, line.waiting) == (0, 0)


async def test_each_waits_for_as_long_as_it_may_and_no_longer() -> None:
    line = WaitingLine(1, wait_seconds=0.2)
    await line.take()
    loop = asyncio.get_running_loop()
    ends: list[float] = []

    async def wait() -> None:
        began = loop.time()
        with pytest.raises(QueueTimeout) as late:
            await line.take()
        ends.append(loop.time() - began)
        assert not late.value.is_refused

    first = asyncio.create_task(wait())
    await asyncio.sleep(0.1)
    await asyncio.gather(first, wait())
    assert all(0.19 < seconds < 2 for seconds in ends), ends
    assert (line.taken, line.waiting) == (1, 0)
    line.leave()
    await line.take()
    assert line.taken == 1


async def test_one_who_goes_away_as_its_turn_comes_leaves_it_to_the_next() -> None:
    line = WaitingLine(1, wait_seconds=5)
    await line.take()
    names, tasks = await _waiters(line, 3)
    line.leave()
    tasks[0].cancel()
    tasks[1].cancel()
    await asyncio.wait(tasks, timeout=5)
    assert [task.cancelled() for task in tasks] == [True, True, False]
    assert names == ["2"]
    assert (line.taken, line.waiting) == (1, 0)


async def test_a_place_is_free_again_where_all_who_waited_went_away() -> None:
    line = WaitingLine(1, wait_seconds=5)
    await line.take()
    _, tasks = await _waiters(line, 2)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=5)
    line.leave()
    assert (line.taken, line.waiting) == (0, 0)
    await line.take()
    assert line.taken == 1
