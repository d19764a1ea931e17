"""Ask Kivra whom it reaches, beside the worker's other loops, and hand over to its stand-in in a sandbox.

Where Kivra does not answer it is asked again, later each time, and post goes on by its answer before. What really leaves,
leaves by the post (post.py).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.kivra.match_customers import JOB as MATCH
from fordran.actions.kivra.match_customers import MatchTrouble, match_customers
from fordran.operator import Operator
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

HAND_OVER = "hand over to Kivra"
LOOK_EVERY_SECONDS = 2.0
MATCH_EVERY_SECONDS = 30.0
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 60.0, 3600.0


@dataclass
class KivraWorker:
    """One worker's part of it. Two who ask about the same people learn the same."""

    database: Database
    outside: OutsideSystems
    operator: Operator
    jobs: JobLog = field(default_factory=JobLog)
    failures: int = 0
    match_next: float = float("-inf")

    async def run(self, stop: asyncio.Event) -> None:
        """Ask and hand over until a stop signal."""
        while not stop.is_set():
            did = await self.step()
            try:
                await asyncio.wait_for(stop.wait(), 0.01 if did else LOOK_EVERY_SECONDS)
            except TimeoutError:
                continue

    async def step(self) -> int:
        """Do what is due; how much. Its errors are logged, and the rest is done next time."""
        did = 0
        if clock.monotonic() >= self.match_next:
            did = await self._safely(MATCH)
            if not did:
                wait = min(FIRST_WAIT_SECONDS * 2**self.failures, LONGEST_WAIT_SECONDS)
                self.match_next = clock.monotonic() + (wait if self.failures else MATCH_EVERY_SECONDS)
        return did + await self._safely(HAND_OVER)

    async def _safely(self, job: str) -> int:
        try:
            with self.jobs.run(job) as run:
                run.done = await (self._match() if job == MATCH else self._hand_over())
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job postponed", job=job, error=str(trouble))
        except MatchTrouble as trouble:
            self.failures += 1
            log.warning("kivra does not say whom it reaches", reason=str(trouble), failures=self.failures)
        except Exception:
            log.exception("job failed", job=job)
        return 0

    async def _match(self) -> int:
        assert self.outside.match is not None
        did = await match_customers(self.database.transaction, self.outside.match, clock.now(), alone=False)
        self.failures = 0
        return did

    async def _hand_over(self) -> int:
        begin, hands = self.database.transaction, self.outside.hands_over
        return await hands.hand_over_some(begin, self.operator, clock.now(), alone=False)
