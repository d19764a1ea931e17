"""A client as it should be written: every request has a key, and is sent by it until the answer is definite."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

import httpx
import orjson

from tools.soak.counts import Counts
from tools.soak.records import Records, Sent

SECONDS = 20.0
NOT_YET = (401, 409, 429, 502, 503)
"""Answers that say to come again: another is at it, too many, away. For 401 the client signs in again first."""


class GivenUp(Exception):
    """A client let a request be, without knowing what became of it."""


class Client:
    """An API client behind a wire. `where` is the wire's, or the service's own, address."""

    def __init__(self, name: str, code: str, where: str, chance: Random, counts: Counts, records: Records) -> None:
        self.name = name
        self.code = code
        self.chance = chance
        self.counts = counts
        self.records = records
        self._token = ""
        # A connection for each request, which is how the wire knows where one ends.
        self._http = httpx.AsyncClient(
            base_url=where,
            timeout=SECONDS,
            headers={"connection": "close"},
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, sent: Sent, *, gives_up: bool = False) -> None:
        """Send until it is answered, or until it fails once if this client gives up."""
        self.records.note(sent)
        body = {"content": orjson.dumps(sent.body), "headers": {"content-type": "application/json"}}
        try:
            answer = await self.ask("POST", sent.path, sent.key, gives_up=gives_up, **body)
        except GivenUp:
            self.counts.clients["given up"] += 1
            return
        sent.status, sent.answer = answer.status_code, answer.content
        self.records.acknowledged(sent)
        if sent.is_acknowledged:
            self.counts.clients["acknowledged"] += 1
        else:
            self.counts.other(f"refused: {sent.path} {sent.key} {answer.status_code} {answer.text}")

    async def get(self, path: str, **params: Any) -> Any:
        """A document or list, however often it takes."""
        answer = await self.ask("GET", path, params=params)
        if answer.status_code != 200:
            self.counts.other(f"GET {path} {params} answered {answer.status_code} {answer.text}")
        return answer.json()

    async def ask(
        self, method: str, path: str, key: str | None = None, *, gives_up: bool = False, **more: Any
    ) -> httpx.Response:
        """The definite answer to a request."""
        given: Mapping[str, str] = more.pop("headers", {})
        while True:
            self.counts.clients["requests"] += 1
            try:
                headers = {**given, "x-api-key": await self._signed_in()}
                answer = await self._http.request(
                    method, path, headers=headers | ({"idempotency-key": key} if key else {}), **more
                )
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code == 500:
                self.counts.other(f"500: {method} {path} {answer.headers.get('x-request-id')} {answer.text}")
            elif answer is not None and answer.status_code not in NOT_YET:
                return answer
            elif answer is not None and answer.status_code == 401:
                self._token = ""
            if gives_up:
                raise GivenUp
            self.counts.clients["retries"] += 1
            await asyncio.sleep(self.chance.uniform(0.05, 0.6))

    async def _signed_in(self) -> str:
        if not self._token:
            answer = await self._http.post("/authenticates/api-code", json={"code": self.code})
            if answer.status_code != 200:
                raise httpx.TransportError(f"not signed in: {answer.status_code}")
            self._token = answer.json()["token"]
        return self._token
