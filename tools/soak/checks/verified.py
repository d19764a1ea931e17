"""`fordran verify` finds everything as it should be, and no process has logged a fault."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import orjson

from tools.harness.machine import FORDRAN
from tools.soak.checks.ground import Ground

MOST_SAID = 2000
MOST_SECONDS = 600


async def check_verified(ground: Ground) -> None:
    """Run the command as an operator would, and read the logs."""
    for command in (("verify", "--json"), ("letters", "verify")):
        process = await asyncio.create_subprocess_exec(
            *FORDRAN,
            *command,
            *ground.place.options,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            said, _ = await asyncio.wait_for(process.communicate(), MOST_SECONDS)
        except TimeoutError:
            process.kill()
            ground.counts.other(f"fordran {' '.join(command)} did not end in {MOST_SECONDS} seconds")
            continue
        if process.returncode != 0:
            ground.counts.other(f"fordran {' '.join(command)} says {said.decode()[:MOST_SAID]}")
        ground.counts.checked[f"fordran {command[0]}"] += 1
    for log in ground.place.folder.glob("*.log"):
        for fault in faults_in(log):
            ground.counts.other(f"{log.name}: {fault[:MOST_SAID]}")


def faults_in(log: Path) -> Iterator[str]:
    """Lines that tell of a fault in the program. That a database or a connection is away is none: it was taken away."""
    for line in log.read_text(errors="replace").splitlines():
        if line.startswith("Traceback"):
            yield line
        elif line.startswith("{") and "exception" in (told := orjson.loads(line)) and not _is_of_a_cut(told):
            yield str(told)


def _is_of_a_cut(told: dict[str, str]) -> bool:
    """Whether it is the driver's word, besides what our code was told, that a connection was cut amid a COPY."""
    return told.get("logger") == "asyncio" and "ConnectionDoesNotExistError" in told["exception"]
