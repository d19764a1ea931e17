"""Where recipes are carried out: a copy of the repository, put back as it was afterwards.

Recipes are carried out together, since most of the time goes to lint, types and the start of tests. Where something fails that
cannot be laid to one of them, they are carried out one at a time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tools.pages.rewriting import PAGES
from tools.recipes.recipe import Outdated, Recipe

HERE = Path(__file__).parents[2]
GIT = ("git", "-c", "user.name=Cook", "-c", "user.email=cook@fordran.example", "-c", "commit.gpgsign=false")
_MODULES = {"rows": "tools.rows", "docs": "tools.pages"}
MADE = {
    *(f"docs/{name}" for name in PAGES),
    *(f"client/fordran_client/{name}" for name in ("models.py", "nouns.py", "nouns.pyi", "operations.py")),
    "fordran/store/rows/schema_rows.py",
}
"""The files that `make docs` and `make rows` write. They count only where a recipe also edits them by hand."""
MINUTES_MOST = 15
"""No command of a recipe takes longer; one that hangs is a failure, not a wait."""
CACHES = (".mypy_cache", ".ruff_cache")
TEST_PROCESSES = 2
REPORT = ".recipes-tests.xml"


@dataclass(frozen=True)
class Copy:
    """A copy of the repository with a history of its own, by which changes are counted."""

    root: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, with the copy's own code and not with what is installed."""
        return subprocess.run(
            command,
            cwd=self.root,
            # Compiled modules are kept, whatever the environment says: to compile the tests takes half a minute.
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": ""},
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
        listed = self._git("status", "--porcelain", "--untracked-files=all", "-z")
        return {entry[3:] for entry in listed.split("\0") if entry}

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
                shutil.copy2(HERE / name, root / name)
        copy = Copy(root)
        copy.remember()
        _copy_caches(root)
        yield copy


def _copy_caches(root: Path) -> None:
    """Copy what lint, types and Python know of the files. Git ignores it, and each program checks it by the file."""
    for name in CACHES:
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, root / name, dirs_exist_ok=True)
    for room in ("fordran", "client", "tools", "tests"):
        for compiled in (HERE / room).rglob("__pycache__"):
            target = root / compiled.relative_to(HERE)
            if target.parent.is_dir():
                shutil.copytree(compiled, target, dirs_exist_ok=True)


@dataclass
class Outcome:
    """The outcome of recipes that were carried out together."""

    troubles: dict[str, str] = field(default_factory=dict)
    """Recipe → why it does not hold."""
    shared: str = ""
    """A check that failed and may be the fault of any of them, with its output."""
    steps: dict[str, float] = field(default_factory=dict)
    """What was done for all of them → its seconds."""
    tests: dict[str, float] = field(default_factory=dict)
    """Recipe → the seconds of its tests."""

    def trouble_of(self, recipe: Recipe) -> str:
        """Why a recipe does not hold, as far as is known, or nothing."""
        return self.troubles.get(recipe.name, self.shared)


def carry_out(copy: Copy, recipes: Sequence[Recipe], promised: Mapping[str, int]) -> Outcome:
    """Carry out recipes together, each of which promises to touch so many files."""
    outcome = Outcome()
    try:
        _carry_out(copy, recipes, promised, outcome)
    finally:
        copy.restore()
    return outcome


def _carry_out(copy: Copy, recipes: Sequence[Recipe], promised: Mapping[str, int], outcome: Outcome) -> None:
    for recipe in _shown(copy, recipes):
        outcome.troubles[recipe.name] = "it shows nothing: its example holds before it"
    for recipe in recipes:
        try:
            for edit in recipe.edits:
                edit.apply(copy.root)
        except Outdated as outdated:
            outcome.troubles[recipe.name] = str(outdated)
        if len(recipe.files) != promised[recipe.name]:
            outcome.troubles[recipe.name] = (
                f"CONTRIBUTING.md says {promised[recipe.name]} files, and it touches {len(recipe.files)}: "
                f"{', '.join(sorted(recipe.files))}"
            )
    if outcome.troubles:
        return
    ruff, tests = _program("ruff"), sorted({test for recipe in recipes for test in recipe.tests})
    processes = ("-n", str(TEST_PROCESSES), "--dist", "loadfile") if len(tests) > 1 else ("-n", "0")
    steps: dict[str, Callable[[], str]] = {
        **{f"make {verb}": _command(copy, sys.executable, "-m", _MODULES[verb]) for verb in _verbs(recipes)},
        "files": lambda: _unexpected(copy, recipes),
        "lint": _command(copy, ruff, "check", "--quiet", "."),
        "formatting": _command(copy, ruff, "format", "--check", "--quiet", "."),
        "types": _command(copy, _program("mypy"), "--no-error-summary"),
        "tests": _command(
            copy,
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            *processes,
            f"--junitxml={REPORT}",
            *tests,
        ),
    }
    for name, step in steps.items():
        began = time.monotonic()
        trouble = step()
        outcome.steps[name] = time.monotonic() - began
        if name == "tests":
            outcome.tests = _test_seconds(copy, recipes)
        if trouble:
            outcome.shared = f"{name} failed\n{trouble[-6000:]}"
            return
    shown = _shown(copy, recipes)
    for recipe in recipes:
        if recipe not in shown:
            outcome.troubles[recipe.name] = (
                f"its example does not hold after it:\n{_command(copy, sys.executable, '-c', recipe.shows)()}"
            )


def fail_anyway(copy: Copy, output: str) -> list[str]:
    """The tests that failed by this output, if they also fail in the copy as it is, without any recipe."""
    failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    there = [test for test in failed if (copy.root / test.partition("::")[0]).exists()]
    if not there or len(there) < len(failed):
        return []
    done = copy.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *there)
    still = set(re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE))
    return failed if still >= set(failed) else []


def _verbs(recipes: Sequence[Recipe]) -> list[str]:
    wanted = {verb for recipe in recipes for verb in recipe.makes}
    assert wanted <= _MODULES.keys()
    return [verb for verb in _MODULES if verb in wanted]


def _unexpected(copy: Copy, recipes: Sequence[Recipe]) -> str:
    """The difference between the files that were edited and those that changed."""
    edited = {file for recipe in recipes for file in recipe.files}
    changed = copy.changed() - (MADE - edited)
    # The name of a migration has a number, which is chosen when it is made.
    known = {file for file in edited if "{next}" not in file}
    return (
        ""
        if len(changed) == len(edited) and known <= changed
        else f"edited {sorted(edited)}, changed {sorted(changed)}"
    )


def _command(copy: Copy, *command: str) -> Callable[[], str]:
    """A step that runs a command: its output where it fails, else nothing."""

    def run() -> str:
        done = copy.run(*command)
        return (done.stdout or "no output") if done.returncode else ""

    return run


_TRY_EACH = """
import os, sys
for number, text in enumerate(sys.argv[1:]):
    if (child := os.fork()) == 0:
        try:
            exec(text, {})
        except BaseException:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        print(number)
"""
"""Runs each text in a process of its own, and prints the numbers of those that raise nothing."""


def _shown(copy: Copy, recipes: Sequence[Recipe]) -> list[Recipe]:
    """The recipes whose examples hold now."""
    done = copy.python("-c", _TRY_EACH, *(recipe.shows for recipe in recipes))
    assert done.returncode == 0, done.stdout
    return [recipes[int(number)] for number in done.stdout.split()]


def _test_seconds(copy: Copy, recipes: Sequence[Recipe]) -> dict[str, float]:
    """Recipe → the seconds of the tests that it names."""
    report = copy.root / REPORT
    if not report.exists():
        return {}
    cases = [
        (case.get("classname", "").replace(".", "/"), float(case.get("time", 0)))
        for case in ElementTree.parse(report).iter("testcase")
    ]
    report.unlink()
    return {
        recipe.name: sum(
            seconds
            for place, seconds in cases
            if any(f"{place}/".startswith(f"{test.partition('::')[0].removesuffix('.py')}/") for test in recipe.tests)
        )
        for recipe in recipes
    }


def _program(name: str) -> str:
    """A program that was installed beside this Python."""
    return str(Path(sys.executable).with_name(name))
