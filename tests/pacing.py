"""The pace of a test run: the slowest files begin first, and the end says how long the run took against its budget.

`make test` leaves out the long tests, `make test-long` runs them, and `.ci/run` runs both. `make durations` records how long
each file takes, and which tests are long: the longest, as many as do not fit into the budget.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections import defaultdict
from pathlib import Path

import pytest

BUDGET_SECONDS = 6 * 60
"""The most that `make test` may take on two quiet cores."""
TESTING_SECONDS = 540
"""The part of the budget, on both cores together, that is left for tests when they are collected and the servers run."""
DURATIONS = Path(__file__).with_name("durations.json")
SHORTEST_SECONDS = 1.0
"""Files that take less are not written down: they fill the gaps at the end in any order."""

_NEW_OBJECTS = 20_000
"""How many new objects have the garbage collector look. All tests together are some millions of objects that stay."""

_taken: dict[str, float] = defaultdict(float)
_calls: dict[str, float] = defaultdict(float)
_began = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-durations", action="store_true", help="write tests/durations.json again")
    parser.addoption(
        "--long", choices=("with", "without", "only"), default="with", help="what is done with the long tests"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files in the order of their recorded durations, so that no long one is left for one core at the end."""
    recorded = json.loads(DURATIONS.read_text())
    durations: dict[str, float] = recorded["files"]
    items.sort(key=lambda item: -durations.get(_file_of(item.nodeid), 0.0))
    wanted = config.getoption("--long")
    if wanted != "with":
        long = set(recorded["long"])
        left_out = [item for item in items if (_test_of(item.nodeid) in long) != (wanted == "only")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if (_test_of(item.nodeid) in long) == (wanted == "only")]


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """The collected tests stay until the end, so the garbage collector need not look at them."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _taken[_file_of(report.nodeid)] += report.duration
    if report.when == "call":
        _calls[_test_of(report.nodeid)] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--write-durations"):
        files = {file: round(taken, 1) for file, taken in sorted(_taken.items()) if taken >= SHORTEST_SECONDS}
        DURATIONS.write_text(json.dumps({"files": files, "long": long_tests()}, indent=1) + "\n")
    seconds = time.monotonic() - _began
    terminalreporter.write_line(
        f"{seconds:.0f} s on {os.cpu_count()} cores; the budget of make test is {BUDGET_SECONDS} s on two quiet cores"
    )


def long_tests() -> list[str]:
    """The longest tests of this run, without which the others fit into the budget."""
    left = sum(_taken.values())
    long = []
    for test, taken in sorted(_calls.items(), key=lambda one: -one[1]):
        if left <= TESTING_SECONDS:
            break
        long.append(test)
        left -= taken
    return sorted(long)


def _test_of(node: str) -> str:
    """The function of a test, with whatever parameters."""
    return node.partition("[")[0].removeprefix("tests/")


def _file_of(node: str) -> str:
    return node.partition("::")[0].removeprefix("tests/")
