"""Kill the leader of a database again and again, and tell what came of it: `python -m tools.failover [--failovers N]`.

Exits 1 where anything acknowledged is lost or there twice, where anything of ours was restarted, or anything else is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tools.failover.cluster import PACKAGES, missing_programs
from tools.failover.run import Plan, run

BEGAN = time.monotonic()


def main() -> int:
    """Run once. What a failed run leaves is kept, to be looked at."""
    parser = argparse.ArgumentParser(prog="python -m tools.failover", description=__doc__)
    parser.add_argument("--failovers", type=int, default=20, help="how many leaders are killed; 20")
    asked = parser.parse_args()
    if missing := missing_programs():
        _say(f"Not installed here: {', '.join(missing)}. On Debian 12: apt-get install {PACKAGES}")
        return 1
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="fordran-failover-"))
    # PostgreSQL runs as another user, who has to get there.
    folder.chmod(0o755)
    try:
        counts, answers = asyncio.run(run(Plan(asked.failovers), folder, _say))
    except KeyboardInterrupt:
        _say(f"Interrupted. Everything lies in {folder}.")
        return 1
    sys.stdout.write("\n".join([*(noted.shown() for noted in answers), counts.shown()]) + "\n")
    if counts.findings:
        _say(f"Everything lies in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


def _say(sentence: str) -> None:
    sys.stderr.write(f"{time.monotonic() - BEGAN:5.0f} s  {sentence}\n")


if __name__ == "__main__":
    sys.exit(main())
