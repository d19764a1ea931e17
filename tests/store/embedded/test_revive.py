"""The embedded server is started again however often that takes, whatever keeps it from starting."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fordran.store.embedded import server as embedded
from fordran.store.embedded.process import StartFailed
from fordran.store.embedded.server import EmbeddedServer
from fordran.store.embedded.user import ServerUser

TROUBLES: list[Exception] = [
    OSError(errno.ENOSPC, "No space left on device"),
    FileNotFoundError(errno.ENOENT, "No such file or directory"),
    StartFailed("PostgreSQL did not start: it was ended by SIGKILL."),
]


def test_trouble_that_passes_does_not_end_the_supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, said = [*TROUBLES], list[str]()

    def launch(*_: Any, say: Callable[[str], None], **__: Any) -> tuple[int, subprocess.Popen[str] | None]:
        if left:
            raise left.pop(0)
        return 5433, None

    monkeypatch.setattr(embedded, "launch", launch)
    monkeypatch.setattr(embedded, "_FIRST_WAIT_SECONDS", 0.01)
    with (tmp_path / "users").open("w") as users:
        server = EmbeddedServer("", tmp_path, users, ServerUser(os.geteuid(), os.getegid()), _fast=True, _process=None)
        server.revive(said.append)
    assert ":5433/" in server.url
    assert len(said) == len(TROUBLES)
    assert "No space left on device" in said[0]
