"""The embedded PostgreSQL: started from nothing, after every kind of end, by several commands at once, and as root."""

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from fordran.store.embedded import process as embedded_process
from fordran.store.embedded import server as embedded
from fordran.store.embedded.cluster import WrongVersion
from fordran.store.embedded.process import StartFailed
from fordran.store.embedded.user import ServerUser, popen

START_AND_WAIT = """
import sys
from pathlib import Path
from fordran.store.embedded import server as embedded
server = embedded.start(Path(sys.argv[1]), fast=True, say=lambda line: print(line, file=sys.stderr))
print(server.url, flush=True)
sys.stdin.read()
server.stop()
"""
USE_AND_STOP = """
import asyncio, sys
from pathlib import Path
import asyncpg
from fordran.store.embedded import server as embedded

async def ask(url):
    connection = await asyncpg.connect(url)
    for _ in range(20):
        assert await connection.fetchval("select 1 from pg_sleep(0.005)") == 1
    await connection.close()

for _ in range(3):
    with embedded.server(Path(sys.argv[1]), fast=True) as url:
        asyncio.run(ask(url))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that the tests of this file take turns with."""
    return tmp_path_factory.mktemp("embedded") / "data"


@pytest.fixture
def elsewhere(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has started the server and goes on using it."""
    process = _python(START_AND_WAIT, folder)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("postgresql://")
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def _python(program: str, folder: Path) -> subprocess.Popen[str]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", program, str(folder)], text=True, **pipes)


async def _ask(url: str, sql: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


def _postmaster_pid(folder: Path) -> int:
    found = embedded_process.postmaster(folder / "postgres")
    assert found is not None
    return found.pid


async def test_it_starts_from_nothing_with_settings_that_lose_no_data(tmp_path: Path) -> None:
    data = tmp_path / "not" / "there" / "yet"
    server = embedded.start(data)
    try:
        for setting, value in [
            ("server_version_num", "18"),
            ("fsync", "on"),
            ("synchronous_commit", "on"),
            ("full_page_writes", "on"),
            ("data_checksums", "on"),
            ("server_encoding", "UTF8"),
            ("timezone", "UTC"),
            ("listen_addresses", "127.0.0.1"),
        ]:
            assert str(await _ask(server.url, f"show {setting}")).startswith(value), setting
    finally:
        assert server.stop()
    assert not server.alive()


async def test_its_only_way_in_is_a_password_and_a_role_without_power(folder: Path) -> None:
    with embedded.server(folder, fast=True) as url:
        assert await _ask(url, "select rolsuper from pg_roles where rolname = current_user") is False
        with pytest.raises(asyncpg.InvalidPasswordError):
            await _ask(url.replace("postgresql://fordran:", "postgresql://fordran:no"), "select 1")
        with pytest.raises(asyncpg.InvalidPasswordError):
            await _ask(url.replace("postgresql://fordran:", "postgresql://postgres:"), "select 1")
    assert (folder / "database-password").stat().st_mode & 0o777 == 0o600
    assert (folder / "postgres").stat().st_mode & 0o777 == 0o700


async def test_it_sorts_by_code_point_and_knows_swedish_capitals(folder: Path) -> None:
    with embedded.server(folder, fast=True) as url:
        assert await _ask(url, "select lower('ÅÄÖ')") == "åäö"
        assert await _ask(url, "select 'Z' < 'a' and 'z' < 'å'") is True


async def test_what_was_written_is_there_at_the_next_start(folder: Path) -> None:
    with embedded.server(folder, fast=True) as url:
        await _ask(url, "create table kept as select 7 as number")
    with embedded.server(folder, fast=True) as url:
        assert await _ask(url, "select number from kept") == 7
        await _ask(url, "drop table kept")


async def test_the_last_of_two_users_stops_it(folder: Path) -> None:
    first = embedded.start(folder, fast=True)
    second = embedded.start(folder, fast=True)
    assert first.url == second.url
    assert not first.stop()
    assert await _ask(second.url, "select 1") == 1
    pid = _postmaster_pid(folder)
    assert second.stop()
    assert not second.stop(), "a second stop does nothing"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_commands_that_come_and_go_at_once_never_lose_it(folder: Path) -> None:
    processes = [_python(USE_AND_STOP, folder) for _ in range(4)]
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    assert embedded_process.postmaster(folder / "postgres") is None


async def test_a_command_uses_the_server_of_another_and_leaves_it(
    folder: Path, elsewhere: subprocess.Popen[str]
) -> None:
    pid = _postmaster_pid(folder)
    server = embedded.start(folder, fast=True)
    assert await _ask(server.url, "select 1") == 1
    assert not server.stop()
    assert _postmaster_pid(folder) == pid
    elsewhere.communicate("", timeout=120)
    assert embedded_process.postmaster(folder / "postgres") is None


async def test_a_server_left_by_a_killed_command_is_restarted(folder: Path, elsewhere: subprocess.Popen[str]) -> None:
    orphan = _postmaster_pid(folder)
    elsewhere.kill()
    elsewhere.wait()
    said: list[str] = []
    server = embedded.start(folder, fast=True, say=said.append)
    try:
        assert _postmaster_pid(folder) != orphan
        assert await _ask(server.url, "select 1") == 1
        assert said == ["PostgreSQL was left running by a fordran that was killed; restarting it."]
    finally:
        assert server.stop()


async def test_it_recovers_after_a_kill_of_everything_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_process, "SECONDS_BETWEEN_LINES", 0.0)
    elsewhere = _python(START_AND_WAIT.replace("fast=True, ", ""), tmp_path)
    assert elsewhere.stdout is not None
    url = elsewhere.stdout.readline().strip()
    await _ask(url, "create table kept as select 7 as number")
    os.killpg(_postmaster_pid(tmp_path), signal.SIGKILL)
    elsewhere.kill()
    elsewhere.communicate()
    said: list[str] = []
    with embedded.server(tmp_path, say=said.append) as url:
        assert await _ask(url, "select number from kept") == 7
    assert said
    assert {re.sub(r"\d+ s", "N s", line) for line in said} == {
        "PostgreSQL is recovering after an unclean stop; N s so far."
    }


async def test_it_starts_though_its_old_number_belongs_to_another_process(folder: Path) -> None:
    with embedded.server(folder, fast=True):
        lock_file = (folder / "postgres" / "data" / "postmaster.pid").read_text()
    owner = (folder / "postgres").stat().st_uid
    who = {"user": owner, "group": (folder / "postgres").stat().st_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    with subprocess.Popen(["sleep", "60"], **who) as stranger:  # noqa: ASYNC220
        left = folder / "postgres" / "data" / "postmaster.pid"
        left.write_text(f"{stranger.pid}\n{lock_file.partition(chr(10))[2]}")
        os.chown(left, owner, -1)
        try:
            with embedded.server(folder, fast=True) as url:
                assert await _ask(url, "select 1") == 1
            assert stranger.poll() is None, "the stranger is left alone"
        finally:
            stranger.kill()


@pytest.mark.parametrize("content", ["", "not a number\n"])
async def test_it_starts_over_a_lock_file_that_a_power_cut_spoilt(folder: Path, content: str) -> None:
    with embedded.server(folder, fast=True):
        pass
    (folder / "postgres" / "data" / "postmaster.pid").write_text(content)
    with embedded.server(folder, fast=True) as url:
        assert await _ask(url, "select 1") == 1


async def test_a_kill_while_its_files_are_made_leaves_nothing_half(tmp_path: Path) -> None:
    process = _python(START_AND_WAIT, tmp_path)
    while not list((tmp_path / "postgres").glob("data.new-*/base")):
        assert process.poll() is None
    process.kill()
    process.communicate()
    assert not (tmp_path / "postgres" / "data").exists()
    with embedded.server(tmp_path, fast=True) as url:
        assert await _ask(url, "select current_database()") == "fordran"


async def test_it_takes_another_port_where_its_own_is_taken(folder: Path) -> None:
    with embedded.server(folder, fast=True) as before:
        port = int(before.rpartition(":")[2].partition("/")[0])
    with socket.create_server(("127.0.0.1", port)):
        with embedded.server(folder, fast=True) as after:
            assert after != before
            assert await _ask(after, "select 1") == 1


async def test_one_that_dies_under_us_is_revived_at_the_same_address(folder: Path) -> None:
    server = embedded.start(folder, fast=True)
    try:
        before = server.url
        os.killpg(_postmaster_pid(folder), signal.SIGKILL)
        while server.alive():
            pass
        server.revive(lambda _: None)
        assert server.url == before
        assert await _ask(server.url, "select 1") == 1
    finally:
        assert server.stop()


@pytest.mark.parametrize("is_ours", [True, False])
async def test_one_that_does_not_stop_in_time_is_stopped_at_once_and_keeps_what_it_promised(
    folder: Path, monkeypatch: pytest.MonkeyPatch, is_ours: bool
) -> None:
    monkeypatch.setattr(embedded_process, "SECONDS_FOR_STOPPING", 0.0)
    server = embedded.start(folder)
    await _ask(server.url, f"create table kept_{is_ours} as select 7 as number")
    process = server._process
    if not is_ours:
        server._process = None
    assert server.stop()
    assert process is not None
    process.wait()
    with embedded.server(folder, fast=True) as url:
        assert await _ask(url, f"select number from kept_{is_ours}") == 7


async def test_one_that_does_not_start_again_is_tried_until_it_does(folder: Path) -> None:
    server = embedded.start(folder, fast=True)
    said: list[str] = []
    try:
        os.killpg(_postmaster_pid(folder), signal.SIGKILL)
        while server.alive():
            pass
        settings = folder / "postgres" / "data" / "postgresql.conf"
        good = settings.read_text()
        settings.write_text(good + "no_such_setting = 1\n")

        def hear(sentence: str) -> None:
            said.append(sentence)
            settings.write_text(good)

        server.revive(hear)
        assert await _ask(server.url, "select 1") == 1
        assert len(said) == 1
        assert said[0].endswith("Trying again in 1 s.")
    finally:
        assert server.stop()


def test_files_of_another_version_are_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "postgres" / "data").mkdir(parents=True)
    (tmp_path / "postgres" / "data" / "PG_VERSION").write_text("17\n")
    with pytest.raises(WrongVersion, match=r"was made by PostgreSQL 17; this fordran brings PostgreSQL 18\."):
        embedded.start(tmp_path)


def test_a_start_that_fails_says_why_and_where_to_look(folder: Path) -> None:
    with embedded.server(folder, fast=True):
        pass
    settings = folder / "postgres" / "data" / "postgresql.conf"
    good = settings.read_text()
    settings.write_text(good + "no_such_setting = 1\n")
    try:
        with pytest.raises(StartFailed, match=r"contains errors\. Its log is .*server\.log\."):
            embedded.start(folder)
    finally:
        settings.write_text(good)
    with embedded.server(folder, fast=True):
        pass


async def test_what_a_client_sends_does_not_reach_its_log(folder: Path) -> None:
    with embedded.server(folder, fast=True) as url:
        with pytest.raises(asyncpg.InvalidTextRepresentationError):
            await _ask(url, "select '19900101-1239'::int")
        await _ask(url, "create table twice (number text unique)")
        await _ask(url, "insert into twice values ('19900101-1239')")
        with pytest.raises(asyncpg.UniqueViolationError):
            await _ask(url, "insert into twice values ('19900101-1239')")
        await _ask(url, "select pg_sleep(1.01), '19900101-1239'")
    log = (folder / "postgres" / "server.log").read_text()
    assert "ready to accept connections" in log
    assert 'ERROR:  invalid input syntax for type integer: "[redacted]"' in log
    assert "23505 ERROR:  duplicate key value violates unique constraint" in log, "with its code"
    assert "select pg_sleep(1.01), '[redacted]'" in log, "slow statements"
    assert "19900101" not in log


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_as_root_it_runs_as_somebody_else_even_behind_a_closed_folder(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with embedded.server(closed / "data", fast=True):
        status = Path(f"/proc/{_postmaster_pid(closed / 'data')}/status").read_text()
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert "0" not in fields["Uid"].split()
    assert fields["Groups"].strip() == ""
    assert int(fields["CapEff"], 16).bit_count() == 1, "one capability, to pass the closed folder"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start as another user")
def test_an_ordinary_user_can_run_it_and_root_after_them() -> None:
    nobody = pwd.getpwnam("nobody")
    path = Path(tempfile.mkdtemp(dir="/tmp"))
    os.chown(path, nobody.pw_uid, nobody.pw_gid)
    # The capability is for reading this copy of the program, which may be behind a closed folder.
    user = ServerUser(nobody.pw_uid, nobody.pw_gid, capability=2)
    try:
        process = popen(user, [sys.executable, "-c", USE_AND_STOP, path / "data"], Path("/"))
        assert process.communicate()[0] == ""
        assert process.returncode == 0
        with embedded.server(path / "data", fast=True):
            assert (path / "data" / "postgres" / "data").stat().st_uid == nobody.pw_uid
        os.chown(path / "data" / "postgres", 1, 1)
        refused = popen(user, [sys.executable, "-c", USE_AND_STOP, path / "data"], Path("/"))
        assert "belongs to the user" in refused.communicate()[0]
    finally:
        shutil.rmtree(path)
