"""What a run counts, and what it found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

MOST_SHOWN = 40


@dataclass
class Counts:
    """Everything of one run: counters by their kind, and findings, each of which makes the run a failed one."""

    kills: Counter[str] = field(default_factory=Counter)
    stalls: Counter[str] = field(default_factory=Counter)
    not_ready: dict[str, float] = field(default_factory=dict)
    """The longest time that a service did not say it is ready, in seconds."""
    meanwhile: dict[str, str] = field(default_factory=dict)
    """What was broken during that time, and shortly before."""
    breaks: list[tuple[float, str]] = field(default_factory=list)
    """What was killed and stalled, and when."""
    cuts: Counter[str] = field(default_factory=Counter)
    clients: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=lambda: Counter({"lost": 0, "doubled": 0, "stray": 0, "other": 0}))
    findings: list[str] = field(default_factory=list)

    def killed(self, kind: str, now: float) -> None:
        self.kills[kind] += 1
        self.breaks.append((now, f"{kind} killed"))

    def stalled(self, what: str, now: float) -> None:
        self.stalls[what] += 1
        self.breaks.append((now, what))

    def broken_between(self, since: float, until: float) -> str:
        """What was killed and stalled between two moments, with the seconds since the first."""
        found = [f"{what} at {moment - since:.1f}" for moment, what in self.breaks if since <= moment <= until]
        return ", ".join(found) or "nothing"

    def lost(self, sentence: str) -> None:
        """Something acknowledged is not there, or not as it was acknowledged."""
        self._found("lost", sentence)

    def doubled(self, sentence: str) -> None:
        """Something is there more than once."""
        self._found("doubled", sentence)

    def stray(self, sentence: str) -> None:
        """Something is there that no client sent."""
        self._found("stray", sentence)

    def other(self, sentence: str) -> None:
        """Something else must not be."""
        self._found("other", sentence)

    def _found(self, kind: str, sentence: str) -> None:
        self.wrong[kind] += 1
        self.findings.append(f"{kind}: {sentence}")

    def shown(self) -> str:
        """As it is printed: a line a kind, and then what was found."""
        lines = [
            f"{name:9}" + ", ".join(f"{what} {number}" for what, number in counter.items())
            for name, counter in (
                ("killed", self.kills),
                ("stalled", self.stalls),
                ("cut", self.cuts),
                ("clients", self.clients),
                ("checked", self.checked),
                ("wrong", self.wrong),
            )
        ]
        lines.insert(1, f"in all   {self.kills.total()} killed")
        away = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self.not_ready.items())
        lines.insert(3, f"longest not ready: {away}")
        lines[4:4] = [f"  {name}, meanwhile: {broken}" for name, broken in self.meanwhile.items()]
        lines += self.findings[:MOST_SHOWN]
        if len(self.findings) > MOST_SHOWN:
            lines.append(f"… and {len(self.findings) - MOST_SHOWN} more")
        return "\n".join(lines)
