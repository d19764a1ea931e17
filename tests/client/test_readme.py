"""What the client's README says works: its blocks of Python are run, one after the other, as a reader would."""

from __future__ import annotations

import asyncio
import functools
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.client.conftest import URL, Installation

README = Path(__file__).parents[2] / "client" / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


async def test_every_block_of_python_runs(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORDRAN_URL", URL)
    monkeypatch.setenv("FORDRAN_API_CODE", installation.code)
    monkeypatch.setattr(
        "fordran_client.sync.httpx.Client", functools.partial(httpx.Client, transport=installation.bridge)
    )
    program = "\n".join(BLOCKS)
    assert len(BLOCKS) >= 9
    # The asynchronous block runs a loop of its own, in which the database of this one cannot be asked.
    synchronous = program.partition("import asyncio")[0]
    names: dict[str, Any] = {}
    await asyncio.to_thread(exec, compile(synchronous, str(README), "exec"), names)
    assert names["position"] > 0
    assert names["paid"].settled_amount == 200


def test_the_block_that_awaits_can_be_read() -> None:
    compile("\n".join(BLOCKS), str(README), "exec")
