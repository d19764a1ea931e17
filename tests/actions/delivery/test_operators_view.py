"""What an operator sees of what leaves: the list and another try by command, the metrics, and how a batch is gathered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from fordran.actions.delivery import claim
from fordran.actions.delivery.claim import GATHERED_FOR, DeliveryBatch, claim_batch
from fordran.api.app import Api
from fordran.settings import Settings
from fordran.worker.post import LOOK_EVERY_SECONDS
from tests.actions.delivery.house import House, open_house
from tests.actions.office import Office
from tests.commands.running import fordran


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path) as opened:
        yield opened


async def _command(house: House, *arguments: str) -> tuple[int, str, Any]:
    given = ("deliveries", *arguments, "--json", "--data", house.settings.data)
    url = {"FORDRAN_DATABASE_URL": house.app.database.url}
    done = await asyncio.to_thread(fordran, *given, extra=url)
    return done.returncode, done.stderr, json.loads(done.stdout) if done.returncode == 0 else None


async def test_an_operator_lists_what_waits_and_what_failed_and_tries_one_again(house: House) -> None:
    waits = await house.invoice({"customer_number": "V1"})
    nowhere = await house.invoice({"customer_number": "V2", "address": {"address_line_1": "Okänd"}})
    await house.print()
    async with house.post() as post:
        await post.all()
    waits = await house.invoice({"customer_number": "V3"})
    code, trouble, listed = await _command(house)
    assert code == 0, trouble
    ours = {one["id"]: one for one in listed["deliveries"] if one["id"] in (waits, nowhere)}
    assert {id_: (one["status"], one["channel"]) for id_, one in ours.items()} == {
        waits: ("queued", "print"),
        nowhere: ("failed", "print"),
    }
    assert ours[nowhere]["reason"] == "the customer has no postal address"
    assert listed["count"] == len(listed["deliveries"])
    _, _, failed = await _command(house, "--failed")
    assert waits not in {one["id"] for one in failed["deliveries"]}
    assert nowhere in {one["id"] for one in failed["deliveries"]}
    _, _, again = await _command(house, "retry", nowhere)
    assert again == {"delivery": nowhere, "channel": "print", "status": "queued"}
    assert (await house.delivery(nowhere))["status"] == "queued"
    code, trouble, _ = await _command(house, "retry", "0" * 24)
    assert (code, trouble.strip()) == (2, f"There is no delivery {'0' * 24}.")


async def test_outcomes_are_counted_by_channel(house: House) -> None:
    before = await _metrics(house)
    await house.invoice({"customer_number": "V4"})
    await house.invoice({"customer_number": "V5", "address": {"address_line_1": "Okänd"}})
    assert (await _metrics(house))['fordran_deliveries_queued{channel="print"}'] == 2
    await house.work()
    after = await _metrics(house)
    for outcome in ("sent", "gave_up", "failed"):
        name = f'fordran_deliveries_total{{channel="print",outcome="{outcome}"}}'
        assert after[name] - before.get(name, 0) == 1, outcome
    assert after.get('fordran_deliveries_queued{channel="print"}', 0) == 0


async def _metrics(house: House) -> dict[str, float]:
    transport = httpx.ASGITransport(house.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/metrics")
    assert answer.status_code == 200, answer.text
    lines = [line for line in answer.text.splitlines() if line.startswith("fordran_deliveries")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


async def _claimed(house: House, after: timedelta) -> DeliveryBatch | None:
    async with house.app.database.transaction() as tx:
        return await claim_batch(tx, "print", house.now + after)


async def test_the_first_item_of_a_batch_waits_for_others_and_not_for_long(house: House) -> None:
    both = [await house.invoice({"customer_number": f"V{number}"}) for number in (6, 7)]
    await house.print()
    assert await _claimed(house, GATHERED_FOR - timedelta(seconds=4)) is None
    batch = await _claimed(house, GATHERED_FOR)
    assert batch is not None
    assert sorted(row["id"] for row in batch.items) == sorted(both)
    assert GATHERED_FOR.total_seconds() + LOOK_EVERY_SECONDS < 20 / 2, "and there is time to write it within 20 seconds"


async def test_a_batch_that_is_full_does_not_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "MOST_IN_A_BATCH", 2)
    for number in (8, 9, 10):
        await house.invoice({"customer_number": f"V{number}"})
    await house.print()
    batch = await _claimed(house, timedelta())
    assert batch is not None
    assert len(batch.items) == 2
    assert await _claimed(house, timedelta()) is None, "the third waits for others"
