"""A service manager hears when the service is ready, that it works, and that it stops."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from fordran.commands import children
from fordran.commands.systemd import notify, watchdog_seconds
from tests.commands.running import ENDS_WITHIN, FORDRAN, environment
from tests.prepared import copy_data


def test_serve_reports_that_it_is_ready_works_and_stops(prepared: Path, tmp_path: Path) -> None:
    data, address = copy_data(prepared, tmp_path / "data"), tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(ENDS_WITHIN)
        serve = ["serve", "--port", "0", "--data", str(data)]
        process = subprocess.Popen(
            ["/bin/sh", "-c", 'export WATCHDOG_PID=$$; exec "$@"', "sh", *FORDRAN, *serve],
            env=environment({"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "300000"}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            heard = manager.recv(1000).decode()
            assert heard.startswith("READY=1\nSTATUS=Serving at http://127.0.0.1:")
            assert manager.recv(1000) == b"WATCHDOG=1"
            assert manager.recv(1000) == b"WATCHDOG=1"
        finally:
            process.terminate()
            process.wait(ENDS_WITHIN)
        while (last := manager.recv(1000)) == b"WATCHDOG=1":
            continue
        assert last == b"STOPPING=1"


def test_nothing_is_sent_where_nobody_listens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    notify("READY=1")


@pytest.mark.parametrize(
    ("microseconds", "is_ours", "seconds"),
    [("", True, None), ("90000000", True, 30.0), ("90000000", False, None), ("x", True, None)],
)
def test_the_watchdog_is_heard_of_in_time(
    monkeypatch: pytest.MonkeyPatch, microseconds: str, is_ours: bool, seconds: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if is_ours else "1")
    assert watchdog_seconds() == seconds


def test_a_link_to_a_later_version_is_followed_by_processes_that_start_then(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for version in ("fordran-1", "fordran-2"):
        (tmp_path / version / "bin").mkdir(parents=True)
        for name in ("fordran", "python"):
            (tmp_path / version / "bin" / name).touch()
    link = tmp_path / "fordran"
    link.symlink_to(tmp_path / "fordran-1")
    monkeypatch.setattr("sys.argv", [str(link / "bin" / "fordran"), "serve"])
    assert children.python()[0] == str(tmp_path / "fordran-1" / "bin" / "python")
    link.unlink()
    link.symlink_to(tmp_path / "fordran-2")
    assert children.python()[0] == str(tmp_path / "fordran-2" / "bin" / "python")
