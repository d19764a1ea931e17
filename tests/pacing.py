"""The pace of a test run: the slowest files begin first, and the end says how long the run took against its budget.

`make durations` records how long each file takes.
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
"""What a whole run may take on two quiet cores."""
DURATIONS = Path(__file__).with_name("durations.json")
SHORTEST_SECONDS = 1.0
"""Files that take less are not written down: they fill the gaps at the end in any order."""

_NEW_OBJECTS = 20_000
"""How many new objects have the garbage collector look. All tests together are some millions of objects that stay."""

_taken: dict[str, float] = defaultdict(float)
_began = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-durations", action="store_true", help="write tests/durations.json anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files in the order of their recorded durations, so that no long one is left for one core at the end."""
    durations: dict[str, float] = json.loads(DURATIONS.read_text())
    items.sort(key=lambda item: -durations.get(_file_of(item.nodeid), 0.0))


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
        kept = {file: round(taken, 1) for file, taken in sorted(_taken.items()) if taken >= SHORTEST_SECONDS}
        DURATIONS.write_text(json.dumps(kept, indent=1) + "\n")
    seconds = time.monotonic() - _began
    terminalreporter.write_line(
        f"{seconds:.0f} s on {os.cpu_count()} cores; the budget of a whole run is {BUDGET_SECONDS} s on two quiet cores"
    )


def _file_of(node: str) -> str:
    return node.partition("::")[0].removeprefix("tests/")
