"""A PgBouncer between the tests and their server, where it is installed (Debian: `apt-get install pgbouncer`)."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

PROGRAM = os.environ.get("FORDRAN_TEST_PGBOUNCER") or shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
needs_pgbouncer = pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed here")
_SECONDS_TO_START, _SECONDS_TO_END = 20.0, 10.0


def version() -> tuple[int, ...]:
    """Of the program, as (1, 18, 0); (0,) where there is none."""
    if PROGRAM is None:
        return (0,)
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
    return tuple(int(part) for part in said.split()[1].split("."))


@contextmanager
def pgbouncer(url: str, folder: Path, mode: str = "transaction", *, size: int = 2, lines: str = "") -> Iterator[str]:
    """The URL of a database by way of a PgBouncer, which has so many sessions for all who come."""
    assert PROGRAM is not None
    parts = urlsplit(url)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = folder / "pgbouncer.ini"
    settings.write_text(f"""[databases]
* = host={parts.hostname} port={parts.port} user={parts.username} password={parts.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
max_client_conn = 200
{lines}
""")
    for place in (folder, *folder.parents[:3]):
        place.chmod(0o755)
    as_user = ["--user", "nobody"] if os.geteuid() == 0 else []
    with (folder / "pgbouncer.log").open("w") as log:
        process = subprocess.Popen([PROGRAM, *as_user, str(settings)], stdout=log, stderr=log)
    try:
        _wait_for(port, process, folder)
        yield parts._replace(netloc=f"{parts.username}@127.0.0.1:{port}").geturl()
    finally:
        process.kill()
        process.wait(_SECONDS_TO_END)


def _wait_for(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + _SECONDS_TO_START
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as trying:
            if trying.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"PgBouncer does not listen: {(folder / 'pgbouncer.log').read_text()}")
