"""A process that has imported the program, and forks a process for each command that tests run.

A command started by itself spends about a second on imports before it does anything. A forked one has them done. It is a
process like any other: with arguments, environment, standard streams and an exit code of its own.

Protocol, on a Unix socket: the test sends standard output and error as descriptors with the arguments and the environment as
JSON; the answers are the number of the process, then its exit code, a line each.
"""

from __future__ import annotations

import atexit
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
_LONGEST_REQUEST_BYTES = 2**20
_IMPORTED = ("actions", "documents", "formats", "outside", "resources", "store", "commands")


class CommandHost:
    """The host as a test sees it: started at the first command, ended with the test process."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fordran-host-")
        address = str(Path(self._folder.name) / "socket")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("FORDRAN_", "PG"))}
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(address)
            listening.listen()
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(listening.fileno())],
                cwd=ROOT,
                env=kept,
                stdin=subprocess.DEVNULL,
                pass_fds=[listening.fileno()],
            )
        self._address = address
        atexit.register(self.stop)

    def run(self, arguments: Sequence[str], environment: Mapping[str, str], timeout: float) -> tuple[int, str, str]:
        """Run a command to its end: its exit code, standard output and standard error."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            with socket.socket(socket.AF_UNIX) as asking:
                asking.settimeout(timeout)
                asking.connect(self._address)
                request = json.dumps(
                    {"arguments": [*arguments], "environment": dict(environment), "folder": os.getcwd()}
                )
                socket.send_fds(asking, [request.encode() + b"\n"], [output.fileno(), errors.fileno()])
                with asking.makefile() as answers:
                    process = int(answers.readline())
                    try:
                        code = int(answers.readline())
                    except TimeoutError:
                        os.kill(process, signal.SIGKILL)
                        raise AssertionError(
                            f"{arguments} did not end: {_text(output.fileno(), errors.fileno())}"
                        ) from None
            return code, *_text(output.fileno(), errors.fileno())

    def stop(self) -> None:
        """End the host."""
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()


def _text(*descriptors: int) -> list[str]:
    return [os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode() for descriptor in descriptors]


def _serve(listening: socket.socket) -> None:
    for name in _IMPORTED:
        package = import_module(f"fordran.{name}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    # Nobody waits for the processes that answer.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        asked, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _answer(asked)
            os._exit(0)
        asked.close()


def _answer(asked: socket.socket) -> None:
    """Run one command in a process of its own, and tell its number and exit code."""
    content, descriptors, _, _ = socket.recv_fds(asked, _LONGEST_REQUEST_BYTES, 2)
    while not content.endswith(b"\n"):
        content += asked.recv(_LONGEST_REQUEST_BYTES)
    request = json.loads(content)
    process = os.fork()
    if process == 0:
        asked.close()
        for standard, descriptor in zip((1, 2), descriptors, strict=True):
            os.dup2(descriptor, standard)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(request["environment"])
        os.chdir(request["folder"])
        sys.argv = ["fordran", *request["arguments"]]
        runpy.run_module("fordran", run_name="__main__", alter_sys=True)
        sys.exit(0)
    asked.sendall(f"{process}\n".encode())
    _, status = os.waitpid(process, 0)
    asked.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
