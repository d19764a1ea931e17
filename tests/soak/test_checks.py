"""The soak's checks find what they are there to find: each wrong that is planted is named."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tools.soak.checks.cases import Expected, wrong_capital, wrong_money, wrong_payouts
from tools.soak.checks.documents import check_documents
from tools.soak.checks.ground import Ground
from tools.soak.checks.verified import faults_in
from tools.soak.counts import Counts
from tools.soak.kills import ROUND, schedule
from tools.soak.place import Place
from tools.soak.records import Body, Records, Sent
from tools.soak.writers import CREDITINGS, PAYMENTS

CREDITOR, CASE = "c" * 24, "e" * 24


class Planted(Ground):
    """A ground with documents that a test has put there."""

    def __init__(self, records: Records, there: dict[str, list[Body]]) -> None:
        self.records = records
        self.counts = Counts()
        self.there = there

    async def all_of(self, resource: str) -> list[Body]:
        return self.there.get(resource, [])


def payment(id_: str, reference: str, amount: float = 10.5) -> Body:
    return {
        "_id": id_,
        "creditor": CREDITOR,
        "case": CASE,
        "amount": amount,
        "creditor_payment_reference": reference,
    }


def sent(key: str, acknowledged: str | None) -> Sent:
    answer = json.dumps({"_id": acknowledged}).encode()
    body = payment("", key)
    del body["_id"]
    return Sent("client", key, PAYMENTS, body, *((201, answer) if acknowledged else ()))


@pytest.mark.parametrize(
    ("there", "wrong", "remark"),
    [
        ([payment("1", "a")], {}, "as acknowledged"),
        ([payment("1", "a"), payment("2", "b")], {}, "one that was never acknowledged may be there"),
        ([], {"lost": 1}, "acknowledged and gone"),
        ([payment("3", "a")], {"lost": 1}, "another than was acknowledged"),
        ([payment("1", "a", 10.51)], {"lost": 1}, "of another amount"),
        ([payment("1", "a"), payment("3", "a")], {"doubled": 1}, "twice"),
        ([payment("1", "a"), payment("2", "b"), payment("3", "b")], {"doubled": 1}, "never acknowledged, and twice"),
        ([payment("1", "a"), payment("4", "c")], {"stray": 1}, "one that nobody sent"),
    ],
)
async def test_documents_are_held_against_the_records(
    tmp_path: Path, there: list[Body], wrong: dict[str, int], remark: str
) -> None:
    records = Records(tmp_path / "records.jsonl", sent=[sent("a", "1"), sent("b", None)])
    ground = Planted(records, {"creditor--payments": there})
    await check_documents(ground)
    assert +ground.counts.wrong == Counter(wrong), remark


async def test_every_document_of_an_array_is_held_against_its_own_answer(tmp_path: Path) -> None:
    bodies = [{"creditor": CREDITOR, "case": CASE, "amount": amount} for amount in (1.01, 1.02)]
    answer = json.dumps({"_items": [{"_id": "1"}, {"_id": "2"}]}).encode()
    records = Records(tmp_path / "records.jsonl", sent=[Sent("client", "k", CREDITINGS, bodies, 201, answer)])
    ground = Planted(records, {"creditor--creditings": [{"_id": "1", **bodies[0]}]})
    await check_documents(ground)
    assert +ground.counts.wrong == Counter({"lost": 1})


def case(capital: float, remaining: float, **more: Any) -> Body:
    return {"debt": {"capital_to_claim": capital}, "total_remaining_capital_amount": remaining} | more


def statement(remaining: float, *settled_interest: float) -> Body:
    lines = [{"component": "interest", "amount": -amount} for amount in settled_interest]
    return {"total_remaining_capital_amount": remaining, "lines": lines}


@pytest.mark.parametrize(
    ("expected", "shown", "stated", "is_wrong", "remark"),
    [
        (Expected(), case(100, 100), statement(100), False, "untouched"),
        (Expected(reported={"p": 3000}), case(100, 72), statement(72, 2), False, "interest was paid first"),
        (Expected(reported={"p": 3000}), case(100, 42), statement(42, 2), True, "the payment counts twice"),
        (Expected(reported={"p": 3000}), case(100, 100), statement(100), True, "the payment does not count"),
        (Expected(credited={"c": 3000}), case(100, 70), statement(70), False, "credited"),
        (Expected(credited={"c": 3000}), case(100, 40), statement(40), True, "credited twice"),
        (Expected(reached_us=[3000]), case(100, 0), statement(0), True, "gone without having been paid"),
        (Expected(reached_us=[7501]), case(100, 0), statement(0), False, "a small rest is written off"),
        (Expected(reached_us=[7500]), case(100, 0), statement(0), True, "gone, and not so small"),
        (Expected(is_cancelled=True), case(100, 0), statement(0), False, "cancelled"),
        (Expected(is_cancelled=True), case(100, 100), statement(100), True, "a cancellation that did nothing"),
        (Expected(), case(100, 90), statement(100), True, "the case differs from its statement"),
    ],
)
def test_capital_is_computed_from_what_happened(
    expected: Expected, shown: Body, stated: Body, is_wrong: bool, remark: str
) -> None:
    assert bool(wrong_capital(expected, shown, stated)) == is_wrong, remark


def traced(*payments: tuple[str, float, bool]) -> Body:
    return {
        "payments": [
            {
                "payment": id_,
                "amount": amount,
                "reached_us": reached_us,
                "settled": [{"amount": amount, "is_own_fee": False}],
            }
            for id_, amount, reached_us in payments
        ]
    }


@pytest.mark.parametrize(
    ("trace", "wrong", "remark"),
    [
        (traced(("p", 10, False), ("b", 20, True)), 0, "each once"),
        (traced(("p", 10, False)), 1, "money that reached us is missing"),
        (traced(("p", 10, False), ("b", 20, True), ("b", 20, True)), 1, "it is there twice"),
        (traced(("q", 10, False), ("b", 20, True)), 1, "a payment that nobody reported"),
    ],
)
def test_a_case_is_computed_with_the_payments_that_were_made(trace: Body, wrong: int, remark: str) -> None:
    assert len(wrong_money(Expected(reported={"p": 1000}, reached_us=[2000]), trace)) == wrong, remark


def test_what_reached_us_is_paid_on_once() -> None:
    trace = traced(("b", 20, True), ("p", 10, False))
    assert wrong_payouts(2000, trace) == []
    assert len(wrong_payouts(4000, trace)) == 1


def test_faults_are_read_from_logs_and_troubles_are_not(tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    trouble = {"event": "the database is away", "trouble": "gone"}
    fault = {"event": "job failed", "exception": "Traceback (most recent call last)"}
    cut = {"event": "Future exception", "logger": "asyncio", "exception": "asyncpg…ConnectionDoesNotExistError: closed"}
    log.write_text("Stopping.\n" + "".join(f"{json.dumps(one)}\n" for one in (trouble, fault, cut)))
    assert len(list(faults_in(log))) == 1


def test_the_schedule_follows_from_the_seed() -> None:
    first, again, other = (list(schedule(Random(seed), 300)) for seed in ("1", "1", "2"))
    assert first == again != other
    assert {kind for _, kind in first} == {*ROUND}
    assert {kind for _, kind in schedule(Random("1"), 8)} >= {*ROUND}


def test_a_database_of_ones_own_is_reached_over_the_wire_and_left_alive(tmp_path: Path) -> None:
    url = "postgresql://me:secret@127.0.0.1:9700/soaked?ssl=disable"
    place = Place(tmp_path, 1, 1, Random("1"), Counts(), url)
    assert place.database_url == url
    assert place.options == ["--data", str(tmp_path / "first"), "--database-url", url]
    assert place._over_the_wire()[1] == f"postgresql://me:secret@127.0.0.1:{place.wire.port}/soaked?ssl=disable"
    assert (place.wire.host, place.wire.find_port()) == ("127.0.0.1", 9700)
    assert {kind for _, kind in schedule(Random("1"), 300, place.kinds)} == {"api", "worker", "supervisor"}
    embedded = Place(tmp_path, 1, 1, Random("1"), Counts())
    assert {*embedded.kinds} == {*ROUND}
    assert embedded.options == ["--data", str(tmp_path / "first")]
