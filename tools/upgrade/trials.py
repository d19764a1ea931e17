"""The trials: an upgrade of a stopped installation, and one of an installation that serves and is written to."""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import httpx

from fordran import clock
from tools.harness.machine import Machine, environment
from tools.upgrade.comparing import differences
from tools.upgrade.earlier import Version
from tools.upgrade.filling import business_day, counted, fill, missing, owner_of, pay, register
from tools.upgrade.recording import Recorded, described_paths, record, stored_files

INVOICES = 40
"""Of the demo's year."""
SETTINGS = {"FORDRAN_DEMO_INVOICES": str(INVOICES), "FORDRAN_RATE_LIMIT_PER_SECOND": "0"}
STEADY_TRIES, STEADY_SECONDS = 20, 2.0
MOST_NAMED = 5
COMMAND_SECONDS = 600


@dataclass
class Outcome:
    """What a trial saw, and what differs."""

    name: str
    figures: dict[str, str] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Filled:
    """An installation that was filled: a token for it, its paths, the day of its clock, and everything that it answers."""

    token: str
    paths: list[str]
    today: date
    recorded: Recorded


class NeverSteady(Exception):
    """The installation goes on changing by itself, so that nothing can be compared."""


def stopped(before: Version, now: Version, data: Path) -> Outcome:
    """Fill, record, stop, migrate with this version, serve with it, and record again."""
    with serving(before, data) as machine:
        filled = _filled(before, data, machine)
    began = clock.monotonic()
    applied = run(now, data, "migrate")["applied"]
    seconds = clock.monotonic() - began
    with serving(now, data) as machine:
        after = asyncio.run(_record(machine, filled)) | stored_files(data)
        written = asyncio.run(_write_some(machine, filled))
    figures = _figures(filled.recorded) | {"written afterwards": f"{written:,}", "migrations": ", ".join(applied)}
    trouble = [*missing(filled.recorded), *differences(filled.recorded, after), *_verified(now, data)]
    return Outcome("Stopped", figures | {"seconds of migrate": f"{seconds:.0f}"}, trouble)


def live(before: Version, now: Version, data: Path) -> Outcome:
    """The same, with the migrations while the earlier version serves and is written to."""
    with serving(before, data) as machine:
        filled = _filled(before, data, machine)
        began = clock.monotonic()
        applied, written = asyncio.run(_migrate_amid_writes(machine, filled, now, data))
        seconds = clock.monotonic() - began
        meanwhile = asyncio.run(_steady_record(machine, filled)) | stored_files(data)
        trouble = [*missing(filled.recorded), *_named("during", differences(filled.recorded, meanwhile))]
    with serving(now, data) as machine:
        after = asyncio.run(_record(machine, filled)) | stored_files(data)
        afterwards = asyncio.run(_write_some(machine, filled))
    trouble += [*differences(meanwhile, after), *_verified(now, data)]
    figures = _figures(meanwhile) | {"written meanwhile": f"{written:,}", "written afterwards": f"{afterwards:,}"}
    return Outcome(
        "Live", figures | {"migrations": ", ".join(applied), "seconds of migrate": f"{seconds:.0f}"}, trouble
    )


def _figures(recorded: Recorded) -> dict[str, str]:
    """How much was compared."""
    lists = (
        "cases",
        "letters",
        "invoices",
        "finance--payouts",
        "refunds",
        "bank--transactions",
        "events",
        "audit--log",
    )
    statements = sum("/statement?" in path for path in recorded)
    files = sum(path.startswith("media/") for path in recorded)
    return {name.replace("--", " "): f"{counted(recorded, name):,}" for name in lists} | {
        "statements of cases": f"{statements:,}",
        "stored files": f"{files:,}",
        "compared in all": f"{len(recorded):,}",
    }


@contextmanager
def serving(version: Version, data: Path) -> Iterator[Machine]:
    """A `serve` of a version, once it answers."""
    machine = Machine(data, (), extra=SETTINGS, program=version.folder)
    command = (str(version.python), "-m", "fordran", "serve", "--demo", "--sandbox", "--data", str(data))
    machine.command = (*command, "--port", str(machine.port))
    data.mkdir(exist_ok=True, mode=0o700)
    machine.start()
    try:
        machine.wait_until_ready()
        yield machine
    finally:
        machine.stop()


def run(version: Version, data: Path, *words: str, fails: bool = False) -> Any:
    """The JSON that a command of a version prints. One that `fails` may end with 1."""
    command = [str(version.python), "-m", "fordran", *words, "--data", str(data), "--json"]
    done = subprocess.run(
        command,
        cwd=version.folder,
        env=environment({"PYTHONPATH": str(version.folder)}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=COMMAND_SECONDS,
        check=False,
    )
    if done.returncode > int(fails):
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return json.loads(done.stdout)


def _token(version: Version, data: Path, machine: Machine) -> str:
    made = run(version, data, "client", "add", "--name", "upgrade", "--operator", "--ip", "127.0.0.1")
    answer = httpx.post(f"{machine.url}/authenticates/api-code", json={"code": made["api_code"]}, trust_env=False)
    answer.raise_for_status()
    return str(answer.json()["token"])


def _verified(version: Version, data: Path) -> list[str]:
    found = run(version, data, "verify", fails=True)["differences"]
    return [f"verify: {one['table']} {one['id']}: {one['what']} should be {one['expected']}" for one in found]


def _filled(version: Version, data: Path, machine: Machine) -> Filled:
    """Fill an installation, and record it once nothing is due any more."""
    token = _token(version, data, machine)

    async def fill_and_describe() -> Filled:
        async with machine.client(token) as client:
            return Filled(token, await described_paths(client), await fill(client), {})

    filled = asyncio.run(fill_and_describe())
    return replace(filled, recorded=asyncio.run(_steady_record(machine, filled)) | stored_files(data))


async def _record(machine: Machine, filled: Filled) -> Recorded:
    async with machine.client(filled.token) as client:
        return await record(client, filled.today, filled.paths)


async def _steady_record(machine: Machine, filled: Filled) -> Recorded:
    """A record that the next one equals: the worker has done what was due. Reading adds to the audit log."""
    last, changed = await _record(machine, filled), [""]
    for _ in range(STEADY_TRIES):
        await asyncio.sleep(STEADY_SECONDS)
        following = await _record(machine, filled)
        added = [f"{path} is new." for path in following.keys() - last.keys() if not path.startswith("/audit--log/")]
        changed = [*added, *differences(last, following)]
        if not changed:
            return following
        last = following
    raise NeverSteady(f"Two records in a row always differ: {' '.join(changed[:MOST_NAMED])}")


async def _migrate_amid_writes(machine: Machine, filled: Filled, now: Version, data: Path) -> tuple[list[str], int]:
    """Migrate while debts are registered and paid; the migrations that ran, and how much was written."""
    is_over = asyncio.Event()
    async with machine.client(filled.token) as client:
        writing = asyncio.create_task(_write(client, filled.today, is_over))
        await asyncio.sleep(1)
        try:
            applied = (await asyncio.to_thread(run, now, data, "migrate"))["applied"]
            await asyncio.sleep(1)
        finally:
            is_over.set()
        return applied, await writing


async def _write_some(machine: Machine, filled: Filled) -> int:
    """Write to the upgraded installation, to cases old and new, and let a day pass; how much was written."""
    async with machine.client(filled.token) as client:
        owner = await owner_of(client)
        open_cases = [
            document["_id"]
            for path, document in filled.recorded.items()
            if path.startswith("/cases/")
            and "statement" not in path
            and document.get("creditor") == owner["creditor"]
            and document.get("state") not in (None, "closed")
        ]
        for case in [*open_cases, await register(client, owner, filled.today, 1)]:
            await pay(client, owner, case, 1, filled.today)
        await business_day(client, 1)
    return len(open_cases) + 2


def _named(when: str, found: Iterable[str]) -> Iterator[str]:
    return (f"{when}: {sentence}" for sentence in found)


async def _write(client: httpx.AsyncClient, today: date, is_over: asyncio.Event) -> int:
    """Register a debt and pay some of it, again and again."""
    owner = await owner_of(client)
    for number in itertools.count(100):
        if is_over.is_set():
            return 2 * (number - 100)
        await pay(client, owner, await register(client, owner, today, number), number, today)
    raise AssertionError("it counts for ever")
