"""How soon a command says something: the time of a core from the start of the process to its end."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator

from tools.bench.ground import Ground
from tools.bench.results import Result

ABOUT = "how often fordran --help, and the help of a command, can be started in a second, one after the other"
BY_DEFAULT = True
TIMES = 5
MOST_SECONDS = 0.3
BARE = ("-c", "pass")
COMMANDS = {"fordran --help": ("--help",), "fordran clock advance --help": ("clock", "advance", "--help")}
AIMS = {"fordran --help": 1 / MOST_SECONDS, "fordran clock advance --help": 1 / (1.5 * MOST_SECONDS)}


def measure(ground: Ground) -> Iterator[Result]:
    """Each by the median of some starts, with what an interpreter alone takes beside it."""
    for name, arguments in COMMANDS.items():
        ground.say(f"Starting {name}.")
        rounds = [(_seconds("-m", "fordran", *arguments), _seconds(*BARE)) for _ in range(TIMES)]
        taken, bare = (statistics.median(times) for times in zip(*rounds, strict=True))
        spread = (1 / max(one for one, _ in rounds), 1 / min(one for one, _ in rounds))
        yield Result(name, 1 / taken, "a second", AIMS[name], {"ms": 1000 * taken, "Python ms": 1000 * bare}, spread)


def _seconds(*arguments: str) -> float:
    before = os.times()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True, timeout=60)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
