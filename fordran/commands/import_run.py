"""How an import runs: one process reads the file and writes to the database, in the file's order; others prepare.

Preparing takes most of the time and needs no database, so each core has a process for it. A batch is one transaction.
"""

import asyncio
import gc
import hashlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.imports.batch import NOT_TOGETHER, register_batch
from fordran.actions.imports.documents import RegistrationRows, sheets
from fordran.actions.imports.import_file import (
    FileImport,
    begin_import,
    finish_import,
    look_at_tables,
    owner_of,
    task_of,
)
from fordran.actions.imports.issues import in_language
from fordran.actions.imports.kinds import KINDS
from fordran.actions.imports.outcome import ImportOutcome
from fordran.actions.imports.prepare import PreparationTask, PreparedBatch, prepare
from fordran.commands.process_setup import settle_memory
from fordran.domain.languages import ENGLISH
from fordran.formats.tables import read_table
from fordran.store.connections.database import Database

BATCH = 500
FEW = 2 * BATCH
"""So many rows are done sooner than further processes would have started."""
MOST_ATTEMPTS = 5


MOST_SECONDS = 1800.0
"""How long a file may take to read: a million rows take some minutes."""


class CannotBeRead(Exception):
    """The file cannot be opened, or not from its beginning a second time."""


class NoOwnerGiven(Exception):
    """No row of the file names its owner, and no option does."""


class RunsAlready(Exception):
    """Another process is importing the same file."""


@dataclass(frozen=True)
class FoundFile:
    """A file that can be read to its end."""

    path: Path
    kind: str
    defaults: Mapping[str, str]
    sha256: bytes
    rows: int
    owners: frozenset[tuple[str, str]]

    @property
    def missing(self) -> list[str]:
        """Which of account and creditor some rows lack, with no default for them; raises where all rows do."""
        found = [name for place, name in enumerate(("account", "creditor")) if any(not o[place] for o in self.owners)]
        nowhere = [name for name in found if not any(o[("account", "creditor").index(name)] for o in self.owners)]
        if nowhere:
            options = " and ".join(f"--{name} ID" for name in nowhere)
            raise NoOwnerGiven(f"No row of {self.path.name} names its {' or '.join(nowhere)}: give {options}.")
        return found


@dataclass
class Imported:
    """The result of this run of an import. Duplicates were registered before, by it or otherwise."""

    report: str
    kind: str
    filename: str
    sha256: str
    rows_read: int
    registered: int = 0
    duplicates: int = 0
    refused: dict[int, Any] = field(default_factory=dict)
    warned: dict[int, list[dict[str, str]]] = field(default_factory=dict)
    began_before: datetime | None = None


def look_through(path: Path, kind: str, defaults: Mapping[str, str]) -> FoundFile:
    """The file, read once to its end; raises `BadTable` where it is none of the kinds we read."""
    rows = 0
    owners: set[tuple[str, str]] = set()
    try:
        with path.open("rb") as stream:
            if not stream.seekable():
                raise CannotBeRead(f"{path} can be read only once: save it to a file first.")
            sha256 = hashlib.file_digest(stream, "sha256").digest()
            stream.seek(0)
            began = clock.monotonic()
            for sheet in sheets(read_table(stream), KINDS[kind].lines):
                if clock.monotonic() - began > MOST_SECONDS:
                    raise CannotBeRead(f"{path} takes longer than {MOST_SECONDS:.0f} seconds to read: split it.")
                rows += len(sheet.rows)
                owners.add(owner_of(sheet, defaults))
    except OSError as error:
        raise CannotBeRead(f"{path} cannot be read: {error.strerror}.") from error
    return FoundFile(path, kind, defaults, sha256, rows, frozenset(owners))


def run_import(url: str, file: FoundFile, advance: Callable[[int], object]) -> Imported:
    """Import the file, or the rest of it. `advance` repeatedly gets the number of rows that are done."""
    settle_memory()
    return asyncio.run(import_file(url, file, advance))


async def import_file(url: str, file: FoundFile, advance: Callable[[int], object]) -> Imported:
    """The same, in a loop that runs already."""
    database = Database(url, 2)
    try:
        async with database.transaction() as tx:
            running = await begin_import(
                tx, file.kind, file.path.name, file.sha256, file.defaults, file.owners, file.rows, clock.now()
            )
        imported = Imported(running.id, file.kind, running.filename, file.sha256.hex(), file.rows)
        imported.began_before = running.began_before
        async with database.connection() as lock:
            if not await lock.fetchval("select pg_try_advisory_lock(hashtextextended($1, 2))", running.id):
                raise RunsAlready("Another process is importing this file just now.")
            with preparing(is_shared=file.rows - len(running.done) > FEW) as prepare_:
                await _register_all(database, file, running, prepare_, imported, advance)
            async with database.transaction() as tx:
                await finish_import(tx, running, clock.now())
    finally:
        await database.close()
    return imported


async def _register_all(
    database: Database,
    file: FoundFile,
    running: FileImport,
    prepare_: Callable[[PreparationTask], Awaitable[PreparedBatch]],
    imported: Imported,
    advance: Callable[[int], object],
) -> None:
    """Keep the preparers busy, and write what they have prepared in the order of the file."""
    ahead = (os.cpu_count() or 1) + 2
    underway: deque[tuple[Awaitable[PreparedBatch], int]] = deque()
    is_first = True

    async def write_next() -> None:
        nonlocal is_first
        batch, rows = underway.popleft()
        outcome = await _write(database, running, await batch)
        imported.registered += len(outcome.registered)
        imported.duplicates += len(outcome.duplicates)
        imported.refused |= {row: in_language(issues, ENGLISH) for row, issues in outcome.refused.items()}
        imported.warned |= outcome.warned
        advance(rows)
        if is_first:
            async with database.transaction() as tx:
                await look_at_tables(tx)
            is_first = False

    with file.path.open("rb") as stream:
        for batch in _batches(sheets(read_table(stream), running.kind.lines)):
            left = [sheet for sheet in batch if sheet.row not in running.done]
            imported.duplicates += len(batch) - len(left)
            advance(sum(len(sheet.rows) for sheet in batch) - sum(len(sheet.rows) for sheet in left))
            if not left:
                continue
            async with database.connection() as connection:
                task = await task_of(connection, running, left, clock.now())
            underway.append((prepare_(task), sum(len(sheet.rows) for sheet in left)))
            if len(underway) > ahead:
                await write_next()
    while underway:
        await write_next()


def _batches(found: Iterator[RegistrationRows]) -> Iterator[Sequence[RegistrationRows]]:
    while batch := list(islice(found, BATCH)):
        yield batch


async def _write(database: Database, running: FileImport, batch: PreparedBatch) -> ImportOutcome:
    for attempt in range(1, MOST_ATTEMPTS + 1):
        try:
            async with database.transaction() as tx:
                return await register_batch(tx, running, batch, clock.now(), in_bulk=attempt == 1)
        except NOT_TOGETHER:
            if attempt == MOST_ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


@contextmanager
def preparing(*, is_shared: bool) -> Iterator[Callable[[PreparationTask], Awaitable[PreparedBatch]]]:
    """The executor that prepares tasks: this process, or one process for each core."""
    if not is_shared:
        yield _prepare_here
        return
    # Each is started afresh: a copy of this one would have copies of its connections.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context, initializer=_end_with_parent) as pool:
        yield lambda task: asyncio.wrap_future(pool.submit(prepare, task))


async def _prepare_here(task: PreparationTask) -> PreparedBatch:
    return prepare(task)


def _end_with_parent() -> None:
    """In a preparer: leave Ctrl-C to the parent, and end when it ends in whatever way, a kill -9 included."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A task makes hundreds of thousands of objects and no circles worth looking for: that took a sixth of the time.
    gc.disable()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
