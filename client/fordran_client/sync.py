"""The client as plain functions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import httpx

from fordran_client import lists
from fordran_client.calls import Pause
from fordran_client.flows import Flow, Session, operate
from fordran_client.http import answered, asked, lost
from fordran_client.lists import Where
from fordran_client.models import Event
from fordran_client.nouns import SyncNouns
from fordran_client.sign_in import SignIn
from fordran_client.sync_collection import Collection
from fordran_client.where import where_text

T = TypeVar("T")


class Fordran(SyncNouns):
    """A client of an installation: `Fordran("https://…", ApiCode("fordran_…"))`."""

    def __init__(
        self,
        base_url: str,
        sign_in: SignIn | str,
        *,
        retries: int = 5,
        timeout: float = 30.0,
        http: httpx.Client | None = None,
    ) -> None:
        self.session = Session(sign_in, retries)
        self.http = http or httpx.Client(timeout=timeout)
        self.base_url = base_url.rstrip("/")

    def collection(self, resource: str) -> Any:
        return Collection[Any](self, resource)

    def __enter__(self) -> Fordran:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of connections."""
        self.http.close()

    def run(self, flow: Flow[T]) -> T:
        """Run a flow to its end."""
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                    step = flow.send(None)
                    continue
                try:
                    got: Any = answered(self.http.request(**asked(self.base_url, step)))
                except httpx.TransportError as error:
                    got = lost(error)
                step = flow.send(got)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    def do(
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
        return self.run(flow)

    def upload_original_invoice(self, case: str, filename: str, content: bytes) -> Any:
        """Keep the creditor's own invoice with its case."""
        files = {"file": (filename, content)}
        return self.do("post_media_upload", case, body={"dotted_path": "original_invoice"}, files=files)

    def follow(
        self, after: int = 0, where: Where = None, *, wait: float = 1.0, until_empty: bool = False
    ) -> Iterator[Event]:
        """Every event after a position, as they come, none left out and none twice.

        Keep the `position` of an event when you have acted on it, and begin after it the next time.
        """
        text = where_text(where)
        while True:
            events, last = self.run(lists.events_after(self.session, after, text))
            yield from events
            if not events:
                if until_empty:
                    return
                time.sleep(wait)
            after = last
