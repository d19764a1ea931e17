"""The command `fordran` as a person runs it: in a process of its own, from outside."""

import http.client
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from tests.commands.command_host import CommandHost
from tools.harness.machine import FORDRAN, ROOT
from tools.harness.machine import environment as plain_environment

__all__ = ["FORDRAN", "ROOT"]
ENDS_WITHIN = 150.0
"""Seconds after which a process that does not end is a fault: a machine that stands still for a minute is none."""


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """That of an installation's process, with the small demo where one is asked for."""
    return plain_environment({"FORDRAN_DEMO_INVOICES": "0", **(extra or {})})


def fordran(*arguments: object, extra: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a process that has the program imported."""
    command = [str(argument) for argument in arguments]
    return subprocess.CompletedProcess(command, *_host().run(command, environment(extra), ENDS_WITHIN))


@cache
def _host() -> CommandHost:
    return CommandHost()


@dataclass
class Running:
    """A `serve` that has said it is ready."""

    process: subprocess.Popen[str]
    greeting: str

    @property
    def base_url(self) -> str:
        return self._said(r"^Base URL: (\S+)$")

    @property
    def api_code(self) -> str:
        return self._said(r"^API code: (\S+)$")

    @property
    def curl_line(self) -> str:
        return self._said(r"^(curl .+)$")

    def get(self, path: str, token: str = "") -> tuple[int, str]:
        """The status and body of a GET."""
        connection = http.client.HTTPConnection(urlsplit(self.base_url).netloc, timeout=20)
        try:
            connection.request("GET", path, headers={"x-api-key": token} if token else {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def sign_in(self) -> str:
        """An access token of the demo's client."""
        connection = http.client.HTTPConnection(urlsplit(self.base_url).netloc, timeout=20)
        try:
            headers = {"content-type": "application/json"}
            connection.request("POST", "/authenticates/api-code", json.dumps({"code": self.api_code}), headers)
            return str(json.load(connection.getresponse())["token"])
        finally:
            connection.close()

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C: the exit code, and what was said on standard error from first to last."""
        os.killpg(self.process.pid, signal.SIGINT)
        _, errors = self.process.communicate(timeout=ENDS_WITHIN)
        return self.process.returncode, errors

    def _said(self, pattern: str) -> str:
        found = re.search(pattern, self.greeting, re.MULTILINE)
        assert found, self.greeting
        return found[1]


@contextmanager
def serving(
    *arguments: object, command: Sequence[str] = (*FORDRAN, "serve", "--port", "0"), ends: str = "Docs:"
) -> Iterator[Running]:
    """A `serve` in a process group of its own, as under a terminal; whatever happens, it is stopped in the end."""
    process = subprocess.Popen(
        [*command, *(str(argument) for argument in arguments)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    greeting = ""
    try:
        assert process.stdout is not None
        for line in process.stdout:
            greeting += line
            if line.startswith(ends):
                break
        if process.poll() is not None:
            raise AssertionError(f"serve ended: {process.communicate()[1]}")
        yield Running(process, greeting)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.communicate(timeout=ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                # What it said until then says why.
                process.kill()
                raise AssertionError(f"serve did not end: {process.communicate()[1]}") from None


def processes_of(folder: Path) -> list[int]:
    """Processes that serve a data folder: its PostgreSQL, and everything that was told of it in its environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                told = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in told:
                found.append(int(entry.name))
    return found
