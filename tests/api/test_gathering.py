"""Requests that wait for each other are written together; each has its own answer, refusal, key and request in the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest

from fordran.actions.refusals import NotTogether
from fordran.api.http.answers import Answer
from fordran.api.http.gathering import MOST_TOGETHER, MOST_WRITES, GatheredRequest, Gathering
from fordran.store.connections.troubles import OutcomeUnknown
from tests.api import bodies
from tests.api.world import World

SOME = 12


# Always said in the same way, so that nothing of it is new.
CUSTOMER = bodies.customer(customer_number="gathered")


def invoices(world: World, count: int, **more: Any) -> list[dict[str, Any]]:
    return [bodies.invoice_registration(world, **({"customer": CUSTOMER} | more)) for _ in range(count)]


async def post_all(
    client: httpx.AsyncClient, sent: Sequence[Any], path: str = "/invoice--registrations", keys: Sequence[str] = ()
) -> list[httpx.Response]:
    headers = [{"Idempotency-Key": key} for key in keys] or [{} for _ in sent]
    return await asyncio.gather(
        *(client.post(path, json=body, headers=each) for body, each in zip(sent, headers, strict=True))
    )


async def writes_of(world: World, answers: Sequence[httpx.Response], table: str = "invoice_registrations") -> list[int]:
    """How many of the registrations each transaction wrote, the fewest first."""
    ids = [answer.json()["_id"] for answer in answers]
    async with world.database.connection() as connection:
        rows = await connection.fetch(
            f"select count(*) as written from {table} where id = any($1::text[]) group by xmin::text order by 1", ids
        )
    return [row["written"] for row in rows]


async def entries_of(world: World, document: str) -> list[dict[str, Any]]:
    answer = await world.operator.get("/audit--log", params={"where": f'{{"document": "{document}"}}'})
    entries: list[dict[str, Any]] = answer.json()["_items"]
    return entries


async def test_requests_that_come_together_are_written_by_fewer_transactions(world: World) -> None:
    sent = invoices(world, SOME)
    answers = await post_all(world.callers["api_user"], sent)
    assert [answer.status_code for answer in answers] == [201] * SOME
    written = await writes_of(world, answers)
    assert sum(written) == SOME
    assert written[-1] > 1
    for body, answer in zip(sent, answers, strict=True):
        invoice = (await world.operator.get(f"/invoices/{answer.json()['_invoice']}")).json()
        assert (invoice["invoice_number"], invoice["case"]) == (body["invoice_number"], answer.json()["_case"])
        assert answer.headers["location"] == f"/invoice--registrations/{answer.json()['_id']}"


async def test_the_audit_log_has_the_request_of_each(world: World) -> None:
    answers = await post_all(world.callers["api_user"], invoices(world, SOME))
    assert (await writes_of(world, answers))[-1] > 1
    for answer in answers:
        (entry,) = await entries_of(world, answer.json()["_id"])
        assert (entry["kind"], entry["request_id"]) == ("created", answer.headers["x-request-id"])
        assert entry["user"] == world.users["api_user"]


async def test_debts_are_written_together_too(world: World) -> None:
    sent = [bodies.case_registration(world, customer=CUSTOMER) for _ in range(SOME)]
    answers = await post_all(world.callers["api_user"], sent, "/case--registrations")
    assert [answer.status_code for answer in answers] == [201] * SOME
    assert (await writes_of(world, answers, "case_registrations"))[-1] > 1


async def test_one_that_is_refused_refuses_no_other(world: World) -> None:
    sent = invoices(world, SOME)
    twice = sent[SOME // 2]
    answers = await post_all(world.callers["api_user"], [*sent, twice, twice | {"invoice_number": 7}])
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [*[201] * SOME, 422, 422]
    assert answers[-1].status_code == 422
    refused = [answer.json()["_issues"] for answer in answers if answer.status_code == 422]
    assert all("invoice_number" in issues for issues in refused)


async def test_each_keeps_its_own_idempotency_key(world: World) -> None:
    sent, keys = invoices(world, SOME), [f"gathered {number}" for number in range(SOME)]
    first = await post_all(world.callers["api_user"], sent, keys=keys)
    assert (await writes_of(world, first))[-1] > 1
    again = await post_all(world.callers["api_user"], sent, keys=keys)
    assert [answer.json() for answer in again] == [answer.json() for answer in first]
    assert {answer.headers["idempotency-replayed"] for answer in again} == {"true"}


async def test_a_key_that_is_used_twice_at_once_registers_once(world: World) -> None:
    (body,) = invoices(world, 1)
    keys = ["gathered twice"] * SOME
    answers = await post_all(world.callers["api_user"], [body] * SOME, keys=keys)
    assert {answer.status_code for answer in answers} <= {201, 409}
    made = {answer.json()["_id"] for answer in answers if answer.status_code == 201}
    assert len(made) == 1


async def test_registrations_that_change_one_customer_name_their_own_requests(world: World) -> None:
    customer = {"name": "Gunnar Gemensam", "id_number": "19710317-4450", "is_person": True}
    address = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"}
    (known,) = await post_all(world.callers["api_user"], invoices(world, 1, customer=customer | {"address": address}))
    assert known.status_code == 201, known.text
    sent = [
        bodies.invoice_registration(
            world, customer=customer | {"address": address, "email": f"g{number}@gemensam.example"}
        )
        for number in range(SOME)
    ]
    answers = await post_all(world.callers["api_user"], sent)
    assert [answer.status_code for answer in answers] == [201] * SOME
    case = (await world.operator.get(f"/cases/{known.json()['_case']}")).json()
    requests = {
        answer.headers["x-request-id"]: body["customer"]["email"] for answer, body in zip(answers, sent, strict=True)
    }
    changes = [entry for entry in await entries_of(world, case["customer"]) if "email" in (entry["after"] or {})]
    assert changes
    for entry in changes:
        if entry["request_id"] in requests:
            assert entry["after"]["email"] == requests[entry["request_id"]]


async def test_callers_are_not_written_together(world: World) -> None:
    callers = [world.callers["api_user"], world.callers["account_admin"]]
    answers = await asyncio.gather(*(post_all(caller, invoices(world, SOME)) for caller in callers))
    for some, name in zip(answers, ("api_user", "account_admin"), strict=True):
        for answer in some:
            (entry,) = await entries_of(world, answer.json()["_id"])
            assert entry["user"] == world.users[name]


async def test_a_dry_run_registers_nothing(world: World) -> None:
    sent = invoices(world, SOME)
    dry = [world.callers["api_user"].post("/invoice--registrations?dry_run=true", json=body) for body in sent]
    real = [world.callers["api_user"].post("/invoice--registrations", json=body) for body in sent]
    answers = await asyncio.gather(*dry, *real)
    assert [answer.status_code for answer in answers[SOME:]] == [201] * SOME
    assert all(answer.json()["_dry_run"] for answer in answers[:SOME] if answer.status_code == 200)


class Writer:
    """Counts writes, which go on when they are let to."""

    def __init__(self) -> None:
        self.gathering = Gathering()
        self.go = asyncio.Event()
        self.sizes: list[int] = []
        self.at_once = self.most_at_once = 0
        self.trouble: Exception | None = None

    async def _written(self, size: int) -> None:
        self.sizes.append(size)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.go.wait()
        self.at_once -= 1

    async def ask(self, number: int) -> Answer:
        async def alone() -> Answer:
            await self._written(1)
            return Answer(201, str(number).encode())

        async def together(batch: Sequence[GatheredRequest]) -> list[Answer]:
            await self._written(len(batch))
            if self.trouble is not None:
                raise self.trouble
            return [Answer(201, str(one.value).encode()) for one in batch]

        one: Callable[[], GatheredRequest] = lambda: GatheredRequest(None, None, number)  # type: ignore[arg-type]  # noqa: E731
        return await self.gathering.answer("client", one, alone, together)

    async def begin(self, count: int) -> list[asyncio.Task[Answer]]:
        asked = [asyncio.create_task(self.ask(number)) for number in range(count)]
        for _ in range(5):
            await asyncio.sleep(0)
        return asked


async def test_few_writes_are_under_way_at_once_and_each_has_its_answer() -> None:
    writer = Writer()
    asked = await writer.begin(40)
    writer.go.set()
    answers = await asyncio.gather(*asked)
    assert [answer.body for answer in answers] == [str(number).encode() for number in range(40)]
    assert writer.most_at_once == MOST_WRITES
    assert sum(writer.sizes) == 40
    assert 1 < max(writer.sizes) <= MOST_TOGETHER
    assert writer.gathering._lanes == {}


async def test_one_by_itself_is_written_at_once() -> None:
    writer = Writer()
    writer.go.set()
    for number in range(3):
        await writer.ask(number)
    assert writer.sizes == [1, 1, 1]


async def test_those_that_cannot_be_written_together_are_written_alone() -> None:
    writer = Writer()
    writer.trouble = NotTogether()
    asked = await writer.begin(20)
    writer.go.set()
    assert [answer.body for answer in await asyncio.gather(*asked)] == [str(number).encode() for number in range(20)]


async def test_an_unknown_outcome_is_told_to_each_and_nothing_is_written_again() -> None:
    writer = Writer()
    writer.trouble = OutcomeUnknown("lost")
    asked = await writer.begin(20)
    writer.go.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    troubled = [answer for answer in answers if isinstance(answer, OutcomeUnknown)]
    assert len(troubled) == sum(size for size in writer.sizes if size > 1)
    assert sum(writer.sizes) == 20


async def test_requests_that_are_given_up_hold_nobody_up() -> None:
    writer = Writer()
    asked = await writer.begin(20)
    for task in asked[3:12]:
        task.cancel()
    writer.go.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    kept = [number for number in range(20) if not 3 <= number < 12]
    assert [answers[number].body for number in kept] == [str(number).encode() for number in kept]  # type: ignore[union-attr]
    assert writer.gathering._lanes == {}


@pytest.mark.parametrize("cancelled", range(6))
async def test_whichever_is_given_up_the_others_are_answered(cancelled: int) -> None:
    writer = Writer()
    asked = await writer.begin(6)
    writer.go.set()
    await asyncio.sleep(0)
    asked[cancelled].cancel()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert len([answer for answer in answers if isinstance(answer, Answer)]) >= 5
    assert writer.gathering._lanes == {}
