"""A server that stands still amid its recovery is noticed, and started again; one that works, or has started, is let be."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from fordran.store.embedded import process as embedded_process
from fordran.store.embedded import server as embedded
from fordran.store.embedded.process import StartFailed, postmaster
from fordran.store.embedded.stalls import StallWatch, _children

SHORT_SECONDS = 1.0

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stalls") / "data"


@pytest.fixture
def server(folder: Path) -> Iterator[embedded.EmbeddedServer]:
    started = embedded.start(folder, fast=True)
    yield started
    started.stop()


def is_seen(watch: StallWatch, pid: int, seconds: float) -> bool:
    """Whether a stall is seen within so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if watch.is_stalled(pid):
            return True
        time.sleep(0.05)
    return False


def keep_from_recovering(folder: Path) -> list[Path]:
    """Let the next start wait for a log that never comes, as one whose checkpoint never comes: without doing anything."""
    data = folder / "postgres" / "data"
    signal, settings = data / "recovery.signal", data / "postgresql.auto.conf"
    signal.touch()
    settings.write_text("restore_command = 'exec sleep 300'\n")
    for file in (signal, settings):
        file.chmod(0o666)
    return [signal, settings]


def test_a_server_that_has_started_has_not_stalled(server: embedded.EmbeddedServer) -> None:
    running = postmaster(server.data / "postgres")
    assert running is not None
    assert not is_seen(StallWatch(SHORT_SECONDS), running.pid, 3 * SHORT_SECONDS)
    assert server.alive()


def test_a_start_that_stands_still_is_given_up_and_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedded.start(folder, fast=True).stop()
    monkeypatch.setattr(embedded_process, "StallWatch", lambda: StallWatch(SHORT_SECONDS))
    files = keep_from_recovering(folder)
    with pytest.raises(StartFailed, match="stood still"):
        embedded.start(folder, fast=True)
    assert postmaster(folder / "postgres") is None
    for file in files:
        file.unlink()
    (folder / "postgres" / "data" / "postgresql.auto.conf").touch()


def started_anew(server: embedded.EmbeddedServer) -> subprocess.Popen[str]:
    """The server's process ended at once, and another in its place that nobody waits for."""
    home = server.data / "postgres"
    embedded_process.halt(home, server._process)
    with (home / "server.log").open("a") as log:
        process = embedded_process.popen(
            server._user, [embedded_process.binary("postgres"), "-D", home / "data"], home, output=log
        )
    server._process = process
    return process


def test_what_is_told_to_stop_while_it_recovers_and_does_not_is_not_waited_for(server: embedded.EmbeddedServer) -> None:
    """PostgreSQL itself gives its processes five seconds to end; before, half a minute passed until it was asked to."""
    home = server.data / "postgres"
    files = keep_from_recovering(server.data)
    stuck = started_anew(server)
    until = time.monotonic() + 30
    while not (recovering := [child for child in _children(stuck.pid) if "startup" in child.name]):
        assert time.monotonic() < until, "it never began to recover"
        time.sleep(0.05)
    os.kill(recovering[0].pid, signal.SIGSTOP)
    began = time.monotonic()
    embedded_process.shut_down(home, stuck)
    assert time.monotonic() - began < embedded_process.SECONDS_FOR_STOPPING / 2
    for file in files:
        file.unlink()
    (home / "data" / "postgresql.auto.conf").touch()
    server.revive(lambda _: None)


async def test_what_stands_still_while_it_is_used_is_stopped_and_started_again(server: embedded.EmbeddedServer) -> None:
    home = server.data / "postgres"
    server._watch = StallWatch(SHORT_SECONDS)
    files = keep_from_recovering(server.data)
    stuck = started_anew(server)
    until = time.monotonic() + 30
    while server.alive() or stuck.poll() is None:
        assert time.monotonic() < until, "nobody noticed"
        time.sleep(0.05)
    for file in files:
        file.unlink()
    (home / "data" / "postgresql.auto.conf").touch()
    server.revive(lambda _: None)
    connection = await asyncpg.connect(server.url)
    assert await connection.fetchval("select 1") == 1
    await connection.close()
