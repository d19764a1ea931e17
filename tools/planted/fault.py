"""What a fault is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A guard, the text that is the guard in its file, what is put in its place, and the tests that must then fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
