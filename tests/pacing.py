"""The pace of a test run: the slowest files begin first, and the end says how long the run took against its budget.

`make test` leaves out the long files, `make test-long` runs them, and `.ci/run` runs both. `make durations` records how long
each file takes. Those that take longest for each of their tests are long, as many as do not fit into the budget.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

BUDGET_SECONDS = 6 * 60
"""The most that `make test` may take on two quiet cores."""
TESTING_SECONDS = 360
"""The part of the budget, on both cores together, that is left for tests when they are collected and the servers run."""
DURATIONS = Path(__file__).with_name("durations.json")
SHORTEST_SECONDS = 1.0
"""Files that take less are not written down: they fill the gaps at the end in any order."""

_NEW_OBJECTS = 20_000
"""How many new objects have the garbage collector look. All tests together are some millions of objects that stay."""

_taken: dict[str, float] = defaultdict(float)
_began = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-durations", action="store_true", help="write tests/durations.json again")
    parser.addoption(
        "--long", choices=("with", "without", "only"), default="with", help="what is done with the long files"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files in the order of their recorded durations, so that no long one is left for one core at the end."""
    durations: dict[str, float] = json.loads(DURATIONS.read_text())
    items.sort(key=lambda item: -durations.get(_file_of(item.nodeid), 0.0))
    wanted = config.getoption("--long")
    if wanted != "with":
        long = long_files(durations, Counter(_file_of(item.nodeid) for item in items))
        left_out = [item for item in items if (_file_of(item.nodeid) in long) != (wanted == "only")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if (_file_of(item.nodeid) in long) == (wanted == "only")]


def long_files(durations: Mapping[str, float], tests: Mapping[str, int]) -> set[str]:
    """The files without which the others fit into the budget: first those that take longest for each of their tests."""
    there = {file: seconds for file, seconds in durations.items() if file in tests}
    left, long = sum(there.values()), set[str]()
    for file in sorted(there, key=lambda file: -there[file] / tests[file]):
        if left <= TESTING_SECONDS:
            break
        long.add(file)
        left -= there[file]
    return long


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """The collected tests stay until the end, so the garbage collector need not look at them."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _taken[_file_of(report.nodeid)] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--write-durations"):
        files = {file: round(taken, 1) for file, taken in sorted(_taken.items()) if taken >= SHORTEST_SECONDS}
        DURATIONS.write_text(json.dumps(files, indent=1) + "\n")
    seconds = time.monotonic() - _began
    terminalreporter.write_line(
        f"{seconds:.0f} s on {os.cpu_count()} cores; the budget of make test is {BUDGET_SECONDS} s on two quiet cores"
    )


def _file_of(node: str) -> str:
    return node.partition("::")[0].removeprefix("tests/")
