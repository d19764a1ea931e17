"""The processes that `serve` keeps: how soon they are back, and what they must not run or be ended by."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fordran import clock
from fordran.commands import children
from fordran.commands.children import Child, python
from fordran.outside.media import MediaFolder
from fordran.settings import Settings

READY = "import os, sys, time; os.write(int(sys.argv[1]), b'!'); time.sleep(60)"
NEVER_READY = "import sys; sys.exit(3)"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return tmp_path / "child_of_the_test.py"


def child(module: Path, program: str) -> Child:
    module.write_text(program)
    return Child("A child", [module.stem], {"PYTHONPATH": str(module.parent)}, says_ready=True)


def wait_until_ended(kept: Child) -> None:
    assert kept.process is not None
    kept.process.wait(60)


def test_one_that_had_become_ready_is_started_again_at_once_however_often_it_is_killed(module: Path) -> None:
    kept = child(module, READY)
    kept.start()
    try:
        for _ in range(4):
            assert kept.process is not None
            assert kept._ready is not None
            clock.sleep(0.3)
            kept.process.send_signal(signal.SIGKILL)
            wait_until_ended(kept)
            kept.keep_running()
            assert kept.process is not None, "started again in the same look"
            assert kept.deaths == 0
    finally:
        kept.ask_to_stop()
        kept.wait_until_stopped(clock.monotonic() + 5)


def the_worker(database_url: str, data: Path) -> Child:
    settings = replace(Settings(), data=data, database_url=database_url)
    return Child("The worker", ["fordran.commands.worker"], settings.environment(), says_ready=True)


def test_the_worker_is_ready_once_it_has_reached_its_database_and_then_starts_again_at_once(
    database_url: str, tmp_path: Path
) -> None:
    kept = the_worker(database_url, tmp_path)
    kept.start()
    try:
        assert kept._is_ready()
        assert kept.process is not None
        kept.process.send_signal(signal.SIGKILL)
        wait_until_ended(kept)
        kept.keep_running()
        assert kept.process is not None, "started again in the same look"
    finally:
        kept.ask_to_stop()
        kept.wait_until_stopped(clock.monotonic() + 15)


def test_a_worker_that_never_reached_its_database_is_not_taken_for_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "READY_SECONDS", 4.0)
    kept = the_worker("postgresql://nobody@127.0.0.1:1/none", tmp_path)
    kept.start()
    try:
        assert not kept._is_ready()
        assert kept.process is not None
        assert kept.process.poll() is None, "it waits for its database"
    finally:
        kept.ask_to_stop()
        kept.wait_until_stopped(clock.monotonic() + 15)


def test_one_that_dies_before_it_is_ready_waits_longer_each_time(module: Path) -> None:
    kept = child(module, NEVER_READY)
    kept.start()
    waits = []
    for _ in range(3):
        wait_until_ended(kept)
        kept.keep_running()
        waits.append(kept._start_again - clock.monotonic())
        kept.start()
    wait_until_ended(kept)
    kept.wait_until_stopped(clock.monotonic() + 5)
    assert waits[0] < waits[1] < waits[2]


def test_one_that_somebody_kills_before_it_is_ready_has_not_refused_to_start(module: Path) -> None:
    kept = child(module, "import time; time.sleep(60)")
    refusals = []
    for number in (signal.SIGKILL, signal.SIGKILL):
        kept.start()
        assert kept.process is not None
        kept.process.send_signal(number)
        wait_until_ended(kept)
        kept.keep_running()
        refusals.append(kept.refusals)
    module.write_text(NEVER_READY)
    kept.start()
    wait_until_ended(kept)
    kept.keep_running()
    kept.wait_until_stopped(clock.monotonic() + 5)
    assert (refusals, kept.refusals, kept.deaths) == ([0, 0], 1, 3)


def test_what_lies_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "uvloop.py").write_text("print('planted')")
    done = subprocess.run(
        [*python(), "-c", "import uvloop; print(uvloop.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "planted" not in done.stdout


@pytest.mark.parametrize("how", ["2>/dev/full", "2>&-"])
def test_standard_error_that_cannot_be_written_ends_nothing(how: str, tmp_path: Path) -> None:
    told = (
        "from fordran.commands.process_setup import keep_standard_error_steady as steady; steady(); "
        "import sys; from fordran import logs; logs.set_up('info'); "
        "from fordran.commands.options import say; say('x' * 100_000); print('y' * 100_000, file=sys.stderr, flush=True); "
        "import structlog; structlog.get_logger('t').error('z' * 100_000); print('done')"
    )
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -c "$1" {how}', sys.executable, told],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"FORDRAN_DATA": str(tmp_path)},
    )
    assert (done.returncode, done.stdout) == (0, "done\n")


def test_what_was_left_half_written_is_swept_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    folder = MediaFolder(tmp_path)
    folder.put("a" * 24, b"whole")
    half = tmp_path / "aa" / f"{'b' * 22}aa.new"
    half.write_bytes(b"half")
    os.utime(half, (clock.unix(), clock.unix()))
    assert folder.sweep(older_than=clock.unix() - 60) == 0
    assert folder.sweep(older_than=clock.unix() + 60) == 1
    assert folder.get("a" * 24) == b"whole"
