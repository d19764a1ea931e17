"""Restarts amid traffic: every request is answered, by those that leave or by those that take over."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from fordran.settings import Settings
from tests.api.world import World
from tests.commands.running import Running, serving
from tests.load.conftest import Serve, answer_on, ended
from tools.load.hammer import Hammer, in_turn

HEALTH = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
CLOSING = b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"


def children_of(parent: int) -> dict[str, list[int]]:
    """The processes that a `serve` has started, by what they run."""
    found: dict[str, list[int]] = {"api_process": [], "worker": []}
    for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().decode()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended since it was listed
        for name, pids in found.items():
            if f"fordran.commands.{name}" in command:
                pids.append(int(pid))
    return found


async def until_replaced(running: Running, before: dict[str, list[int]]) -> None:
    """Until every child is a new one, and no old one is left to start."""
    async with asyncio.timeout(60):
        while True:
            now = children_of(running.process.pid)
            if [len(set(now[name]) - set(before[name])) for name in ("api_process", "worker")] == [2, 1]:
                return
            await asyncio.sleep(0.05)


async def test_children_are_restarted_one_at_a_time_without_a_failed_request(
    settings: Settings, world: World, tmp_path: Path
) -> None:
    url = settings.database_url
    # Nobody reads what is said meanwhile, and who writes what nobody reads comes to a halt.
    (tmp_path / "fordran.toml").write_text('log_level = "error"\nrate_limit_per_second = 0\n')
    with serving("--data", tmp_path, "--workers", 2, "--database-url", url) as running:
        port = int(running.base_url.rpartition(":")[2])
        key = f"x-api-key: {world.token(world.users['operator'])}\r\n"
        read = f"GET /users HTTP/1.1\r\nhost: x\r\n{key}\r\n".encode()
        before = children_of(running.process.pid)
        assert {name: len(pids) for name, pids in before.items()} == {"api_process": 2, "worker": 1}

        async def restart() -> None:
            running.process.send_signal(signal.SIGHUP)
            await until_replaced(running, before)

        hammer = Hammer("127.0.0.1", port)
        clients = [(in_turn(read), 0.02)] * 4 + [(in_turn(HEALTH), 0.25)] * 4 + [(in_turn(CLOSING), 0.03)] * 4
        await hammer.during(asyncio.create_task(restart()), clients)
        assert hammer.failed == []
        assert hammer.answers.keys() == {200}
        assert hammer.answers[200] > 200
        _, errors = running.interrupt()
        assert "Restarted." in errors


async def test_a_restart_that_cannot_be_leaves_everything_as_it_is(settings: Settings, tmp_path: Path) -> None:
    with serving("--data", tmp_path, "--database-url", settings.database_url) as running:
        before = children_of(running.process.pid)
        (tmp_path / "fordran.toml").write_text("no_such_setting = 1\n")
        os.kill(running.process.pid, signal.SIGHUP)
        await asyncio.sleep(0.8)
        assert running.get("/ready")[0] == 200
        assert children_of(running.process.pid)["api_process"] == before["api_process"]
        (tmp_path / "fordran.toml").unlink()
        _, errors = running.interrupt()
    assert "Not restarted:" in errors
    assert "no_such_setting" in errors


async def test_who_stops_answers_what_comes_on_open_connections_and_says_that_they_close(serve: Serve) -> None:
    serving_ = await serve()
    asked, writer = await serving_.connect()
    writer.write(HEALTH)
    _, headers, _ = await answer_on(asked)
    assert "connection" not in headers
    silent, _ = await serving_.connect()
    serving_.server.should_exit = True
    await asyncio.sleep(0.4)
    with pytest.raises(OSError):
        await serving_.connect()
    writer.write(HEALTH)
    status, headers, _ = await answer_on(asked)
    assert (status, headers["connection"]) == (200, "close")
    assert await ended(asked)
    assert await ended(silent), "who asks nothing is let go after a while"
