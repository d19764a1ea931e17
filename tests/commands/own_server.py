"""A PostgreSQL 16 from the wheel, as an operator's own server that knows nothing of us."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fordran import clock
from fordran.store.embedded.cluster import free_port
from fordran.store.embedded.user import binary, popen, take_over


@contextmanager
def own_server(folder: Path) -> Iterator[str]:
    """Its URL, with a role that owns an empty database and has no further power."""
    programs = binary("postgres").parents[2] / "pginstall" / "bin"
    folder.mkdir()
    user = take_over(folder)
    made = popen(
        user, [programs / "initdb", "-D", folder / "pg", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"], folder
    )
    assert "Success" in made.communicate()[0]
    port = free_port(0)
    options = [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        f"port={port}",
        "-c",
        "unix_socket_directories=",
        "-c",
        "fsync=off",
    ]
    server = popen(user, [programs / "postgres", "-D", folder / "pg", *options], folder, output=subprocess.DEVNULL)
    try:
        address = f"--dbname=postgresql://postgres@127.0.0.1:{port}/postgres"
        sql = ["create role owner login", "create database own owner owner"]
        command = [str(programs / "psql"), "-v", "ON_ERROR_STOP=1", address, *(f"-c{line}" for line in sql)]
        while subprocess.run(command, capture_output=True, check=False).returncode != 0:
            assert server.poll() is None
            clock.sleep(0.1)
        yield f"postgresql://owner@127.0.0.1:{port}/own"
    finally:
        server.terminate()
        server.wait()
