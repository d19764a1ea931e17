"""A backup holds the stream of events as it was: positions, serials, and what was not yet numbered."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.webhooks.sequence_events import last_position, sequence_events
from fordran.store.connections.database import Connection, connect
from fordran.store.embedded import server as embedded
from tests.commands.running import fordran

ACCOUNT = "a" * 24


def within(url: str, act: Any) -> Any:
    async def run() -> Any:
        connection = await connect(url)
        try:
            async with connection.transaction():
                return await act(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


def told(number: int) -> DomainEvent:
    return DomainEvent("case.held", ACCOUNT, data={"hold": str(number)})


async def stream(tx: Connection) -> list[tuple[int, str]]:
    rows = await tx.fetch("select position, data ->> 'hold' from events order by position")
    return [tuple(row) for row in rows]


def test_the_stream_goes_on_in_a_restored_installation(data: Path, tmp_path: Path) -> None:
    assert fordran("migrate", "--data", data).returncode == 0
    with embedded.server(data, fast=True) as url:
        within(url, lambda tx: note_events(tx, [told(1), told(2)], clock.now()))
        assert within(url, sequence_events) == 2
        within(url, lambda tx: note_events(tx, [told(3), told(4)], clock.now()))
        backup = fordran("backup", tmp_path / "backup", "--data", data)
        assert backup.returncode == 0, backup.stderr
    restored = fordran("restore", tmp_path / "backup", "--data", tmp_path / "there")
    assert restored.returncode == 0, restored.stderr
    assert "Its events end at position 2, its files to the bank with none, its letters with none." in restored.stdout
    with embedded.server(tmp_path / "there", fast=True) as url:
        within(url, lambda tx: note_events(tx, [told(5)], clock.now()))
        assert within(url, sequence_events) == 3
        assert within(url, stream) == [(number, str(number)) for number in range(1, 6)]
        assert within(url, last_position) == 5
    verified = fordran("verify", "--data", tmp_path / "there")
    assert verified.returncode == 0, verified.stdout + verified.stderr
