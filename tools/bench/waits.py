"""How long those who ask wait: not what they wait in the middle, but what few of them wait longer than."""

from __future__ import annotations

from collections.abc import Sequence


def at_share(waits: Sequence[float], share: float) -> float:
    """What this share of them wait at most; `waits` are in order."""
    return waits[min(len(waits) - 1, int(len(waits) * share))] if waits else 0.0
