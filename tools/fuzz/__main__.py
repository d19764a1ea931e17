"""Send hostile input for some minutes and report: `python -m tools.fuzz [--seed N] [--minutes N]`. Exits 1 on any finding."""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fordran.store.embedded import server as embedded
from tools.fuzz import coverage
from tools.fuzz.counts import Counts
from tools.fuzz.described import Described
from tools.fuzz.drawn import draw_for
from tools.fuzz.heads import Heads
from tools.fuzz.installation import Installation, served
from tools.fuzz.memory import growth, watched
from tools.fuzz.parsers import TARGETS
from tools.fuzz.printed import Printed
from tools.fuzz.promises import Promises
from tools.fuzz.sockets import abuse_all, trickle_all
from tools.fuzz.values import Hostile

MOST_GROWTH_MB = 32
"""What the service may hold more late in the last hostile values than in the first: room for plans, and for allocators' ways."""
PARSERS, DESCRIBED, KINDS = 0.15, 0.25, 0.15
"""Parts of the time; the rest is for hostile values, of which most are sent."""


def main() -> int:
    """Run every part within the time asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbits(31), help="what is drawn follows from it")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long, about; 5")
    asked = parser.parse_args()
    seconds, counts = asked.minutes * 60, Counts()
    _say(f"Seed {asked.seed}, {asked.minutes:g} minutes.")
    _try_the_matrix(counts)
    _drive_parsers(seconds * PARSERS, asked.seed, counts)
    with tempfile.TemporaryDirectory(prefix="fordran-fuzz-") as name:
        folder = Path(name)
        with embedded.server(folder) as url, served(url, folder) as installation:
            _say(f"Serving at {installation.server.url}.")
            grown = _be_hostile(installation, seconds, asked.seed, counts)
        for line in (folder / "service.log").read_text(errors="replace").splitlines():
            if '"exception"' in line or "Traceback" in line:
                counts.found(f"the service's log: {line[:2000]}")
    if grown > MOST_GROWTH_MB:
        counts.found(f"the service grew by {grown:.0f} MB")
    _show(counts, grown)
    return 1 if counts.findings else 0


def _try_the_matrix(counts: Counts) -> None:
    """Every role, endpoint and owner: a test like the others, of which the numbers are shown here."""
    _say("The matrix of roles, endpoints and owners.")
    command = [sys.executable, "-m", "pytest", "-q", "tests/api/test_matrix.py"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    print(*(line for line in done.stdout.splitlines() if line.startswith("The matrix")), sep="\n")
    if done.returncode:
        counts.found(f"the matrix: {done.stdout[-3000:]}")


def _drive_parsers(seconds: float, seeded: int, counts: Counts) -> None:
    by_coverage = coverage.is_here()
    if not by_coverage:
        _say("atheris is not installed: the parsers get drawn texts alone.")
    each = seconds / len(TARGETS)
    for name, target in TARGETS.items():
        _say(f"Parser: {name}.")
        until = time.monotonic() + (each / 4 if by_coverage else each)
        while time.monotonic() < until:
            try:
                counts.examples[name] += draw_for(target, 500, seeded + counts.examples[name])
            except Exception as trouble:  # noqa: BLE001  (whatever it is, it is a finding, and the next parser's turn)
                notes = "; ".join(getattr(trouble, "__notes__", ()))
                counts.found(f"{name}: {type(trouble).__name__}: {trouble} {notes}")
                break
        if by_coverage:
            coverage.cover(name, max(1, int(each * 3 / 4)), seeded, counts)


def _be_hostile(installation: Installation, seconds: float, seeded: int, counts: Counts) -> float:
    """Sockets, heads, promises and papers first, which load what is loaded once; then values at both ends of the rest, so that
    what the process holds is compared over the same work. How much more it is at the end."""
    hostile, described = Hostile(installation, counts, seeded), Described(installation, counts, seeded)
    part = seconds * (1 - PARSERS - DESCRIBED - KINDS)
    with _part("Bare sockets", counts):
        abuse_all(installation, counts)
        trickle_all(installation, counts)
    for kind in (Heads, Promises, Printed):
        with _part(kind.__name__, counts):
            kind(installation, counts, seeded).run(sys.maxsize, _after(seconds * KINDS / 3))
    with _part("Hostile values", counts), watched(installation.memory_mb) as first:
        _repeat(hostile.run, _after(part / 2))
    with _part("The interface by its description", counts):
        is_over = _after(seconds * DESCRIBED)
        while not is_over():
            described.run(10, is_over)
    with _part("Hostile values again", counts), watched(installation.memory_mb) as last:
        _repeat(hostile.run, _after(part / 2))
    return growth(first, last)


@contextmanager
def _part(name: str, counts: Counts) -> Iterator[None]:
    """A part of the run. One that cannot go on is a finding, and the next has its turn: what the others find is told."""
    _say(f"{name}.")
    try:
        yield
    except Exception:  # noqa: BLE001  (whatever it is)
        counts.found(f"{name} could not go on: {traceback.format_exc()}")
    _say(f"  {sum(counts.requests.values()):,} requests so far, {len(counts.findings)} findings.")


def _repeat(run: Callable[[int, Callable[[], bool]], None], is_over: Callable[[], bool]) -> None:
    """Run something that comes to its end over and over until the time is."""
    while not is_over():
        run(sys.maxsize, is_over)


def _after(seconds: float) -> Callable[[], bool]:
    until = time.monotonic() + seconds
    return lambda: time.monotonic() > until


def _show(counts: Counts, growth_mb: float) -> None:
    print("\nTexts given to parsers:", f"{sum(counts.examples.values()):,}")
    for name, number in counts.examples.items():
        print(f"  {name}: {number:,}")
    print("Requests:", f"{sum(counts.requests.values()):,}", dict(counts.requests))
    print("Answers:", {status or "none": number for status, number in sorted(counts.statuses.items())})
    print("5xx:", counts.server_errors)
    print(f"Slowest answer: {counts.slowest_seconds:.2f} s, {counts.slowest}")
    print(f"Memory: {growth_mb:+.0f} MB")
    print("Findings:", len(counts.findings))
    for sentence, times in counts.findings.most_common():
        print(f"\n{times} × {sentence}")


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main())
