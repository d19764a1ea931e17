"""One run: a cluster, two services on it, writers at both, and the leader killed again and again; then the checks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fordran import clock
from tools.failover.client import Answers, CountedClient
from tools.failover.cluster import Cluster
from tools.failover.services import Service, start_services
from tools.soak.checks.documents import check_documents
from tools.soak.checks.ground import Ground
from tools.soak.checks.replays import check_replays
from tools.soak.checks.verified import check_verified
from tools.soak.client import Client
from tools.soak.counts import Counts
from tools.soak.receiver import Receiver
from tools.soak.records import Records
from tools.soak.run import PATIENCE_SECONDS, account_body, code_of
from tools.soak.writers import Creditor, Writer

Say = Callable[[str], None]
WHOLE_EVERY = 4
"""Of so many leaders one dies with its whole machine; of the others PostgreSQL alone."""
LONGEST_REFUSAL_SECONDS = 60.0


@dataclass(frozen=True)
class Plan:
    failovers: int = 20
    accounts: int = 2
    writers: int = 2
    """Of each account at each service."""
    calm_seconds: float = 2.0
    """How long all is well before the next leader is killed."""


@dataclass(frozen=True)
class Standing:
    """What the soak's checks ask of a place."""

    folder: Path
    options: list[str]
    database_url: str


async def run(plan: Plan, folder: Path, say: Say) -> tuple[Counts, list[Answers]]:
    """Run by a plan, in an empty folder; what was counted and found, and how each service answered."""
    counts, cluster = Counts(), Cluster(folder)
    answers: list[Answers] = []
    async with AsyncExitStack() as stack:
        say("Starting the cluster.")
        stack.callback(cluster.close)
        await asyncio.to_thread(cluster.open)
        await cluster.make_database()
        say("Starting two services.")
        services = await asyncio.to_thread(start_services, cluster)
        for service in services:
            stack.callback(service.close)
        ground = await _ground(plan, cluster, services, counts, stack)
        answers += [Answers(service.name) for service in services]
        say(f"Killing {plan.failovers} leaders.")
        await _write_amid_failovers(plan, cluster, ground, services, answers, say, stack)
        for service in services:
            for restart in service.restarts():
                counts.other(restart)
        _judge(plan, counts, answers)
        for check in (check_documents, check_replays, check_verified):
            say(f"Checking: {check.__name__}.")
            await check(ground)
    return counts, answers


async def _ground(
    plan: Plan, cluster: Cluster, services: list[Service], counts: Counts, stack: AsyncExitStack
) -> Ground:
    """Accounts with a creditor and a client each."""
    records = Records(cluster.folder / "records.jsonl")
    direct = services[0].where

    def client(name: str, code: str) -> Client:
        made = Client(name, code, direct, Random(name), counts, records)
        stack.push_async_callback(made.close)
        return made

    operator = client("operator", await code_of(cluster.by_hosts, operator=True))
    creditors, clients = [], {}
    for number in range(1, plan.accounts + 1):
        made = (await operator.ask("POST", "/accounts", f"account-{number}", json=account_body(number))).json()
        creditors.append(Creditor(number, made["_id"], made["_creditor"]))
        name = f"client-{number}"
        clients[name] = client(name, await code_of(cluster.by_hosts, account=made["_id"]))
    place = Standing(cluster.folder, ["--data", str(services[0].machine.folder)], cluster.by_hosts)
    return Ground(place, records, counts, operator, clients, creditors, Receiver(Random(0), counts), {})


async def _write_amid_failovers(
    plan: Plan,
    cluster: Cluster,
    ground: Ground,
    services: list[Service],
    answers: list[Answers],
    say: Say,
    stack: AsyncExitStack,
) -> None:
    """Let writers at both services write until the last leader has a successor, and bring to its end what they began."""
    stop, today = asyncio.Event(), clock.stockholm_date(clock.now())
    tasks = []
    for service, noted in zip(services, answers, strict=True):
        noted.begin()
        for (name, known), creditor in zip(ground.clients.items(), ground.creditors, strict=True):
            for number in range(1, plan.writers + 1):
                of = f"{name}-{service.name}-{number}"
                client = CountedClient(
                    name, known.code, service.where, Random(of), ground.counts, ground.records, noted
                )
                stack.push_async_callback(client.close)
                writer = Writer(of, client, creditor, Random(f"writer {of}"), today)
                tasks.append(asyncio.create_task(writer.write(stop)))
    stack.callback(lambda: [task.cancel() for task in tasks])
    await asyncio.sleep(plan.calm_seconds)
    for number in range(1, plan.failovers + 1):
        await asyncio.to_thread(_fail_over, cluster, ground.counts, number, say)
        await asyncio.sleep(plan.calm_seconds)
    stop.set()
    ended, waiting = await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)
    for task in ended:
        task.result()
    for task in waiting:
        task.cancel()
        ground.counts.other(f"a client waits for its answer still: {task.get_coro()}")


def _fail_over(cluster: Cluster, counts: Counts, number: int, say: Say) -> None:
    """Kill the leader, see another lead, and bring the dead one back as a standby."""
    killed, began = cluster.leader(), time.monotonic()
    assert killed is not None, "the cluster was whole"
    is_whole = number % WHOLE_EVERY == 0
    cluster.kill(killed, whole=is_whole)
    counts.kills["leader with its machine" if is_whole else "leader"] += 1
    while (leader := cluster.leader()) in (None, killed) and time.monotonic() < began + 120:
        time.sleep(0.1)
    if leader in (None, killed):
        counts.other(f"{number}: nobody else leads after 120 seconds")
    took = time.monotonic() - began
    if is_whole:
        cluster.start(killed)
    cluster.wait_until_whole()
    say(
        f"{number:3}: {killed.name}{' with its machine' if is_whole else ''}; another leads after {took:.1f} s, "
        f"all is whole after {time.monotonic() - began:.1f} s."
    )


def _judge(plan: Plan, counts: Counts, answers: list[Answers]) -> None:
    """Writes are acknowledged or refused with 503, also at the worst moment, and never for long."""
    for noted in answers:
        others = {status for status in noted.statuses if status not in (200, 201, 409, 503)}
        if others:
            counts.other(f"{noted.name} answered writes with {others}")
        if noted.longest_seconds > LONGEST_REFUSAL_SECONDS:
            counts.other(f"{noted.name} acknowledged nothing for {noted.longest_seconds:.0f} seconds")
        if plan.failovers and not noted.statuses[503]:
            counts.other(f"{noted.name} never refused anything, so that nothing was tried")
