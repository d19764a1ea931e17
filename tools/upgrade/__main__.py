"""Upgrade an installation of an earlier version: `python -m tools.upgrade [--from REVISION]`. Exits 1 where something differs."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools.harness.machine import ROOT
from tools.upgrade.earlier import Version, earlier_installed, earlier_revision
from tools.upgrade.trials import Outcome, live, stopped

MOST_NAMED = 40


def main() -> int:
    """Run both trials."""
    parser = argparse.ArgumentParser(prog="python -m tools.upgrade", description=__doc__)
    parser.add_argument("--from", dest="revision", help="the earlier version, as git names it; the last release")
    revision = parser.parse_args().revision or earlier_revision(ROOT)
    # Whatever ends us, what we started is stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="fordran-upgrade-") as name:
        folder = Path(name)
        # PostgreSQL runs as a user of its own where we are root.
        folder.chmod(0o755)
        _say(f"Installing {revision}.")
        with earlier_installed(ROOT, revision, folder / "earlier") as before:
            now = Version("now", ROOT, Path(sys.executable))
            for trial in (stopped, live):
                _say(f"{trial.__name__}: {trial.__doc__}")
                outcomes.append(trial(before, now, folder / trial.__name__))
                _show(before.name, outcomes[-1])
    return int(any(outcome.trouble for outcome in outcomes))


def _show(name: str, outcome: Outcome) -> None:
    console = Console()
    console.width = max(console.width, 130)
    table = Table("from", name, title=outcome.name, title_justify="left")
    for what, value in (outcome.figures | {"differences": f"{len(outcome.trouble):,}"}).items():
        table.add_row(what, value)
    console.print(table)
    for trouble in outcome.trouble[:MOST_NAMED]:
        console.print(trouble, markup=False)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
