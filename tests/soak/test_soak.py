"""A short soak, with a few kills of each kind: what clients were promised is there, once. `make soak` runs a long one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.soak.run import Plan, run

SEED = 20_261_115


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the embedded PostgreSQL can get to, which may have to run as another user."""
    with TemporaryDirectory(prefix="fordran-soak-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


async def test_nothing_is_lost_or_doubled_while_everything_is_killed(folder: Path) -> None:
    plan = Plan(SEED, seconds=8, api_processes=1, workers=1)
    counts = await run(plan, folder, lambda _: None)
    assert counts.findings == []
    assert counts.kills.keys() >= {"api", "worker", "backend", "postmaster"}, counts.shown()
    assert counts.clients["acknowledged"] > 10, counts.shown()
    assert counts.clients["delivered twice"] > 0, counts.shown()
    assert counts.checked["events delivered"] > 10, counts.shown()
    assert counts.checked["replays"] > 10, counts.shown()
