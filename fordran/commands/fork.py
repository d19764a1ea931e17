"""A fork of an installation: its tables in a PostgreSQL of the fork's own, in a folder that is gone afterwards.

A server of its own, rather than a further database in the installation's: that needs no right to make databases in a
PostgreSQL of the operator's, takes nothing from one that is busy, and leaves nothing in it, however this process ends.
"""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from fordran import clock
from fordran.commands import data_lock
from fordran.commands.installation import direct_address
from fordran.commands.options import say
from fordran.settings import Settings
from fordran.store.embedded import server as embedded
from fordran.store.upkeep.dump import dump, has_tables
from fordran.store.upkeep.dump import load as load_tables
from fordran.store.upkeep.migrate import migrate

_NAME = ".fork-"
_ATTEMPTS, _SECONDS_BETWEEN_ATTEMPTS = 50, 0.1


class NothingToFork(Exception):
    """There is no installation to make a fork of."""


@contextmanager
def forked(settings: Settings) -> Iterator[Settings]:
    """The settings of a fork of a reachable installation, which may be in use meanwhile. It is only read."""
    url = direct_address(settings)
    if not asyncio.run(has_tables(url)):
        raise NothingToFork(f"There is no installation in {settings.data} or its database yet.")
    _clear_away(settings.data)
    folder = settings.data / f"{_NAME}{os.getpid()}"
    embedded.make_data_folder(folder)
    try:
        with data_lock.held(folder, "fordran"):
            dumped = folder / "dump"
            asyncio.run(dump(url, dumped))
            with embedded.server(folder, fast=True, say=say) as scratch:
                load_tables(scratch, dumped)
                dumped.unlink()
                asyncio.run(migrate(scratch))
                alone = replace(settings, data=folder, direct_database_url=None, read_database_url=None)
                yield replace(alone, database_url=scratch, media_url=None, smtp_url=None)
    finally:
        _remove(folder)


def _clear_away(data: Path) -> None:
    """Remove forks whose process was killed, and stop their servers."""
    for left in data.glob(f"{_NAME}*"):
        with suppress(data_lock.DataFolderInUse), data_lock.held(left, "fordran"):
            if (left / "postgres").exists():
                embedded.start(left, fast=True).stop()
            _remove(left)


def _remove(folder: Path) -> None:
    """Remove a folder. A process of its server that is about to end may still write there, so it is tried again."""
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        clock.sleep(_SECONDS_BETWEEN_ATTEMPTS)
