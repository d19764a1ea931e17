"""What one request costs, counted: a count is the same on a busy machine as on a quiet one."""

from __future__ import annotations

import asyncio
import inspect
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import httpx

import fordran
from tests.api.sql_log import hearing

_OURS = str(Path(fordran.__file__).parent)
_LOGS = str(Path(_OURS, "logs.py"))
"""Not counted: an earlier test of the same process may have set up logging, which then writes a line for each request."""
_CAN_WAIT = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
_WARMING = 2


class Counts(NamedTuple):
    """Of one request, when all that is remembered between requests is warm."""

    trips: int
    """How many times PostgreSQL is asked and waited for. Each is at least one statement."""
    statements: int
    bytes: int
    """Of the answer's body."""
    calls: int
    """Of Python functions of ours, but for those that can wait: how often they go on depends on when answers come."""


class _Calls:
    """Counts calls of our own functions while it is set as the interpreter's profiler."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        file = code.co_filename
        if event == "call" and not code.co_flags & _CAN_WAIT and file.startswith(_OURS) and file != _LOGS:
            self.number += 1


async def counted(client: httpx.AsyncClient, method: str, path: str, bodies: list[Any]) -> Counts:
    """What a request costs that is sent with each of the bodies in turn: the least of all but the first, which warm up.

    The least, since readings are recorded and callers looked up again every while, whoever asks just then.
    """
    seen = []
    for body in bodies:
        calls = _Calls()
        async with hearing() as heard:
            sys.setprofile(calls)
            try:
                answer = await client.request(method, path, json=body)
            finally:
                sys.setprofile(None)
        assert answer.is_success, answer.text
        statements = sum(len([part for part in text.split(";") if part.strip()]) for text in heard)
        seen.append(Counts(len(heard), statements, len(answer.content), calls.number))
        await asyncio.sleep(0)
    return Counts(*(min(values) for values in zip(*seen[_WARMING:], strict=True)))
