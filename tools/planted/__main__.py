"""Plant each fault in a copy of the source and run its tests: `python -m tools.planted [WORD…]`. Exits 1 where one survives.

The copy is in a folder of its own; what lies here is not touched. First the tests pass without any fault, so that a failure
means the fault.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.planted.fault import Fault
from tools.planted.faults import FAULTS

HERE = Path(__file__).parents[2]


def main(words: list[str]) -> int:
    """Plant the faults whose names have one of the words, or all of them."""
    chosen = [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]
    if not chosen:
        _say(f"No fault's name has any of these words: {' '.join(words)}.")
        return 2
    survived = []
    with tempfile.TemporaryDirectory(prefix="fordran-planted-") as folder:
        copy = Path(folder)
        copy.chmod(0o755)  # PostgreSQL runs as a user of its own where we are root
        _copy_to(copy)
        tests = sorted({test for fault in chosen for test in fault.tests})
        _say(f"Without a fault: {len(tests)} tests or files of tests.")
        whole = _run(copy, tests, in_parallel=True)
        if whole.returncode:
            _say(whole.stdout[-5000:])
            _say("They fail without a fault, so that nothing can be told.")
            return 1
        for fault in chosen:
            began = time.monotonic()
            verdict = _verdict(copy, fault)
            survived += [fault.name] if verdict else []
            _say(f"{'SURVIVES' if verdict else 'noticed '} {time.monotonic() - began:5.1f} s  {fault.name}{verdict}")
    _say(f"{len(chosen)} faults planted, {len(chosen) - len(survived)} noticed, {len(survived)} survived.")
    return 1 if survived else 0


def _copy_to(copy: Path) -> None:
    """Copy what the repository holds, as it lies here now: a test may read any of it."""
    held = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, stdout=subprocess.PIPE, text=True, check=True).stdout
    for name in filter(None, held.split("\0")):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / name, copy / name)


def _verdict(copy: Path, fault: Fault) -> str:
    """Plant a fault, run its tests, take it out again; what is wrong with them, or nothing."""
    file = copy / fault.file
    text = file.read_text() if file.exists() else ""
    if text.count(fault.old) != 1:
        return f": its text stands {text.count(fault.old)} times in {fault.file}"
    file.write_text(text.replace(fault.old, fault.new))
    try:
        # Any one of them is enough, and the rest would only take time.
        done = _run(copy, list(fault.tests))
    finally:
        file.write_text(text)
    # 1 is that tests failed. Anything else, such as an error while collecting them, is not what was to be shown.
    return "" if done.returncode == 1 else f": pytest ended with {done.returncode}\n{done.stdout[-2000:]}"


def _run(copy: Path, tests: list[str], *, in_parallel: bool = False) -> subprocess.CompletedProcess[str]:
    options = ["-n", "2", "--dist", "loadfile"] if in_parallel else []
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options, *tests],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
