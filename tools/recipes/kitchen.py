"""Where recipes are carried out: a copy of the repository, put back as it was after each."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.pages.rewriting import PAGES
from tools.recipes.recipe import Outdated, Recipe

HERE = Path(__file__).parents[2]
GIT = ("git", "-c", "user.name=Cook", "-c", "user.email=cook@fordran.example", "-c", "commit.gpgsign=false")
_MODULES = {"docs": "tools.pages", "rows": "tools.rows"}
MADE = {
    *(f"docs/{name}" for name in PAGES),
    *(f"client/fordran_client/{name}.py" for name in ("models", "nouns", "operations")),
    "fordran/store/rows/schema_rows.py",
}
"""The files that `make docs` and `make rows` write. They count only where a recipe also edits them by hand."""
MINUTES_MOST = 15
"""No command of a recipe takes longer; one that hangs is a failure, not a wait."""


@dataclass(frozen=True)
class Copy:
    """A copy of the repository with a history of its own, by which changes are counted."""

    root: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, with the copy's own code and not with what is installed."""
        return subprocess.run(
            command,
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=60 * MINUTES_MOST,
            check=False,
        )

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        return self.run(sys.executable, *arguments)

    def changed(self) -> set[str]:
        """The files that differ from the repository's, new ones included."""
        told = self._git("status", "--porcelain", "--untracked-files=all", "-z")
        return {entry[3:] for entry in told.split("\0") if entry}

    def restore(self) -> None:
        """Take every change back."""
        self._git("checkout", "--quiet", "--force", ".")
        self._git("clean", "--quiet", "--force", "-d")

    def remember(self) -> None:
        """Let the files as they are be what changes are counted from."""
        self._git("init", "--quiet")
        self._git("add", "--all", "--force")
        self._git("commit", "--quiet", "--no-verify", "--message", "as it is")

    def _git(self, *arguments: str) -> str:
        done = self.run(*GIT, *arguments)
        assert done.returncode == 0, done.stdout
        return done.stdout


@contextmanager
def copied() -> Iterator[Copy]:
    """A copy of what git knows or would take, as it lies here, changes included."""
    listed = subprocess.run(
        [*GIT, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=HERE,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        raise Outdated(f"recipes are counted by git, which says here: {listed.stderr.decode().strip()}")
    with tempfile.TemporaryDirectory(prefix="fordran-recipes-") as folder:
        root = Path(folder)
        root.chmod(0o755)  # PostgreSQL runs as a user of its own where we are root
        for name in listed.stdout.decode().split("\0"):
            if name and (HERE / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(HERE / name, root / name)
        copy = Copy(root)
        copy.remember()
        yield copy


def carry_out(copy: Copy, recipe: Recipe, most: int, errors_before: set[str] | None = None) -> str:
    """What is wrong with a recipe that promises to touch so many files, or nothing.

    Types are looked at where it is known what mypy said before.
    """
    try:
        if trouble := _trouble(copy, recipe, most):
            return trouble
        new = type_errors(copy) - errors_before if errors_before is not None else set()
        return "\n".join(["mypy says what it did not say before:", *sorted(new)]) if new else ""
    except Outdated as outdated:
        return str(outdated)
    finally:
        copy.restore()


def _trouble(copy: Copy, recipe: Recipe, most: int) -> str:
    if copy.python("-c", recipe.shows).returncode == 0:
        return "what it shows is true before it"
    for edit in recipe.edits:
        edit.apply(copy.root)
    for verb in recipe.makes:
        # As the Makefile does it, with the environment that is here: the copy has none.
        made = copy.python("-m", _MODULES[verb])
        if made.returncode:
            return f"make {verb} failed\n{made.stdout[-2000:]}"
    touched = copy.changed() - (MADE - recipe.files)
    if len(touched) != len(recipe.files):
        return f"it edits {sorted(recipe.files)} and touched {sorted(touched)}"
    if len(touched) != most:
        return f"CONTRIBUTING.md says {most} files, and {len(touched)} were touched: {', '.join(sorted(touched))}"
    return _red(copy, recipe)


def _red(copy: Copy, recipe: Recipe) -> str:
    """The first of the checks that fails after the edits, with what it said."""
    ruff = _program("ruff")
    checks = {
        "what it shows": [sys.executable, "-c", recipe.shows],
        "ruff check": [ruff, "check", "--quiet", "."],
        "ruff format": [ruff, "format", "--check", "--quiet", "."],
        "its tests": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *recipe.tests],
    }
    for name, command in checks.items():
        done = copy.run(*command)
        if done.returncode:
            return f"{name} failed\n{done.stdout[-4000:]}"
    return ""


def type_errors(copy: Copy) -> set[str]:
    """What mypy says of the copy, without the lines' numbers, which an insertion changes."""
    # A cache of its own, which lasts: from the second time on it takes seconds.
    said = copy.run(_program("mypy"), "--cache-dir", str(HERE / ".mypy_cache" / "recipes"), "--no-error-summary")
    return {re.sub(r":\d+:", ":", line) for line in said.stdout.splitlines() if ": error: " in line}


def _program(name: str) -> str:
    """A program that was installed beside this Python."""
    return str(Path(sys.executable).with_name(name))
