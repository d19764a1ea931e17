"""Importing a file of invoices, by the command: from the start of the process to its end."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.ground import Ground
from tools.bench.results import Result

ABOUT = "invoices a second, imported from a file"
BY_DEFAULT = True
AIM = 6000


def measure(ground: Ground) -> Iterator[Result]:
    """How many invoices a second were imported."""
    done = ground.imported()
    made_of = {"invoices": float(done.invoices), "seconds": done.seconds} | done.spent.each(done.invoices)
    yield Result("import invoices", done.invoices / done.seconds, "a second", AIM, made_of)
