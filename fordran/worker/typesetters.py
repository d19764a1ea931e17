"""Typesetters: processes that make PDFs, one for each core, each with its fonts and templates read once.

They are started when many documents wait for the first time: a few are sooner made here.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from fordran.actions.registrations.print_invoice import Rendered, ToPrint, in_a_thread, render_each

FEW = 8
CHUNK = 5


class Typesetters:
    """A pool of processes that make PDFs."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    async def render_all(self, documents: Sequence[ToPrint]) -> list[Rendered]:
        """The PDFs of documents, in their order, made side by side."""
        if len(documents) <= FEW:
            return await in_a_thread(documents)
        chunks = [documents[first : first + CHUNK] for first in range(0, len(documents), CHUNK)]
        pool = self._started()
        try:
            made = await asyncio.gather(*(asyncio.wrap_future(pool.submit(render_each, chunk)) for chunk in chunks))
        except BrokenProcessPool:
            # One of them was killed, and takes the others with it: they are started again next time. Another caller of
            # them may have done so already.
            if self._pool is pool:
                self.close()
            return await in_a_thread(documents)
        return [pdf for chunk in made for pdf in chunk]

    async def start(self) -> None:
        """Start every process now, rather than when many documents wait for the first time."""
        pool = self._started()
        await asyncio.gather(*(asyncio.wrap_future(pool.submit(render_each, ())) for _ in range(self.processes)))

    def close(self) -> None:
        """Let the processes end."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Each is started afresh: a copy of this one would have copies of its connections.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_end_with_parent)
        return self._pool


def _end_with_parent() -> None:
    """In a typesetter: leave signals to the parent, and end when it ends in whatever way, a kill -9 included."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
