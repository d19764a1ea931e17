"""The client against the application in this process, on a fresh installation with one account."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from fordran_client import ApiCode, AsyncFordran, Fordran

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.api.app import Api, create_app
from fordran.settings import Settings
from fordran.store.connections.database import Database
from tests.api.bodies import account
from tests.api.conftest import quiet

T = TypeVar("T")
__all__ = ["quiet"]
URL = "http://fordran"


class Bridge(httpx.BaseTransport):
    """What a synchronous client sends, answered by the application in the loop of the tests."""

    def __init__(self, app: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.inner = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
        self.loop = loop
        self.sent: list[httpx.Request] = []
        self.before: Callable[[httpx.Request], httpx.Response | None] = lambda _: None
        """What is answered instead, for whatever a test wants to go wrong."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        if (instead := self.before(request)) is not None:
            return instead
        return asyncio.run_coroutine_threadsafe(self._answer(request), self.loop).result(60)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        content = request.read()
        again = httpx.Request(request.method, request.url, headers=request.headers, content=content)
        response = await self.inner.handle_async_request(again)
        # As it was sent: what is compressed is read by the client.
        content = b"".join([part async for part in response.aiter_raw()])
        return httpx.Response(response.status_code, headers=response.headers, content=content)


@dataclasses.dataclass
class Installation:
    """An installation with an account, and the code of a client of its operator."""

    app: Api
    code: str
    bridge: Bridge
    account: str
    creditor: str

    def sync(self, code: str = "", **options: Any) -> Fordran:
        http = httpx.Client(transport=self.bridge)
        return Fordran(URL, ApiCode(code or self.code), http=http, **options)

    def asynchronous(self) -> AsyncFordran:
        transport = httpx.ASGITransport(app=self.app, client=("127.0.0.1", 1))
        return AsyncFordran(URL, ApiCode(self.code), http=httpx.AsyncClient(transport=transport))

    async def run(self, work: Callable[[Fordran], T], **options: Any) -> T:
        """Do something with a synchronous client, in a thread of its own, as the loop has to answer it."""
        with self.sync(**options) as client:
            return await asyncio.to_thread(work, client)


@pytest.fixture(scope="module")
async def installation(
    database_url: str, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Installation]:
    async with database.transaction() as tx:
        made = await add_client(tx, name="client", operator=True, networks=["127.0.0.1"], now=clock.now())
    data: Path = tmp_path_factory.mktemp("data")
    app = create_app(dataclasses.replace(Settings(), database_url=database_url, data=data, rate_limit_per_second=0))
    here = Installation(app, made.api_code, Bridge(app, asyncio.get_running_loop()), "", "")
    created = await here.run(lambda client: client.accounts.create(account()))
    here.account, here.creditor = created.id, created.creditor
    yield here
    await app.database.close()


@pytest.fixture(autouse=True)
def undisturbed(installation: Installation) -> None:
    installation.bridge.sent.clear()
    installation.bridge.before = lambda _: None
