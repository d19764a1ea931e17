"""Accounts get their turn one after the other, however much one of them has due."""

from __future__ import annotations

from collections import Counter

import pytest

from fordran.store.turns import AccountRound, FairTurns


class Heap:
    """What accounts have due, a number each; `asked` counts how often somebody looked through all of them."""

    def __init__(self, **due: int) -> None:
        self.due = Counter(due)
        self.asked = 0

    async def ask(self) -> list[str]:
        self.asked += 1
        return sorted(account for account, number in self.due.items() if number)

    async def do(self, account: str) -> int:
        return len(await self.take(account, 10))

    async def take(self, account: str, most: int) -> list[str]:
        did = min(most, self.due[account])
        self.due[account] -= did
        return [account] * did


async def test_one_that_has_much_keeps_another_waiting_for_one_portion() -> None:
    heap, turn = Heap(a=1_000_000, b=1), AccountRound()
    assert [await turn.one(heap.ask, heap.do) for _ in range(2)] == [10, 1]
    assert heap.due == {"a": 999_990, "b": 0}


async def test_whoever_comes_later_waits_for_the_round_and_no_longer() -> None:
    heap, turn = Heap(b=1000, c=1000, d=1000), AccountRound()
    await turn.one(heap.ask, heap.do)
    heap.due["a"] = 1
    for _ in range(2):
        await turn.one(heap.ask, heap.do)
    assert heap.due["a"] == 1
    await turn.one(heap.ask, heap.do)
    assert heap.due["a"] == 0
    assert heap.asked == 2


async def test_all_is_done_and_then_nothing_is() -> None:
    heap, turn = Heap(a=25, b=3, c=11), AccountRound()
    did = []
    while done := await turn.one(heap.ask, heap.do):
        did.append(done)
    assert did == [10, 3, 10, 10, 1, 5]
    assert await AccountRound().one(Heap().ask, heap.do) == 0


async def test_one_whose_things_another_worker_has_is_passed_by() -> None:
    heap, turn = Heap(a=5, b=5), AccountRound()

    async def do(account: str) -> int:
        return 0 if account == "a" else await heap.do(account)

    assert await turn.one(heap.ask, do) == 5
    assert await turn.one(heap.ask, do) == 0, "and nobody goes round and round for it"
    assert heap.due["a"] == 5


async def test_a_turn_that_fails_is_over_all_the_same() -> None:
    heap, turn = Heap(a=5, b=5), AccountRound()

    async def fail(account: str) -> int:
        raise RuntimeError(account)

    with pytest.raises(RuntimeError):
        await turn.one(heap.ask, fail)
    assert await turn.one(heap.ask, heap.do) == 5
    assert heap.due == {"a": 5, "b": 0}


@pytest.mark.parametrize(
    ("most", "of", "taken"),
    [
        (10, 0, "aaabbccccc"),
        (6, 0, "aaabbc"),
        (3, 0, "aaa"),
        (10, 1, "aaa"),
        (10, 2, "aaabb"),
        (100, 0, "aaabbcccccc"),
    ],
)
async def test_a_portion_is_filled_from_one_account_after_the_other(most: int, of: int, taken: str) -> None:
    heap = Heap(a=3, b=2, c=6)
    assert "".join(await AccountRound().fill(heap.ask, heap.take, most, of)) == taken


async def test_a_portion_begins_with_those_who_were_left_and_meets_nobody_twice() -> None:
    heap, turn = Heap(a=100, b=1, c=1), AccountRound()
    assert await turn.fill(heap.ask, heap.take, 5) == ["a"] * 5

    async def same(account: str, most: int) -> list[str]:
        return [account]

    met = await turn.fill(heap.ask, same, 5)
    assert met == ["b", "c", "a"], "rows that are locked and not changed yet would come again"
    assert await turn.fill(heap.ask, heap.take, 5) == ["a"] * 5
    assert await turn.fill(heap.ask, heap.take, 5) == ["b", "c", *["a"] * 3]


def test_each_thing_of_a_worker_has_a_round_of_its_own() -> None:
    turns = FairTurns()
    assert turns.of("make letters") is turns.of("make letters")
    assert turns.of("make letters") is not turns.of("print invoices")
    assert FairTurns().of("make letters") is not turns.of("make letters")
