"""All of our tables in one file and back, by PostgreSQL's own programs from the wheel, for servers from 15 to 18."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urlsplit, urlunsplit

from fordran.store.connections.database import connect
from fordran.store.embedded.user import binary

_FROM_SERVER = "Error message from server:"
_OURS = ("--schema=fordran", "--schema=fordran_*")
_PIECE = 1 << 18
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


def dump(url: str, file: Path) -> None:
    """Write the tables, as they were at one moment, to a file."""
    address, environment = _without_password(url)
    arguments: list[str | Path] = [binary("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", *_OURS]
    arguments += ["--file", file, address]
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise DumpFailed(f"The database could not be read: {_reason(done.stderr)}")


def load(url: str, file: Path, tell: Callable[[int], None] = lambda _: None) -> None:
    """Make the tables from such a file: all of them, or none. `tell` repeatedly gets the number of bytes that have passed."""
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
        _pass_on(reader, writer, tell)
        refused = writer.communicate()[1]
    if writer.returncode != 0:
        raise DumpFailed(f"The tables could not be made: {_reason(refused.decode(errors='replace'))}")


def _pass_on(reader: subprocess.Popen[bytes], writer: subprocess.Popen[bytes], tell: Callable[[int], None]) -> None:
    """Pass the SQL on. If it ends early the writer is killed, since the end of its input would have it commit."""
    source, target = _given(reader.stdout), _given(writer.stdin)
    try:
        for line in source:
            if line != _UNKNOWN_BEFORE_17:
                target.write(line)
                if line.startswith(b"SET row_security"):
                    break
        passed = 0
        while piece := source.read(_PIECE):
            target.write(piece)
            passed += len(piece)
            tell(passed)
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
