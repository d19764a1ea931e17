"""The trials, one a file: `ABOUT` says what it is, `run` does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """What a trial came to: figures to read, and what must not have been."""

    name: str
    figures: Mapping[str, str]
    trouble: Sequence[str]
