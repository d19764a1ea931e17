"""Break the service for some minutes and report: `python -m tools.soak [--seed N] [--minutes N] [--database-url URL]`.

Exits 1 where anything acknowledged is lost, anything is there twice or that nobody sent, or anything else is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tools.soak.run import Plan, run

BEGAN = time.monotonic()


def main() -> int:
    """Run once. What a failed run leaves is kept, to be looked at."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbits(31), help="what is drawn follows from it")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long things break; 5")
    parser.add_argument(
        "--database-url", help="an empty database of your own, which is left alone; else an embedded one"
    )
    parser.add_argument(
        "--node",
        type=Path,
        action="append",
        default=[],
        help="a data folder of a server of that database on this machine, whose processes are killed; as often as there are",
    )
    asked = parser.parse_args()
    # Whatever ends us, what we started is stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _say(f"Seed {asked.seed}, {asked.minutes:g} minutes.")
    folder = Path(tempfile.mkdtemp(prefix="fordran-soak-"))
    # The embedded PostgreSQL may have to run as another user, who has to get there.
    folder.chmod(0o711)
    plan = Plan(asked.seed, asked.minutes * 60, database_url=asked.database_url, nodes=tuple(asked.node))
    try:
        counts = asyncio.run(run(plan, folder, _say))
    except KeyboardInterrupt:
        _say(f"Interrupted. Everything lies in {folder}.")
        return 1
    sys.stdout.write(counts.shown() + "\n")
    if counts.findings:
        _say(f"Everything lies in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


def _say(sentence: str) -> None:
    sys.stderr.write(f"{time.monotonic() - BEGAN:5.0f} s  {sentence}\n")


if __name__ == "__main__":
    sys.exit(main())
