"""Readings of what is known of debtors, sign-ins and sendings, on their way to the audit log.

They change no row, so no trigger sees them. They are noted in memory and written together: when half a second has passed, before
the log itself is read, and when the process ends. So a reading is not slowed by its own record.
"""

from __future__ import annotations

import asyncio

import structlog

from fordran import clock
from fordran.actions.record_in_audit import Noted, record_in_audit
from fordran.api.answers import Answer
from fordran.api.endpoint import Endpoint
from fordran.api.reading import Serve
from fordran.api.request import Request
from fordran.resources import RESOURCES
from fordran.store.database import Database

log = structlog.get_logger("fordran.audit")

PERSONAL_FILES = frozenset({"media--files"})
"""What shows debtors' personal data and is no resource, by the first step of its path."""

SENDING = frozenset({"POST /webhooks/{id}/test", "POST /webhooks/{id}/replay"})
"""Acts that send something out and change no document."""

EVERY_SECONDS = 0.5
MOST_NOTED = 20_000
MOST_LISTED = 400_000
"""How many notes, and ids of lists in them, are held while the database cannot be written to."""


def is_noted(endpoint: Endpoint) -> bool:
    """Whether what an endpoint answers is recorded here, because no row that changes tells of it."""
    return endpoint.name in SENDING or (endpoint.method == "GET" and is_personal(step_of(endpoint)))


def is_personal(step: str) -> bool:
    """Whether what stands below a first step of a path shows what is known of debtors: its resource says so."""
    return step in PERSONAL_FILES or (step in RESOURCES and RESOURCES[step].personal)


def step_of(endpoint: Endpoint) -> str:
    """The first step of an endpoint's path, which is a resource's name where there is one."""
    return endpoint.path.split("/")[1]


class ReadingLog:
    """What one process has noted and not yet written."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.dropped = 0
        self._noted: list[Noted] = []
        self._listed = 0
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    def note_answer(self, request: Request, endpoint: Endpoint, done: Answer) -> None:
        """Note what an answer shows or what was sent: the document that the path names, or those of a list."""
        document = request.path.get("id")
        documents = None if document else [shown["_id"] for shown in done.shown]
        is_reading = endpoint.method == "GET"
        if done.status != (200 if is_reading else 201) or not (document or documents):
            return
        caller = request.caller
        self._note(
            Noted(
                clock.now(),
                "api",
                "read" if is_reading else "sent",
                endpoint.name,
                step_of(endpoint),
                request.id,
                request.address,
                caller.user if caller else None,
                caller.account if caller else None,
                document,
                documents,
            )
        )

    def note_sign_in(self, request: Request, user: str) -> None:
        """Note that a user got a token."""
        act = f"{request.method} /authenticates/api-code"
        self._note(
            Noted(clock.now(), "api", "signed_in", act, "users", request.id, request.address, user, document=user)
        )

    def _note(self, noted: Noted) -> None:
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
        except Exception as trouble:  # noqa: BLE001  (nobody waits for this; it is told, and tried again)
            log.warning("readings could not be recorded yet", readings=len(self._noted), trouble=str(trouble))
            if self._timer is None and not self.database.is_closed:
                self._write_in(2 * EVERY_SECONDS)

    async def flush(self) -> None:
        """Write what has been noted. What cannot be written is kept for the next time."""
        async with self._one_at_a_time:
            if self.dropped:
                log.error("readings were not recorded: too many waited for the database", readings=self.dropped)
                self.dropped = 0
            noted, self._noted, self._listed = self._noted, [], 0
            if not noted:
                return
            try:
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
            log.error("readings were not recorded", readings=len(self._noted), trouble=str(trouble))


def after_flush(serve: Serve) -> Serve:
    """The same endpoint, answered when what this process has noted is in the log."""

    async def serve_after(request: Request, database: Database) -> Answer:
        assert request.readings is not None
        await request.readings.flush()
        return await serve(request, database)

    return serve_after
