"""One run: set the place up, let everybody at it while it is broken, let it come to rest, and check."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.store.connections.database import Database
from tools.soak.bank import Bank
from tools.soak.checks import CHECKS, Ground
from tools.soak.client import Client
from tools.soak.client_wire import ClientWire
from tools.soak.counts import Counts
from tools.soak.days import move_days
from tools.soak.kills import SHORT_SECONDS, cut_now_and_then, kill_by
from tools.soak.place import Place
from tools.soak.reader import follow
from tools.soak.readiness import Watch
from tools.soak.receiver import Hook, Receiver
from tools.soak.records import Records
from tools.soak.rest import come_to_rest
from tools.soak.stalls import stall_now_and_then
from tools.soak.writers import ADDRESS, Creditor, Writer

Say = Callable[[str], None]

PATIENCE_SECONDS = 120.0
"""How long the reader may take to end."""
ANSWER_SECONDS = 600.0
"""How long, once nothing breaks any more, clients wait for their answers. A move of the clock does the work of its days first:
one with some 1,300 steps was answered after 198 seconds on a busy machine."""


@dataclass(frozen=True)
class Plan:
    """How hard a run is."""

    seed: int
    seconds: float
    api_processes: int = 2
    """Of each `serve`, of which there are two."""
    workers: int = 2
    """Beside those that each `serve` has."""
    accounts: int = 2
    writers: int = 3
    """Of each creditor; each account has one."""
    database_url: str | None = None
    """A database that nothing has been kept in yet, such as one of a cluster; without it, an embedded one."""
    nodes: tuple[Path, ...] = ()
    """Data folders of that database's servers on this machine, whose backends are killed: each server crashes, and recovers."""

    def chance(self, who: str) -> Random:
        """A chance of one's own: what one draws does not depend on how often others do."""
        return Random(f"{self.seed} {who}")


async def run(plan: Plan, folder: Path, say: Say) -> Counts:
    """Run by a plan, in an empty folder; what was counted and found."""
    counts = Counts()
    records = Records(folder / "records.jsonl")
    chance = plan.chance("database wire")
    place = Place(folder, plan.api_processes, plan.workers, chance, counts, plan.database_url, plan.nodes)
    async with AsyncExitStack() as stack:
        say("Starting.")
        stack.push_async_callback(place.close)
        await place.open()
        wire = ClientWire(place.ports, plan.chance("client wire"), counts)
        receiver = Receiver(plan.chance("receiver"), counts)
        for opened in (wire, receiver):
            await opened.open()
            stack.push_async_callback(opened.close)
        ground = await stack.enter_async_context(_ground(plan, place, records, receiver, counts))
        stop = asyncio.Event()
        reading = asyncio.create_task(_read(ground, wire, stop))
        stack.callback(reading.cancel)
        say(f"Breaking it for {plan.seconds:.0f} seconds.")
        await _break(plan, place, ground, wire, stack, say)
        say("Letting it come to rest.")
        await come_to_rest(ground)
        stop.set()
        await asyncio.wait_for(reading, PATIENCE_SECONDS)
        say("Checking.")
        for check in CHECKS:
            say(f"Checking: {check.__name__}.")
            await check(ground)
    return counts


@asynccontextmanager
async def _ground(
    plan: Plan, place: Place, records: Records, receiver: Receiver, counts: Counts
) -> AsyncIterator[Ground]:
    """Accounts with a creditor, a client and a webhook each, made before anything breaks."""
    clients = {}
    creditors = []
    hooked_after = {}
    direct = f"http://127.0.0.1:{place.ports[0]}"
    operator = Client(
        "operator", await code_of(place.database_url, operator=True), direct, plan.chance("operator"), counts, records
    )
    for number in range(1, plan.accounts + 1):
        made = (await operator.ask("POST", "/accounts", f"account-{number}", json=account_body(number))).json()
        creditor = Creditor(number, made["_id"], made["_creditor"])
        creditors.append(creditor)
        name = f"client-{number}"
        code = await code_of(place.database_url, account=creditor.account)
        clients[name] = Client(name, code, direct, plan.chance(name), counts, records)
        receiver.hooks[creditor.account] = Hook()
        hook = {"account": creditor.account, "url": receiver.url_of(creditor.account)}
        hooked = (await operator.ask("POST", "/webhooks", f"webhook-{number}", json=hook)).json()
        receiver.hooks[creditor.account].secret = hooked["secret"]
        receiver.hooks[creditor.account].webhook = hooked["_id"]
        hooked_after[creditor.account] = (await operator.get(f"/webhooks/{hooked['_id']}"))["position"]
    ground = Ground(place, records, counts, operator, clients, creditors, receiver, hooked_after)
    try:
        yield ground
    finally:
        for client in (operator, *clients.values()):
            await client.close()


async def code_of(database_url: str, **belongs_to: object) -> str:
    """The API code of a new client, added as `fordran client add` adds it."""
    database = Database(database_url, 1)
    try:
        async with database.transaction() as tx:
            added = await add_client(tx, name="soak", networks=["127.0.0.1"], now=clock.now(), **belongs_to)  # type: ignore[arg-type]
            return added.api_code
    finally:
        await database.close()


def account_body(number: int) -> dict[str, object]:
    """An account with its first creditor, as the operator adds it."""
    about = {"name": f"Account {number}", "organization_no": "556016-0680"}
    creditor = about | {
        "is_active": True,
        "standard_debt_description": "Papper",
        "agreement_address": ADDRESS,
        "sender_address": ADDRESS,
        "invoice_address": ADDRESS,
        "payout_details": {"sek": {"bankgiro": "991-2346"}},
        "reminder_fee_terms": {"agreed": True, "valid_from": "2000-01-01", "attested_by": "Eva Ek"},
    }
    return about | {"agreement_address": ADDRESS, "initial_creditor_data": creditor}


async def _break(plan: Plan, place: Place, ground: Ground, wire: ClientWire, stack: AsyncExitStack, say: Say) -> None:
    """Let everybody act while everything breaks; in the end let each bring to its end what it has begun."""
    receiver, today, stop = ground.receiver, clock.stockholm_date(clock.now()), asyncio.Event()

    def behind_the_wire(name: str, code: str) -> Client:
        client = Client(name, code, f"http://127.0.0.1:{wire.port}", plan.chance(name), ground.counts, ground.records)
        stack.push_async_callback(client.close)
        return client

    operator = behind_the_wire("operator", ground.operator.code)
    acting = [
        Bank(operator, ground.creditors, plan.chance("bank"), today).send_files(stop),
        move_days(operator, plan.chance("days"), today, stop),
    ]
    for (name, client), creditor in zip(ground.clients.items(), ground.creditors, strict=True):
        for number in range(1, plan.writers + 1):
            of = f"{name}-{number}"
            writer = Writer(of, behind_the_wire(name, client.code), creditor, plan.chance(f"writer {of}"), today)
            acting.append(writer.write(stop))
    tasks = [asyncio.create_task(act) for act in acting]
    stack.callback(lambda: [task.cancel() for task in tasks])
    wire.breaks = place.wire.breaks = receiver.misbehaves = True
    watching = asyncio.create_task(Watch(place.ports, ground.counts).watch())
    stack.callback(watching.cancel)
    await _kill_and_stall(plan, place)
    wire.breaks = place.wire.breaks = receiver.misbehaves = False
    stop.set()
    say("Waiting for answers.")
    ended, waiting = await asyncio.wait(tasks, timeout=ANSWER_SECONDS)
    for task in ended:
        task.result()
    watching.cancel()
    await asyncio.wait([watching])
    for task in waiting:
        task.cancel()
        ground.counts.other(f"a client waits for its answer still: {task.get_coro()}")


async def _kill_and_stall(plan: Plan, place: Place) -> None:
    """Do so for as long as the plan says. What stands still in the end goes on."""
    is_short = plan.seconds < SHORT_SECONDS
    beside = [
        asyncio.create_task(cut_now_and_then(place, plan.chance("cuts"))),
        asyncio.create_task(stall_now_and_then(place, plan.chance("stalls"), is_short=is_short)),
    ]
    began = time.monotonic()
    try:
        await kill_by(place, plan.chance("kills"), plan.seconds)
        await asyncio.sleep(max(0.0, plan.seconds - (time.monotonic() - began)))
    finally:
        for task in beside:
            task.cancel()
        for trouble in await asyncio.gather(*beside, return_exceptions=True):
            if not isinstance(trouble, asyncio.CancelledError):
                place.counts.other(f"something stopped breaking things: {trouble!r}")


async def _read(ground: Ground, wire: ClientWire, stop: asyncio.Event) -> None:
    where = f"http://127.0.0.1:{wire.port}"
    await follow(where, ground.operator.code, ground.counts, ground.records, stop)
