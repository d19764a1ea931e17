"""Recovery to a moment, as docs/recovery.md describes it for the embedded PostgreSQL: base backup, archived log, target time."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fordran.store.connections.database import connect
from fordran.store.embedded import server as embedded
from fordran.store.embedded.user import binary, popen, take_over
from tests.commands.running import fordran
from tests.prepared import copy_data

ROLE = "create role backup replication login password 'backup-password'\n"


def ask(url: str, statement: str, *values: Any) -> Any:
    async def run() -> Any:
        connection = await connect(url)
        try:
            return await connection.fetchval(statement, *values)
        finally:
            await connection.close()

    return asyncio.run(run())


def add_day(url: str, day: date) -> datetime:
    """Write a row; when that was done."""
    ask(url, "insert into delivery_batches (channel, day, batches) values ('print', $1, 1) returning 1", day)
    moment: datetime = ask(url, "select clock_timestamp()")
    return moment


def test_an_installation_is_recovered_as_it_was_at_a_moment(prepared: Path, tmp_path: Path) -> None:
    data, archive = copy_data(prepared, tmp_path / "data"), tmp_path / "archive"
    home = data / "postgres"
    user = take_over(home)
    for folder in (tmp_path, archive):
        folder.mkdir(exist_ok=True)
        os.chown(folder, user.uid, user.gid)
    assert fordran("clock", "show", "--data", data).returncode == 0
    role = popen(user, [binary("postgres"), "--single", "-D", home / "data", "postgres"], home)
    told, _ = role.communicate(ROLE)
    assert role.returncode == 0, told
    with (home / "data" / "postgresql.conf").open("a") as settings:
        settings.write(f"archive_mode = on\narchive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n")

    with embedded.server(data, fast=True) as url:
        add_day(url, date(2000, 1, 1))
        base = tmp_path / "base"
        port = urlsplit(url).port
        subprocess.run(
            [binary("pg_basebackup"), "-h", "127.0.0.1", "-p", str(port), "-U", "backup", "-D", base, "-c", "fast"],
            env={"PGPASSWORD": "backup-password"},
            check=True,
        )
        wanted = add_day(url, date(2000, 1, 2))
        add_day(url, date(2000, 1, 3))
    assert [*archive.iterdir()], "a server that stops archives its last piece of log"

    there = tmp_path / "there"
    there.mkdir(mode=0o700)
    for name in ("fordran.toml", "database-password"):
        if (data / name).exists():
            shutil.copy2(data / name, there / name)
    (there / "postgres").mkdir(mode=0o700)
    base.rename(there / "postgres" / "data")
    with (there / "postgres" / "data" / "postgresql.conf").open("a") as settings:
        settings.write(
            f"archive_mode = off\nrestore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{wanted.isoformat()}'\nrecovery_target_action = 'promote'\n"
        )
    (there / "postgres" / "data" / "recovery.signal").touch()
    for root, folders, files in os.walk(there / "postgres"):
        for name in (".", *folders, *files):
            os.chown(Path(root, name), user.uid, user.gid)

    with embedded.server(there, fast=True) as url:
        days = ask(url, "select array_agg(day order by day) from delivery_batches")
    assert days == [date(2000, 1, 1), date(2000, 1, 2)]
    verified = fordran("verify", "--data", there)
    assert (verified.returncode, verified.stdout) == (0, "Everything is as it should be.\n"), verified.stderr
