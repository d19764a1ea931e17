"""The metrics of an installation, and when it is not ready."""

from __future__ import annotations

import re
import shutil
from collections import namedtuple
from dataclasses import replace
from datetime import timedelta

import pytest

from fordran import clock
from fordran.actions.monitoring.job_runs import JobTally, add_runs, beat
from fordran.api.app import Api, create_app
from fordran.settings import Settings
from fordran.store.upkeep.installation import business_day
from tests.api import bodies
from tests.api.world import World, client_of

Usage = namedtuple("Usage", "total used free")


async def scraped(app: Api) -> dict[str, float]:
    async with client_of(app, None) as stranger:
        text = (await stranger.get("/metrics")).text
    return {name: float(value) for name, value in re.findall(r"^(fordran_\S+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


async def test_queues_are_counted_and_dated(world: World, app: Api) -> None:
    before = await scraped(app)
    made = await world.create("/invoice--registrations", bodies.invoice_registration(world))
    now = clock.now()
    async with app.database.transaction() as tx:
        day = await business_day(tx, now) - timedelta(days=3)
        await tx.execute("update cases set next_step_date = $1 where id = $2", day, made["_case"])
        await tx.execute(
            """insert into work_items (account_id, id, created, updated, creditor_id, kind, reason)
               select account_id, id, $1, $1, creditor_id, 'stopped', 'x' from cases where id = $2""",
            now - timedelta(hours=2),
            made["_case"],
        )
        await add_runs(tx, {"verify": JobTally(runs=2, failures=1, done=7, seconds=2.5)}, now)
        await beat(tx, "a:1", "0.2.0", now, now)
    after = await scraped(app)
    assert after['fordran_queue_depth{queue="step"}'] == before['fordran_queue_depth{queue="step"}'] + 1
    assert 3 * 86400 <= after['fordran_queue_oldest_seconds{queue="step"}'] < 4 * 86400
    stopped = 'fordran_queue_depth{queue="work_stopped"}'
    assert after[stopped] == before.get(stopped, 0) + 1
    assert 7200 <= after['fordran_queue_oldest_seconds{queue="work_stopped"}'] < 7300
    assert after['fordran_queue_depth{queue="event"}'] > 0, "no worker numbers them here"
    assert after['fordran_task_failures_total{task="verify"}'] == 1
    assert after['fordran_task_done_total{task="verify"}'] == 7
    assert after['fordran_worker_heartbeat_timestamp_seconds{worker="a:1"}'] == pytest.approx(now.timestamp())
    assert after['fordran_pool_connections{state="used"}'] == 0
    assert after["fordran_disk_free_bytes"] > 0
    assert any('mode="sandbox"' in name for name in after)


async def test_it_is_not_ready_while_a_disk_is_full(app: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    async with client_of(app, None) as stranger:
        assert (await stranger.get("/ready")).status_code == 200
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 1000))
            refused = await stranger.get("/ready")
            assert (refused.status_code, "disk is full" in refused.text) == (503, True)
            assert (await stranger.get("/metrics")).status_code == 200
        assert (await stranger.get("/ready")).status_code == 200
        with monkeypatch.context() as patch:
            patch.setattr(app.database, "disk_full_at", clock.monotonic() - 1)
            assert (await stranger.get("/ready")).status_code == 503
            patch.setattr(app.database, "disk_full_at", clock.monotonic() - 60)
            assert (await stranger.get("/ready")).status_code == 200


@pytest.mark.parametrize(
    ("address", "headers", "status", "remark"),
    [
        ("127.0.0.1", {}, 200, "a program of the same machine"),
        ("::1", {}, 200, "the same by IPv6"),
        ("203.0.113.9", {}, 401, "another machine"),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 401, "somebody by way of a proxy, no matter whom it names"),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 401, "the same in the other words"),
        ("203.0.113.9", {"x-forwarded-for": "127.0.0.1"}, 401, "another machine that says it is this one"),
        ("203.0.113.9", {"authorization": "Bearer a-token-for-metrics"}, 200, "with the token"),
        (
            "127.0.0.1",
            {"x-forwarded-for": "x", "authorization": "Bearer a-token-for-metrics"},
            200,
            "the same by a proxy",
        ),
        ("203.0.113.9", {"authorization": "Bearer a-token-for-metric"}, 401, "a part of the token"),
        ("203.0.113.9", {"authorization": "a-token-for-metrics"}, 401, "without its scheme"),
    ],
)
async def test_metrics_are_for_this_machine_or_for_the_token(
    settings: Settings, address: str, headers: dict[str, str], status: int, remark: str
) -> None:
    app = create_app(replace(settings, metrics_token="a-token-for-metrics"))
    async with client_of(app, address=address) as client:
        answer = await client.get("/metrics", headers=headers)
        assert answer.status_code == status, remark
        assert ("www-authenticate" in answer.headers) == (status == 401)
    await app.database.close()


async def test_without_a_token_no_token_opens_the_metrics(settings: Settings) -> None:
    app = create_app(settings)
    async with client_of(app, address="203.0.113.9") as client:
        for sent in ("Bearer ", "Bearer", "", "Bearer None"):
            assert (await client.get("/metrics", headers={"authorization": sent})).status_code == 401
    await app.database.close()
