"""Where it is recorded: a PostgreSQL of its own, an installation with the demo in it, and a clock that stands still."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.install import install
from fordran.actions.demo.fill_demo import fill_demo
from fordran.actions.keep_file import Put
from fordran.api.app import Api, create_app
from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.outside.stand_ins.kivra import SECRET
from fordran.sections import KivraSection
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.embedded import server as embedded
from fordran.store.upkeep.migrate import migrate
from tools.pages.recording.connecting import swish_section

TODAY = datetime(2026, 6, 16, 8, 0, tzinfo=UTC)
KIVRA = KivraSection("ab12", "client", "secret", "http://127.0.0.1:8100/kivra", SECRET)


@dataclass(frozen=True)
class Place:
    """An installation that can be asked."""

    app: Api
    table: tuple[Endpoint, ...]
    database: Database
    operator: str
    """The API code of a client of the operator's."""
    user: str
    """That client."""
    folder: Path
    """Where its files are."""

    @property
    def put(self) -> Put:
        """What keeps a file."""
        return MediaFolder(self.folder / "media").put


@contextmanager
def standing_still() -> Iterator[None]:
    """Let it be the same moment for as long as this lasts."""
    now, unix = clock.now, clock.unix
    clock.now, clock.unix = lambda: TODAY, TODAY.timestamp
    try:
        yield
    finally:
        clock.now, clock.unix = now, unix


@asynccontextmanager
async def demo(url: str, folder: Path) -> AsyncIterator[Place]:
    """The demo in an empty database."""
    settings = replace(
        Settings(),
        data=folder,
        database_url=url,
        sandbox=True,
        four_eyes="off",
        rate_limit_per_second=0,
        kivra=KIVRA,
        swish=swish_section(),
    )
    with standing_still():
        await migrate(url)
        database = Database(url, 4)
        async with database.transaction() as tx:
            await install(tx, sandbox=True, now=clock.now())
            client = await add_client(tx, name="Drift", operator=True, networks=["127.0.0.1"], now=clock.now())
            await fill_demo(tx, MediaFolder(folder / "media").put, Operator(), clock.now())
        app = create_app(settings)
        yield Place(app, endpoints(settings), database, client.api_code, client.user, folder)
        await app.database.close()
        await database.close()


@contextmanager
def server() -> Iterator[tuple[str, Path]]:
    """The URL of an empty database of a server that is gone afterwards, and a folder."""
    with tempfile.TemporaryDirectory(prefix="fordran-examples-") as folder:
        running = embedded.start(Path(folder), fast=True)
        try:
            yield running.url, Path(folder)
        finally:
            running.stop()
