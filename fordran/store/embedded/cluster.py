"""The files of the embedded PostgreSQL: making them once, whole or not at all, and its settings at every start.

Within `<data>/postgres`: `data` is the server's own folder, `server.log` its log. `<data>/database-password` is the
password of the one role that can sign in; the server's superuser has no password and so cannot sign in at all.
"""

import os
import secrets
import shutil
import socket
from pathlib import Path

from fordran.safe_names import rename_for_good, write_for_good, write_once
from fordran.store.embedded.user import EmbeddedTrouble, ServerUser, binary, popen

ROLE = "fordran"
MAJOR_VERSION = "18"
_MIB = 1024 * 1024

# The builtin C.UTF-8 sorts by code point, the same on every machine, and yet knows that å is a small Å.
_LOCALE = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")


class InitFailed(EmbeddedTrouble):
    """PostgreSQL could not make its files."""


class WrongVersion(EmbeddedTrouble):
    """The files there were not made by this major version of PostgreSQL."""


def password(data: Path) -> str:
    """The role's password, made at the first call and kept in a file that only its owner can read."""
    path = data / "database-password"
    if not path.exists():
        write_once(path, secrets.token_hex(24))
    return path.read_text().strip()


def make_files(home: Path, user: ServerUser, role_password: str, *, fast: bool) -> None:
    """Make the server's files in `home/data` unless they are there: first aside, then renamed, so that a kill in the
    middle leaves nothing half."""
    if (home / "data").exists():
        mark = home / "data" / "PG_VERSION"
        if not mark.exists():
            raise WrongVersion(f"The folder {home / 'data'} holds something else than PostgreSQL's files.")
        version = mark.read_text().strip()
        if version != MAJOR_VERSION:
            raise WrongVersion(
                f"The data in {home} was made by PostgreSQL {version}; this fordran brings PostgreSQL {MAJOR_VERSION}. "
                f"Make a backup with the fordran that made it and restore that."
            )
        return
    for left_over in home.glob("data.new-*"):
        # The initdb of a killed fordran may still be writing there; what it leaves goes another time.
        shutil.rmtree(left_over, ignore_errors=True)
    folder = home / f"data.new-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o700)
    user.own(folder)
    try:
        initdb: list[str | Path] = [binary("initdb"), "-D", folder, "-U", "postgres", *_LOCALE, "--data-checksums"]
        initdb += ["--auth-host=scram-sha-256", "--auth-local=reject", *(["--no-sync"] if fast else [])]
        _run(user, initdb, home, "")
        # Single-user mode makes role and database before any door is open, and before the rename.
        _run(
            user,
            [binary("postgres"), "--single", "-D", folder, *(["-F"] if fast else []), "postgres"],
            home,
            f"create role {ROLE} login createdb password '{role_password}'\ncreate database {ROLE} owner {ROLE}\n",
        )
        (folder / "postgresql.conf").write_text(
            "# fordran.conf is written again at every start. Settings of your own stand below it and win.\n"
            "include = 'fordran.conf'\n"
        )
        rename_for_good(folder, home / "data")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def write_settings(home: Path, user: ServerUser, *, fast: bool, port: int) -> None:
    """Write `fordran.conf` for the next start."""
    path = home / "data" / "fordran.conf"
    memory_mib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // _MIB
    settings = {
        # TCP on the loopback address: see docs/decisions/0001-embedded-postgresql.md.
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "max_connections": "200",
        "password_encryption": "scram-sha-256",
        "shared_buffers": f"{64 if fast else max(128, min(2048, memory_mib // 8))}MB",
        "effective_cache_size": f"{max(256, memory_mib // 2)}MB",
        "work_mem": "16MB",
        "maintenance_work_mem": "128MB",
        "random_page_cost": "1.1",
        "jit": "off",
        "max_wal_size": "2GB",
        "wal_compression": "on",
        "fsync": "off" if fast else "on",
        # A test drops its databases at once, which a vacuum in them would refuse.
        "autovacuum": "off" if fast else "on",
        "full_page_writes": "off" if fast else "on",
        "synchronous_commit": "off" if fast else "on",
        "timezone": "UTC",
        "log_timezone": "UTC",
        # With the code of an error (%e).
        "log_line_prefix": "%m [%p] %e ",
        "log_checkpoints": "off",
        "log_min_messages": "warning",
        # Neither statements nor values of an error, which can be personal numbers: its detail has them, and its statement.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
        # Slow statements without their values.
        "log_min_duration_statement": "1000",
        "log_parameter_max_length": "0",
        "log_parameter_max_length_on_error": "0",
        "log_lock_waits": "on",
    }
    # The port of the last start is read from it: a disk that is full now must not have it lost.
    write_for_good(path, "".join(f"{name} = '{value}'\n" for name, value in settings.items()))
    user.own(path)


def last_port(home: Path) -> int | None:
    """The port of the last start. Keeping it lets processes that outlive a restart of the server find it again."""
    path = home / "data" / "fordran.conf"
    if path.exists():
        for line in path.read_text().splitlines():
            if line.startswith("port = "):
                return int(line.removeprefix("port = ").strip("'"))
    return None


def free_port(wanted: int) -> int | None:
    """The wanted port if it is free, or any free one if 0 is wanted."""
    with socket.socket() as probe:
        # PostgreSQL sets the same option; without it a port of a connection closed a moment ago looks taken.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return None
        found: int = probe.getsockname()[1]
        return found


def _run(user: ServerUser, arguments: list[str | Path], folder: Path, text: str) -> None:
    process = popen(user, arguments, folder)
    try:
        output, _ = process.communicate(text)
    except BaseException:
        process.kill()
        process.communicate()
        raise
    # Single-user mode goes on after an error and exits with 0.
    if process.returncode != 0 or "ERROR:" in output or "FATAL:" in output:
        lines = [line for line in output.strip().splitlines() if line.strip()]
        raise InitFailed(f"PostgreSQL could not make its files in {folder}: {' '.join(lines[-3:])}")
