"""A data folder with a migrated database, made once per test run and shared by all test processes.

A copy takes a tenth of a second. Making the files of a server and migrating its database takes about three.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fordran.store.embedded import server as embedded
from fordran.store.upkeep.migrate import migrate
from tests.commands.running import serving


def folder_of_the_run(factory: pytest.TempPathFactory) -> Path:
    """The temporary folder that every test process of this run sees."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a lock file, so that one process makes what the others wait for."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def prepared_data(factory: pytest.TempPathFactory) -> Path:
    """The folder that copies are made of. The first process that asks makes it."""
    made = folder_of_the_run(factory) / "prepared-data"
    with alone(made.with_suffix(".lock")):
        if not made.exists():
            unfinished = made.with_suffix(".new")
            with embedded.server(unfinished, fast=True) as url:
                asyncio.run(migrate(url))
            # The file has the port of the last start, which each copy would try first.
            (unfinished / "postgres" / "data" / "fordran.conf").unlink()
            unfinished.rename(made)
    return made


def copy_data(prepared: Path, data: Path) -> Path:
    """Make a data folder as a copy, with the owners of its files kept."""
    data.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--reflink=auto", f"{prepared}/.", str(data)], check=True)
    return data


def prepared_demo(factory: pytest.TempPathFactory) -> Path:
    """A sandbox's data folder with the small demo, made once per run like the other."""
    made = folder_of_the_run(factory) / "prepared-demo"
    with alone(made.with_suffix(".lock")):
        if not made.exists():
            unfinished = copy_data(prepared_data(factory), made.with_suffix(".new"))
            with serving("--demo", "--sandbox", "--data", unfinished, ends="curl") as running:
                running.interrupt()
            (unfinished / "postgres" / "data" / "fordran.conf").unlink()
            unfinished.rename(made)
    return made
