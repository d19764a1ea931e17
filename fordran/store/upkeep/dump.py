"""All of our tables in one file and back, by PostgreSQL's own programs from the wheel, for servers from 15 to 18."""

import asyncio
import os
import re
import subprocess
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urlsplit, urlunsplit

from fordran.store.connections.database import connect
from fordran.store.embedded.user import binary

_FROM_SERVER = "Error message from server:"
_OURS = ("--schema=fordran", "--schema=fordran_*")
_PIECE = 1 << 18
_LONGEST_NAME = 150
_LINES_KEPT = 50
# As pg_dump --verbose reports it, and as pg_restore writes it.
_BEGUN = re.compile(r'dumping contents of table "?(\w+)"?\."?(\w+)"?')
_COPIED = re.compile(rb"\nCOPY (\w+\.\w+) \(")

Tell = Callable[[int, int], None]
"""Called with the number that have passed, and the total."""
# pg_restore 17 and later begin with a setting that older servers do not know.
_UNKNOWN_BEFORE_17 = b"SET transaction_timeout = 0;\n"


class DumpFailed(Exception):
    """PostgreSQL's program could not read or write the tables."""


async def has_tables(url: str) -> bool:
    """Whether the database holds an installation."""
    connection = await connect(url)
    try:
        return bool(await connection.fetchval("select exists (select 1 from pg_namespace where nspname = 'fordran')"))
    finally:
        await connection.close()


@dataclass(frozen=True)
class Dumped:
    """The moment of the snapshot, which has all that was committed before it; and the sizes of the tables in bytes."""

    at: datetime
    tables: dict[str, int]


async def dump(url: str, file: Path, tell: Tell = lambda *_: None) -> Dumped:
    """Write the tables, as they were at one moment, to a file. `tell` gets how many bytes of how many have been read."""
    # The snapshot is ours, so that its moment is known. It has to last while pg_dump begins.
    connection = await connect(url, idle_in_transaction_session_timeout="0")
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            taken = await connection.fetchrow("select statement_timestamp() as at, pg_export_snapshot() as snapshot")
            assert taken is not None
            tables = {row["name"]: row["size"] for row in await connection.fetch(_SIZES)}
            await _run_dump(url, file, taken["snapshot"], Progress(tables, tell))
            return Dumped(taken["at"], tables)
    finally:
        await connection.close()


_SIZES = """
select n.nspname || '.' || c.relname as name, pg_table_size(c.oid) as size
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and (n.nspname = 'fordran' or n.nspname like 'fordran\\_%')
"""


class Progress:
    """How far a dump or a load has come, by the tables that it has begun."""

    def __init__(self, tables: Mapping[str, int], tell: Tell) -> None:
        self._left = dict(tables)
        self._total = sum(tables.values())
        self._current = 0
        self._passed = 0
        self._tell = tell

    def begin(self, table: str) -> None:
        """The next table begins, so the one before it is done."""
        self._passed += self._current
        self._current = self._left.pop(table, 0)
        self._tell(self._passed, self._total)


async def _run_dump(url: str, file: Path, snapshot: str, progress: Progress) -> None:
    address, environment = _without_password(url)
    arguments: list[str | Path] = [binary("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", *_OURS]
    arguments += ["--verbose", f"--snapshot={snapshot}", "--file", file, address]
    process = await asyncio.create_subprocess_exec(*arguments, env=environment, stderr=subprocess.PIPE)
    lines: deque[str] = deque(maxlen=_LINES_KEPT)
    try:
        assert process.stderr is not None
        async for read in process.stderr:
            line = read.decode(errors="replace")
            lines.append(line)
            if begun := _BEGUN.search(line):
                progress.begin(f"{begun[1]}.{begun[2]}")
        if await process.wait() != 0:
            raise DumpFailed(f"The database could not be read: {_reason(''.join(lines))}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def load(url: str, file: Path, tables: Mapping[str, int] | None = None, tell: Tell = lambda *_: None) -> None:
    """Make the tables from such a file: all of them, or none. `tell` gets how many bytes of how many have been written,
    by the sizes of the tables in the backup."""
    address, environment = _without_password(url)
    as_sql: list[str | Path] = [binary("pg_restore"), "--no-owner", "--no-privileges", "--file=-", file]
    run_sql: list[str | Path] = [
        binary("psql"),
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
    ]
    run_sql += ["--output=/dev/null", f"--dbname={address}"]
    with (
        subprocess.Popen(as_sql, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader,  # noqa: S603
        subprocess.Popen(run_sql, env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as writer,  # noqa: S603
    ):
        _pass_on(reader, writer, Progress(tables or {}, tell))
        refused = writer.communicate()[1]
    if writer.returncode != 0:
        raise DumpFailed(f"The tables could not be made: {_reason(refused.decode(errors='replace'))}")


def _pass_on(reader: subprocess.Popen[bytes], writer: subprocess.Popen[bytes], progress: Progress) -> None:
    """Pass the SQL on. If it ends early the writer is killed, since the end of its input would have it commit."""
    source, target = _given(reader.stdout), _given(writer.stdin)
    try:
        for line in source:
            if line != _UNKNOWN_BEFORE_17:
                target.write(line)
                if line.startswith(b"SET row_security"):
                    break
        end_before = b""
        while piece := source.read(_PIECE):
            target.write(piece)
            # The beginning of a table may be cut in two. One that is whole in the end of the piece before is not met twice.
            for begun in _COPIED.finditer(end_before + piece):
                if begun.end() > len(end_before):
                    progress.begin(begun[1].decode())
            end_before = piece[-_LONGEST_NAME:]
        if reader.wait() != 0:
            writer.kill()
    except BrokenPipeError:
        # The writer has met an error and reported it.
        reader.kill()


def _given(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise ValueError("the stream was not asked for")
    return stream


def _without_password(url: str) -> tuple[str, dict[str, str]]:
    """The address as others may see it in a list of processes, and the environment that holds the password."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    parts = urlsplit(url)
    if parts.password is None:
        return url, environment
    user, _, host = parts.netloc.rpartition("@")
    address = urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}@{host}"))
    return address, environment | {"PGPASSWORD": unquote(parts.password)}


def _reason(output: str) -> str:
    """The server's message, else the last line: pg_dump ends with the statement, which does not help."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    messages = [line.partition(_FROM_SERVER)[2].strip() for line in lines if _FROM_SERVER in line]
    return (messages or lines[-1:] or ["no reason was given."])[0]
