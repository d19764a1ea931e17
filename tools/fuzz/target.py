"""A target: a parser, what it may refuse with, and texts that lead deep into it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MOST_SECONDS = 1.0
"""Processor time that one text may take; measured so, since another process may keep this one waiting."""


class TookTooLong(AssertionError):
    """A parser took longer over a text than any answer may take."""


@dataclass(frozen=True)
class Target:
    """`parse` asserts what must hold of what it reads. Whatever it raises but `refusals` is a finding."""

    name: str
    parse: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    """What such texts are made of, for whoever puts them together."""

    def try_(self, data: bytes) -> bool:
        """Whether the parser takes the text; raises where it neither takes nor refuses it, or takes too long."""
        began = time.process_time()
        try:
            self.parse(data)
        except self.refusals:
            taken = False
        else:
            taken = True
        seconds = time.process_time() - began
        if seconds > MOST_SECONDS:
            raise TookTooLong(f"{self.name} took {seconds:.1f} s over {len(data)} bytes")
        return taken


def text_of(data: bytes) -> str:
    """Bytes as a text that may hold anything a Python text can: halves of surrogate pairs too."""
    return data.decode("utf-8", "surrogateescape")
