"""The earlier version: which one, its source in a folder, and an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MIGRATIONS = "fordran/sql/migrations/"


class NoEarlierVersion(Exception):
    """No version in the history can be upgraded to this one by a migration."""


class NoInstaller(Exception):
    """There is no uv to install the earlier version with."""


@dataclass(frozen=True)
class Version:
    """A version of the program: its name in git, its folder, and the Python that runs it."""

    name: str
    folder: Path
    python: Path


def earlier_revision(repository: Path) -> str:
    """The last release; without one the first commit whose migrations are the first of those that there are now."""
    tags = _git(repository, "tag", "--list", "v*", "--sort=-v:refname", "--merged").split()
    if tags:
        return tags[0]
    now = _migrations(repository, "HEAD")
    for commit in reversed(_git(repository, "log", "--format=%H", "--", MIGRATIONS).split()):
        then = _migrations(repository, commit)
        if then and then.items() < now.items():
            return commit
    raise NoEarlierVersion("No commit has some of the migrations of this version and no others.")


def _migrations(repository: Path, revision: str) -> dict[str, str]:
    """The migrations of a revision, with the hash of each text."""
    lines = _git(repository, "ls-tree", revision, MIGRATIONS).splitlines()
    return {line.split("\t")[1]: line.split()[2] for line in lines}


@contextmanager
def earlier_installed(repository: Path, revision: str, folder: Path) -> Iterator[Version]:
    """A git worktree with its source, and an environment with the packages that it locks."""
    source, environment = folder / "source", folder / "environment"
    uv = os.environ.get("UV") or shutil.which("uv") or str(repository / ".venv/bin/uv")
    if not Path(uv).exists():
        raise NoInstaller(f"There is no uv at {uv}; set UV to where it is.")
    python = environment / "bin" / "python"
    install = [uv, "pip", "install", "--quiet", "--python", str(python)]
    name = _git(repository, "describe", "--tags", "--always", revision).strip()
    _git(repository, "worktree", "add", "--quiet", "--detach", str(source), revision)
    try:
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(environment)], check=True)
        subprocess.run([*install, "--requirement", "requirements.lock"], cwd=source, check=True)
        subprocess.run([*install, "--no-deps", "--editable", "."], cwd=source, check=True)
        yield Version(name, source, python)
    finally:
        _git(repository, "worktree", "remove", "--force", str(source))


def _git(repository: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=repository, capture_output=True, text=True, check=True).stdout
