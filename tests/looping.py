"""One test for a check of many things. The test runs the check on each thing, and its failure names every offender.

A test per file and rule costs more in collection and reporting than the checks themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")


def for_each(
    things: Iterable[Thing], name: Callable[[Thing], str] = str
) -> Callable[[Callable[[Thing], None]], Callable[[], None]]:
    """Decorate a check of one thing, so that pytest sees one test without arguments."""

    def decorate(check: Callable[[Thing], None]) -> Callable[[], None]:
        def test() -> None:
            failures = []
            for thing in things:
                try:
                    check(thing)
                except AssertionError as failure:
                    failures.append(f"{name(thing)}: {failure}")
            assert not failures, "\n".join([f"{len(failures)} offenders", *failures])

        test.__name__, test.__qualname__, test.__module__ = check.__name__, check.__qualname__, check.__module__
        test.__doc__ = check.__doc__
        return test

    return decorate
