"""Interrupts: a stop that was asked for too early to be seen is not forgotten."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.commands.running import environment

SWALLOWED = """
import os, signal
from pathlib import Path
from fordran.commands.process_setup import hear_interrupts
from fordran.commands.worker import run_until_stopped
from fordran.settings import Settings

hear_interrupts()
try:
    os.kill(os.getpid(), signal.{signal})
except KeyboardInterrupt:
    print("swallowed")
run_until_stopped(Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", data=Path("/nonexistent")))
print("stopped")
"""


@pytest.mark.parametrize("signal", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_worker_that_was_told_to_stop_while_it_started_stops(signal: str) -> None:
    """An import or a callback of C may swallow the exception with which a signal unwinds a command."""
    program = [sys.executable, "-c", SWALLOWED.replace("{signal}", signal)]
    done = subprocess.run(program, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines()[:1] == ["swallowed"], done.stderr
    assert done.stdout.splitlines()[-1] == "stopped", done.stderr


AS_IT_BEGINS = """
import os, signal
from fordran.commands import app

app.hear_interrupts = lambda: os.kill(os.getpid(), signal.SIGINT)
app.main()
"""


def test_an_interruption_before_the_command_has_begun_is_no_traceback() -> None:
    program = [sys.executable, "-c", AS_IT_BEGINS, "--help"]
    done = subprocess.run(program, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
