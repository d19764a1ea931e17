"""A tape: a client of the service that keeps what it sends and what is answered."""

from __future__ import annotations

import re
from typing import Any

import httpx

from fordran.api.description.operations import operation_id
from fordran.api.endpoint import Effect, Endpoint
from fordran.api.http.answers import JSON_TYPE

Exchange = dict[str, Any]
Document = dict[str, Any]


class Unexpected(Exception):
    """An answer that the script did not count on."""


class Tape:
    """Signed-in requests by endpoint, each kept as the example of its operation."""

    def __init__(self, app: Any, table: tuple[Endpoint, ...]) -> None:
        self.endpoints = {endpoint.name: endpoint for endpoint in table}
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app, client=("127.0.0.1", 1)),
            base_url="https://fordran.example",
            timeout=60,
        )
        self.operations: dict[str, Exchange] = {}
        self.errors: dict[str, Any] = {}
        self.more: list[Exchange] = []
        """Exchanges that show what no operation's own example does."""

    async def do(self, name: str, *ids: str, body: Any = None, tag: str | None = None, **options: Any) -> Any:
        """Do something that has to succeed, and keep it; first as a dry run where there is one. What was answered."""
        endpoint = self.endpoints[name]
        if endpoint.effect in (Effect.CREATE, Effect.DO) or endpoint.takes_key:
            await self._ask(endpoint, ids, body, {"params": {"dry_run": "true"}} | options)
        headers = {"If-Match": tag} if tag else {}
        return await self._ask(endpoint, ids, body, {"headers": headers} | options)

    async def refused(self, code: int, method: str, path: str, **options: Any) -> None:
        """Do something that has to be refused with a code, and keep the answer."""
        answer = await self.http.request(method, path, **options)
        if answer.status_code != code:
            raise Unexpected(f"{method} {path}: {answer.status_code} {answer.text}")
        self.errors[str(code)] = answer.json()

    async def also(self, name: str, *ids: str, code: int = 200, body: Any = None, **options: Any) -> Any:
        """Do something that has to be answered so, and keep it beside the example of its operation. What was answered."""
        endpoint = self.endpoints[name]
        answer = await self._sent(endpoint, ids, body, options)
        if answer.status_code != code:
            raise Unexpected(f"{endpoint.name}: {answer.status_code} {answer.text[:2000]}")
        kept: Exchange = {"operation": operation_id(endpoint), "status": str(code)}
        kept |= {"body": _as_typed(body, options)} if body is not None or "files" in options else {}
        self.more.append(kept | ({"answer": answer.json()} if answer.content else {}))
        return answer.json() if answer.content else None

    async def some(self, resource: str, where: str = "{}") -> list[Document]:
        """Documents of a resource, unrecorded; there has to be one."""
        answer = await self.http.get(f"/{resource}", params={"where": where, "max_results": 100, "sort": "_id"})
        items: list[Document] = answer.json().get("_items", [])
        if not items:
            raise Unexpected(f"there are no {resource} where {where}: {answer.text[:500]}")
        return items

    async def _ask(self, endpoint: Endpoint, ids: tuple[str, ...], body: Any, options: dict[str, Any]) -> Any:
        answer = await self._sent(endpoint, ids, body, options)
        if not answer.is_success:
            raise Unexpected(f"{endpoint.name}: {answer.status_code} {answer.text[:2000]}")
        kept = self.operations.setdefault(operation_id(endpoint), {})
        body = _as_typed(body, options)
        if body is not None:
            kept["body"] = body
        if answer.content and answer.headers["content-type"].startswith(JSON_TYPE) and endpoint.path != "/openapi.json":
            kept.setdefault("answers", {})[str(answer.status_code)] = answer.json()
            return answer.json()
        return answer.content

    async def _sent(
        self, endpoint: Endpoint, ids: tuple[str, ...], body: Any, options: dict[str, Any]
    ) -> httpx.Response:
        left = iter(ids)
        path = re.sub(r"\{\w+\}", lambda _: next(left), endpoint.path)
        sent = {"json": body} if body is not None and endpoint.takes_as == JSON_TYPE else {}
        return await self.http.request(endpoint.method, path, **sent, **options)


def _as_typed(body: Any, options: dict[str, Any]) -> Any:
    """A form as curl says it: the name of a file stands for what is in it. Any other body as it is."""
    if "files" not in options:
        return body
    return options.get("data", {}) | {name: f"@{file[0]}" for name, file in options["files"].items()}
