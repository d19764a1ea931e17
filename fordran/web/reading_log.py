"""Readings of what is known of debtors, sign-ins and sendings, on their way to the audit log.

They change no row, so no trigger sees them. They are noted in memory and written together: when half a second has passed, before
the log itself is read, and when the process ends. So a reading is not slowed by its own record.
"""

from __future__ import annotations

import asyncio

import structlog

from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.store.connections.database import Database
from fordran.store.connections.shares import sharing

log = structlog.get_logger("fordran.audit")

EVERY_SECONDS = 0.5
MOST_NOTED = 20_000
MOST_LISTED = 400_000
"""How many notes, and ids of lists in them, are held while the database cannot be written to."""


class ReadingLog:
    """The readings that one process has noted and not yet written."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.dropped = 0
        self._noted: list[AuditRecord] = []
        self._listed = 0
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    def note(self, noted: AuditRecord) -> None:
        """Have something in the log soon."""
        listed = len(noted.documents or ())
        if len(self._noted) >= MOST_NOTED or self._listed + listed > MOST_LISTED:
            self.dropped += 1
            return
        self._noted.append(noted)
        self._listed += listed
        if self._timer is None:
            self._write_in(EVERY_SECONDS)

    def _write_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._write_soon)

    def _write_soon(self) -> None:
        self._timer = None
        if self.database.is_closed:
            return
        self._writing = asyncio.get_running_loop().create_task(self._write_or_try_again())

    async def _write_or_try_again(self) -> None:
        try:
            await self.flush()
        except Exception as trouble:  # noqa: BLE001  (nobody waits for this; it is logged, and tried again)
            log.warning("audit readings delayed", readings=len(self._noted), error=str(trouble))
            if self._timer is None and not self.database.is_closed:
                self._write_in(2 * EVERY_SECONDS)

    async def flush(self) -> None:
        """Write what has been noted. What cannot be written is kept for the next time."""
        async with self._one_at_a_time:
            if self.dropped:
                log.error("audit readings dropped: queue full", readings=self.dropped)
                self.dropped = 0
            noted, self._noted, self._listed = self._noted, [], 0
            if not noted:
                return
            try:
                # It is nobody's: the request that it was begun by may be one of a client whose share is used up.
                with sharing(()):
                    async with self.database.transaction() as tx:
                        await record_in_audit(tx, noted)
            except BaseException:
                self._noted = noted + self._noted
                self._listed = sum(len(one.documents or ()) for one in self._noted)
                raise

    async def close(self) -> None:
        """Write the rest, at the end of the process."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            await self.flush()
        except Exception as trouble:  # noqa: BLE001  (the process ends whatever happens)
            log.error("audit readings dropped", readings=len(self._noted), error=str(trouble))
