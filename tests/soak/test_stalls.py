"""What makes things stand still does so, and sets them going again; how long a service was away is measured."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from tools.soak.counts import Counts
from tools.soak.disk import SmallDisk
from tools.soak.place import Place
from tools.soak.readiness import MOST_SECONDS, Watch
from tools.soak.stalls import stall_now_and_then


async def test_a_disk_is_filled_to_its_last_byte_and_emptied(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path / "disk")
    await disk.open()
    try:
        if not disk.is_mounted:
            pytest.skip("only root can mount a file system")
        disk.fill()
        with pytest.raises(OSError, match="No space left"):
            (tmp_path / "disk" / "file").write_bytes(b"x" * 4096)
        disk.empty()
        (tmp_path / "disk" / "file").write_bytes(b"kept")
    finally:
        await disk.close(keep=True)
    assert (tmp_path / "disk" / "file").read_bytes() == b"kept"


class OneProcess(Place):
    """A place with one process in it, which is of every kind."""

    def __init__(self, pid: int, folder: Path) -> None:
        super().__init__(folder, 1, 1, Random("1"), Counts())
        self.pid = pid

    def running(self, kind: str) -> list[int]:
        return [self.pid]


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


async def test_what_was_paused_goes_on_however_the_run_ends(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec("sleep", "60")
    place = OneProcess(process.pid, tmp_path)
    stalling = asyncio.create_task(stall_now_and_then(place, Random("2"), is_short=True))
    try:
        until = time.monotonic() + 20
        while state_of(process.pid) != "T":
            assert time.monotonic() < until, "it was never paused"
            await asyncio.sleep(0.005)
        stalling.cancel()
        await asyncio.wait([stalling])
        assert state_of(process.pid) in ("S", "R")
        assert place.counts.stalls.total() == 1
    finally:
        process.kill()
        await process.wait()


async def test_the_longest_time_that_a_service_was_not_ready_is_told_and_judged() -> None:
    counts = Counts()
    watch = Watch([1, 2], counts)
    began = time.monotonic()
    for moment, what in ((0.5, "api"), (2.5, "postmaster"), (9.0, "worker"), (12.0, "api")):
        counts.killed(what, began + moment)
    for name, moment in (("service 1", 3.0), ("service 1", 10.0), ("service 1", 11.0), ("service 2", 1.0)):
        watch.note(name, began + moment)
    assert round(counts.not_ready["service 1"]) == 7
    assert counts.meanwhile["service 1"] == "postmaster killed at 1.5, worker killed at 8.0"
    watch.note("service 2", began + 2 + MOST_SECONDS)
    watch._judge()
    assert counts.findings == ["other: service 2 was not ready for 91 seconds"]
    assert "service 1 7.0 s" in counts.shown()
