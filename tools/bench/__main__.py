"""Measure, and print what came of it: `python -m tools.bench [MEASURE…] [--rows N] [--json]`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from fordran.store.embedded import server as embedded
from tools.bench.comparing import changes, earlier, table_of
from tools.bench.ground import Ground
from tools.bench.measures import MEASURES
from tools.bench.pairs import Load
from tools.bench.results import show

_BY_NAME = {measure.__name__.rpartition(".")[2]: measure for measure in MEASURES}
_DEFAULT = [name for name, measure in _BY_NAME.items() if measure.BY_DEFAULT]


def main() -> None:
    """Run the measures asked for, else those of every day."""
    asked = _arguments()
    before = earlier(asked.compare) if asked.compare else None
    with tempfile.TemporaryDirectory(prefix="fordran-bench-") as folder, ExitStack() as stack:
        _say("Starting PostgreSQL.")
        data = Path(folder)
        url = stack.enter_context(embedded.server(data))
        load = Load(asked.rounds, asked.seconds, asked.connections)
        ground = Ground(url, data, asked.rows, asked.invoices, load, asked.workers, _say, stack, asked.letters)
        results = [result for name in asked.measures or _DEFAULT for result in _BY_NAME[name].measure(ground)]
        show(results, ground.memory_mb(), as_json=asked.json)
        if before is not None:
            Console(stderr=asked.json).print(table_of(changes(results, before)))


def _arguments() -> argparse.Namespace:
    about = "".join(f"\n  {name}: {measure.ABOUT}" for name, measure in _BY_NAME.items())
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench",
        description=f"Measure the service as ratios, each in one run.\n\nMeasures:{about}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "measures",
        nargs="*",
        metavar="MEASURE",
        choices=[*_BY_NAME, []],
        help="which; " + ", ".join(_DEFAULT) + " by default",
    )
    parser.add_argument("--rows", type=int, default=100_000, help="creditors in the installation; 100000 by default")
    parser.add_argument("--invoices", type=int, default=100_000, help="invoices to import; 100000 by default")
    parser.add_argument("--letters", type=int, default=50_000, help="letters of a night; 50000 by default")
    parser.add_argument("--rounds", type=int, default=5, help="how many times each pair is driven in turn; 5")
    parser.add_argument("--seconds", type=float, default=0.6, help="how long each is driven each time; 0.6")
    parser.add_argument("--connections", type=int, default=16, help="how many clients at once; 16")
    parser.add_argument("--workers", type=int, default=1, help="processes of each server; 1")
    parser.add_argument("--json", action="store_true", help="print JSON, and nothing else, on standard output")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="hold it against a run that --json wrote to FILE")
    return parser.parse_args()


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


if __name__ == "__main__":
    main()
