"""Put the service under load and report: `python -m tools.load [TRIAL…]`. Ends with 1 where a request was lost."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from fordran.store.embedded import server as embedded
from tools.load.ground import Ground
from tools.load.trials import Outcome, idle, overload, restarts, steady, upgrade

TRIALS = {module.__name__.rpartition(".")[2]: module for module in (idle, overload, restarts, upgrade, steady)}


def main() -> None:
    """Run the trials asked for, else all."""
    asked = _arguments()
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="fordran-load-") as folder:
        with embedded.server(Path(folder)) as url:
            times = (asked.seconds, asked.minutes, asked.per_second)
            ground = Ground(url, Path(folder), asked.connections, *times, asked.before)
            for name in asked.trials or TRIALS:
                sys.stderr.write(f"{TRIALS[name].ABOUT}\n")
                outcomes.append(TRIALS[name].run(ground))
    _show(outcomes)
    sys.exit(any(outcome.trouble for outcome in outcomes))


def _arguments() -> argparse.Namespace:
    about = "".join(f"\n  {name}: {trial.ABOUT}" for name, trial in TRIALS.items())
    parser = argparse.ArgumentParser(
        prog="python -m tools.load",
        description=f"Put the service under load.\n\nTrials:{about}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("trials", nargs="*", metavar="TRIAL", choices=[*TRIALS, []], help="which; all by default")
    parser.add_argument("--connections", type=int, default=10_000, help="idle connections; 10000")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long to ask for more than can be done; 8")
    parser.add_argument("--minutes", type=float, default=2.0, help="how long to ask steadily; 2")
    parser.add_argument(
        "--per-second", type=float, default=0.0, help="how many requests a second then; as many as are answered"
    )
    parser.add_argument("--before", default="HEAD", help="the version, by its name in git, to upgrade from; HEAD")
    return parser.parse_args()


def _show(outcomes: list[Outcome]) -> None:
    console = Console()
    console.width = max(console.width, 110)
    for outcome in outcomes:
        table = Table("what", title=outcome.name, title_justify="left")
        table.add_column("seen", justify="right")
        for what, value in outcome.figures.items():
            table.add_row(what, value)
        for trouble in outcome.trouble:
            table.add_row(f"[red]{trouble}[/red]", "")
        console.print(table)


if __name__ == "__main__":
    main()
