"""The client for programs that await."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar

import httpx

from fordran_client import lists
from fordran_client.async_collection import AsyncCollection
from fordran_client.calls import Pause
from fordran_client.flows import Flow, Session, operate
from fordran_client.http import answered, asked, lost
from fordran_client.lists import Where
from fordran_client.models import Event
from fordran_client.nouns import AsyncNouns
from fordran_client.sign_in import SignIn
from fordran_client.where import where_text

T = TypeVar("T")


class AsyncFordran(AsyncNouns):
    """A client of an installation: `AsyncFordran("https://…", ApiCode("fordran_…"))`."""

    def __init__(
        self,
        base_url: str,
        sign_in: SignIn | str,
        *,
        retries: int = 5,
        timeout: float = 30.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.session = Session(sign_in, retries)
        self.http = http or httpx.AsyncClient(timeout=timeout)
        self.base_url = base_url.rstrip("/")

    def collection(self, resource: str) -> Any:
        return AsyncCollection[Any](self, resource)

    async def __aenter__(self) -> AsyncFordran:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of connections."""
        await self.http.aclose()

    async def run(self, flow: Flow[T]) -> T:
        """Run a flow to its end."""
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                    step = flow.send(None)
                    continue
                try:
                    got: Any = answered(await self.http.request(**asked(self.base_url, step)))
                except httpx.TransportError as error:
                    got = lost(error)
                step = flow.send(got)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    async def do(
        self,
        operation: str,
        *ids: str,
        body: Any = None,
        query: Mapping[str, str] | None = None,
        tag: str | None = None,
        key: str | None = None,
        dry_run: bool = False,
        files: Mapping[str, tuple[str, bytes]] | None = None,
    ) -> Any:
        """Carry out any operation by its name in the service's description."""
        asked_for = dict(query or {}) | ({"dry_run": "true"} if dry_run else {})
        flow = operate(self.session, operation, ids, body, query=asked_for, tag=tag, key=key, files=files)
        return await self.run(flow)

    async def upload_original_invoice(self, case: str, filename: str, content: bytes) -> Any:
        """Keep the creditor's own invoice with its case."""
        files = {"file": (filename, content)}
        return await self.do("post_media_upload", case, body={"dotted_path": "original_invoice"}, files=files)

    async def follow(
        self, after: int = 0, where: Where = None, *, wait: float = 1.0, until_empty: bool = False
    ) -> AsyncIterator[Event]:
        """Every event after a position, as they come, none left out and none twice.

        Keep the `position` of an event when you have acted on it, and begin after it the next time.
        """
        text = where_text(where)
        while True:
            events, last = await self.run(lists.events_after(self.session, after, text))
            for event in events:
                yield event
            if not events:
                if until_empty:
                    return
                await asyncio.sleep(wait)
            after = last
