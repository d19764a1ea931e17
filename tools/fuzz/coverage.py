"""A parser driven by coverage: `python -m tools.fuzz.coverage NAME SECONDS SEED`, a process a parser, since it ends with the run.

Texts that reach code that no text before them did are kept and changed further. It takes atheris, for which few platforms
have a wheel: without it, the drawn texts are all there is.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.fuzz.counts import Counts

# What reads; the rest of the service would take longer to prepare than most runs last.
LOOKED_AT = [
    "fordran.shape", "fordran.formats", "fordran.domain.numbers", "fordran.resources",
    "fordran.store.reading", "fordran.actions.accounts",
    "fordran.web.address", "fordran.api.clients.links", "fordran.api.http.request", "fordran.api.http.conditions",
    "fordran.api.serving.query",
]  # fmt: skip
_TRIED = re.compile(r"number_of_executed_units: *(\d+)")


def is_here() -> bool:
    """Whether atheris is installed."""
    return importlib.util.find_spec("atheris") is not None


def cover(name: str, seconds: int, seeded: int, counts: Counts) -> None:
    """Drive a parser for some seconds in a process of its own; what it found is noted."""
    command = [sys.executable, "-m", "tools.fuzz.coverage", name, str(seconds), str(seeded)]
    with tempfile.TemporaryDirectory(prefix="fordran-fuzz-") as folder:
        done = subprocess.run(
            [*command, folder], capture_output=True, text=True, errors="replace", timeout=seconds * 3 + 120, check=False
        )
        tried = _TRIED.search(done.stderr)
        counts.examples[f"{name}, by coverage"] += int(tried.group(1)) if tried else 0
        if done.returncode or not tried:
            kept = [file.read_bytes() for file in Path(folder).glob("found/*")]
            counts.found(f"{name}, by coverage: {done.stderr[-1500:]}\n  texts: {kept!r:.2000}")


def _drive(name: str, seconds: int, seeded: int, folder: Path) -> None:
    import atheris  # type: ignore[import-untyped]

    with atheris.instrument_imports(include=LOOKED_AT):
        from tools.fuzz.parsers import TARGETS
    target = TARGETS[name]
    corpus, found = folder / "corpus", folder / "found"
    corpus.mkdir()
    found.mkdir()
    for number, text in enumerate(target.seeds):
        (corpus / str(number)).write_bytes(text)
    words = folder / "words"
    words.write_text("".join('"' + "".join(f"\\x{byte:02x}" for byte in word) + '"\n' for word in target.words))
    options = [
        f"-max_total_time={seconds}", f"-seed={seeded}", "-timeout=5", "-rss_limit_mb=2048", "-print_final_stats=1",
        "-verbosity=0", f"-artifact_prefix={found}/", *([f"-dict={words}"] if target.words else []), str(corpus),
    ]  # fmt: skip

    def try_(data: bytes) -> None:
        target.try_(data)

    atheris.Setup([sys.argv[0], *options], try_)
    atheris.Fuzz()


if __name__ == "__main__":
    _drive(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
