"""What a run counts, and what it found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tools.fuzz.machine import Machine
from tools.fuzz.target import MOST_SECONDS


@dataclass
class Counts:
    """Everything of one run. A finding is told once, with how often it came."""

    most_seconds: float = MOST_SECONDS
    """What an answer may take. The tests allow more: they run beside others on whatever machine there is."""
    requests: Counter[str] = field(default_factory=Counter)
    """By the part of the run that made them."""
    statuses: Counter[int] = field(default_factory=Counter)
    examples: Counter[str] = field(default_factory=Counter)
    """Texts that a parser was given, by the parser."""
    slowest_seconds: float = 0.0
    slowest: str = ""
    findings: Counter[str] = field(default_factory=Counter)
    machine: Machine = field(default_factory=Machine)

    def answered(self, part: str, what: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self.requests[part] += 1
        self.statuses[status] += 1
        if seconds > self.slowest_seconds:
            self.slowest_seconds, self.slowest = seconds, what

    def found(self, sentence: str) -> None:
        """Note something that must not be."""
        self.findings[sentence] += 1

    @property
    def server_errors(self) -> int:
        return sum(number for status, number in self.statuses.items() if status >= 500)
