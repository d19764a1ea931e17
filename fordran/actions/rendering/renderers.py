"""The renderers: processes that make PDFs and try logos, and that are killed at a limit of time or memory.

Everything with texts or pictures of tenants is rendered here, for requests and for the worker alike. Processes are started when
they are first needed, up to one for each processor, and kept. Owners take turns: each gets one document rendered before any gets
a second one, so that many or slow documents of one do not delay another.
"""

from __future__ import annotations

import asyncio
import copyreg
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

import fordran
from fordran.actions.refusals import Conflict
from fordran.actions.rendering.child import OutputTooLarge, read_message, result_of, write_message

D = TypeVar("D")
T = TypeVar("T")

KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
"""Variables that a renderer inherits. It gets no setting of the service, and so no secret."""
DOCUMENTS_OF_A_PROCESS = 2000
"""A process is replaced after so many documents: the memory that the library keeps must not count against the next one."""


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


# The payments of a statement are a read-only mapping, which `pickle` does not know.
copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


@dataclass(frozen=True)
class RenderLimits:
    """The limits of one document."""

    seconds: int = 20
    memory_bytes: int = 1024**3
    output_bytes: int = 32 * 1024**2


class RenderLimitExceeded(Conflict):
    """The document cannot be rendered within the limits."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class NotBegun(Exception):
    """The document was not begun in the time that its portion had."""


def _outcome(made: T | BaseException) -> T | Exception:
    if isinstance(made, asyncio.CancelledError):
        return NotBegun()
    if isinstance(made, BaseException) and not isinstance(made, Exception):
        raise made
    return made


@dataclass
class _Job(Generic[T]):
    make: Callable[..., T]
    given: tuple[Any, ...]
    seconds: int
    result: Future[T]


class Renderers:
    """A pool of processes, each served by a thread. Several event loops may use it."""

    def __init__(self, processes: int | None = None, limits: RenderLimits | None = None) -> None:
        self.limits = limits or RenderLimits()
        self._most = processes or os.cpu_count() or 1
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[_Job[Any]]] = {}
        self._threads = self._idle = 0
        self._is_closed = False
        self._processes: set[_Process] = set()

    async def render(self, owner: str, make: Callable[..., T], *given: Any, seconds: int | None = None) -> T:
        """The result of a function of a module, called in a process; raises as it does, or `RenderLimitExceeded`.

        The function and its values are pickled. `seconds` is the limit of this call, if it has one of its own.
        """
        job: _Job[T] = _Job(make, given, seconds or self.limits.seconds, Future())
        self._queue(owner, job)
        return await asyncio.wrap_future(job.result)

    async def render_each(
        self, make: Callable[[D], T], documents: Sequence[tuple[str, D]], within_seconds: float
    ) -> list[T | Exception]:
        """The result of each document, with its owner, in their order: what was made, or its exception.

        One that was not begun `within_seconds` has `NotBegun`: it made way for others.
        """
        jobs: list[_Job[T]] = []
        for owner, document in documents:
            jobs.append(_Job(make, (document,), self.limits.seconds, Future()))
            self._queue(owner, jobs[-1])
        results = [asyncio.wrap_future(job.result) for job in jobs]
        if results:
            await asyncio.wait(results, timeout=within_seconds)
        for job in jobs:
            job.result.cancel()  # which one that was begun does not notice
        return [_outcome(made) for made in await asyncio.gather(*results, return_exceptions=True)]

    def _queue(self, owner: str, job: _Job[Any]) -> None:
        with self._changed:
            assert not self._is_closed, "closed renderers take no work"
            self._waiting.setdefault(owner, deque()).append(job)
            if self._idle == 0 and self._threads < self._most:
                self._threads += 1
                threading.Thread(target=self._serve, name="renderer", daemon=True).start()
            self._changed.notify()

    def close(self) -> None:
        """End the processes, and cancel what waits."""
        with self._changed:
            self._is_closed = True
            for jobs in self._waiting.values():
                for job in jobs:
                    job.result.cancel()
            self._waiting.clear()
            self._changed.notify_all()
            processes = tuple(self._processes)
        for process in processes:
            process.end()

    def _next(self) -> _Job[Any] | None:
        """The next job, of the owner whose turn it is; None once the renderers are closed."""
        with self._changed:
            self._idle += 1
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            self._idle -= 1
            if self._is_closed:
                return None
            owner = next(iter(self._waiting))
            jobs = self._waiting.pop(owner)
            job = jobs.popleft()
            if jobs:
                self._waiting[owner] = jobs  # behind all other owners
            return job

    def _serve(self) -> None:
        process: _Process | None = None
        while (job := self._next()) is not None:
            if not job.result.set_running_or_notify_cancel():
                continue
            try:
                process = self._fresh(process)
                try:
                    made = process.call(job)
                except _ProcessEnded:
                    if not process.calls:
                        raise
                    # It had rendered others, and may have ended by what it kept of them, or by somebody's kill.
                    process = self._fresh(process)
                    made = process.call(job)
            except _ProcessEnded as ended:
                job.result.set_exception(_exceeded_memory(self.limits, ended))
            except BaseException as wrong:  # noqa: BLE001  (it is raised where the result is awaited)
                job.result.set_exception(wrong)
            else:
                job.result.set_result(made)
        if process is not None:
            process.end()

    def _fresh(self, process: _Process | None) -> _Process:
        """The process, or a new one in its place if it has ended or has rendered enough."""
        if process is not None and process.is_usable:
            return process
        if process is not None:
            process.end()
            self._processes.discard(process)
        new = _Process(self.limits)
        self._processes.add(new)
        return new


def _exceeded_memory(limits: RenderLimits, ended: _ProcessEnded) -> RenderLimitExceeded:
    return RenderLimitExceeded("error.render_memory", mebibytes=limits.memory_bytes // 1024**2, signal=ended.signal)


class _ProcessEnded(Exception):
    """The process ended in the middle of a call, by itself or by a signal."""

    def __init__(self, signal_name: str) -> None:
        super().__init__(signal_name)
        self.signal = signal_name


class _Process:
    """One process that renders, one document at a time."""

    def __init__(self, limits: RenderLimits) -> None:
        self.limits = limits
        self.calls = 0
        # The package that runs here is the one that runs there.
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        package = str(Path(fordran.__file__).parent.parent)
        # One thread each: processes run side by side, and each thread would reserve memory of its own.
        variables = kept | {"PYTHONPATH": package, "RAYON_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
        self._process = subprocess.Popen(  # noqa: S603  (a module of ours, by our own interpreter)
            [
                sys.executable,
                "-m",
                "fordran.actions.rendering.child",
                str(limits.memory_bytes),
                str(limits.output_bytes),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=variables,
        )

    @property
    def is_usable(self) -> bool:
        return self._process.poll() is None and self.calls < DOCUMENTS_OF_A_PROCESS

    def call(self, job: _Job[T]) -> T:
        """The result of a job. A process that takes longer than the job may is killed."""
        is_late = threading.Event()

        def kill() -> None:
            is_late.set()
            self._process.kill()

        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(job.seconds, kill)
        timer.start()
        try:
            write_message(self._process.stdin, pickle.dumps((job.seconds, job.make, job.given)))
            answer = read_message(self._process.stdout, 2 * self.limits.output_bytes)
        except OSError:
            answer = None
        finally:
            timer.cancel()
        if answer is None:
            self.end()
            if is_late.is_set():
                raise RenderLimitExceeded("error.render_seconds", seconds=job.seconds)
            raise _ProcessEnded(_name_of(self._process.returncode))
        self.calls += 1
        succeeded, made = result_of(answer)
        if isinstance(made, OutputTooLarge):
            raise RenderLimitExceeded("error.render_output", mebibytes=self.limits.output_bytes // 1024**2)
        if isinstance(made, MemoryError):
            raise _exceeded_memory(self.limits, _ProcessEnded("MemoryError"))
        if not succeeded:
            raise made
        return cast(T, made)

    def end(self) -> None:
        """End it at once, and wait until it has."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # unwritten bytes for a process that is gone
                    stream.close()


def _name_of(code: int) -> str:
    """How a process ended.

    >>> _name_of(-6), _name_of(1)
    ('SIGABRT', 'exit code 1')
    """
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


RENDERERS = Renderers()
"""The renderers of this process. They start a process when something is rendered for the first time."""
