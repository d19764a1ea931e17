"""The application: one ASGI callable that finds the endpoint, the caller and the answer of each request."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import structlog

from fordran import clock
from fordran.actions.accounts.access_token import BadAccessToken
from fordran.api import figures
from fordran.api.answers import JSON, Answer, Headers, error, pretty
from fordran.api.callers import Callers
from fordran.api.client_address import client_address
from fordran.api.cors import cors_headers
from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.api.errors import AGAIN, NOT_A_METHOD, answer_to, http_error, not_found
from fordran.api.memory import SHORT_BYTES, BodyMemory, NoRoom
from fordran.api.policy import is_open, roles_of, takes_signed_links
from fordran.api.rates import Rates, client_of_address
from fordran.api.reading_log import ReadingLog, is_noted
from fordran.api.request import COME_BACK, ClientGone, Request
from fordran.domain.networks import Address
from fordran.logs import log_answer
from fordran.settings import Settings
from fordran.store.actor import Actor, acting
from fordran.store.database import Database

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

log = structlog.get_logger("fordran.api")

PROBES = {"GET /health", "GET /ready", "GET /metrics"}
"""What is answered however many other requests are under way, since it is asked to find that out."""


class Node:
    """A step of the paths: fixed names below it, a placeholder below it, and the endpoints that end here."""

    __slots__ = ("allow", "fixed", "methods", "placeholder")

    def __init__(self) -> None:
        self.fixed: dict[str, Node] = {}
        self.placeholder: tuple[str, Node] | None = None
        self.methods: dict[str, Endpoint] = {}
        self.allow = b""


def tree(table: tuple[Endpoint, ...]) -> Node:
    """The table as a tree, so that finding an endpoint takes as long as its path."""
    root = Node()
    for endpoint in table:
        node = root
        for step in endpoint.path.strip("/").split("/") if endpoint.path != "/" else ():
            if step.startswith("{"):
                node.placeholder = node.placeholder or (step[1:-1], Node())
                node = node.placeholder[1]
            else:
                node = node.fixed.setdefault(step, Node())
        assert endpoint.method not in node.methods, endpoint.name
        node.methods[endpoint.method] = endpoint
        methods = {*node.methods, "OPTIONS"} | ({"HEAD"} if "GET" in node.methods else set())
        node.allow = ", ".join(sorted(methods)).encode()
    return root


class Api:
    """The interface, as served by one process."""

    def __init__(self, settings: Settings) -> None:
        assert settings.database_url is not None, "the process that starts the interface says where its database is"
        self.settings = settings
        self.database = Database(
            settings.database_url,
            settings.pool_size,
            settings.pool_wait_seconds,
            statement_seconds=settings.statement_seconds,
            lock_seconds=settings.lock_seconds,
        )
        self.under_way = 0
        most_bytes = settings.body_memory_mb * 1024 * 1024
        self.bodies_in = BodyMemory(most_bytes, settings.pool_wait_seconds)
        self.bodies_out = BodyMemory(most_bytes, settings.pool_wait_seconds)
        self.table = endpoints(settings)
        self.root = tree(self.table)
        self.roles = {endpoint.name: roles_of(endpoint.name) for endpoint in self.table}
        self.open = {endpoint.name for endpoint in self.table if is_open(endpoint.name)}
        self.signed = {endpoint.name for endpoint in self.table if takes_signed_links(endpoint.name)}
        self.noted = {endpoint.name for endpoint in self.table if is_noted(endpoint)}
        self.callers = Callers(self.database)
        self.readings = ReadingLog(self.database)
        per_process = settings.rate_limit_per_second / settings.workers
        self.rates = Rates(per_process, max(1, settings.rate_limit_burst // settings.workers))

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.serve(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.live(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})

    async def live(self, receive: Receive, send: Send) -> None:
        """Start with the process and end with it."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                try:
                    await self.database.open()
                except Exception as trouble:  # noqa: BLE001  (the server is told, and says it)
                    await send({"type": "lifespan.startup.failed", "message": str(trouble)})
                    return
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.readings.close()
                await self.database.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens."""
        request = Request(scope, receive, secrets.token_hex(8))
        request.memory = self.bodies_in
        request.readings = self.readings
        self.under_way += 1
        try:
            await self.answer(request, send)
        finally:
            self.under_way -= 1
            if request.held_bytes:
                self.bodies_in.give_back(request.held_bytes)

    async def answer(self, request: Request, send: Send) -> None:
        """Find the answer, send it and note it."""
        began = clock.monotonic()
        name = "none"
        headers: Headers = []
        try:
            request.address = self.address(request)
            node = self.find(request.scope["path"], request.path)
            headers += cors_headers(request, node.allow, self.settings.cors_origins)
            endpoint = node.methods.get("GET" if request.method == "HEAD" else request.method)
            if endpoint is not None:
                name = endpoint.name
                if self.under_way > self.settings.max_requests and name not in PROBES:
                    raise http_error(503, "Too many requests are under way; nothing was done. Try again soon.", AGAIN)
                done = await self.act(request, endpoint, headers)
            else:
                self.take(client_of_address(request.address), headers)
                done = self.without_endpoint(request, node)
        except ClientGone:
            return
        except Exception as trouble:  # noqa: BLE001  (an answer is owed whatever happened)
            done = answer_to(trouble) or self.unforeseen(trouble, request, name)
        if done.status == 503:
            request.scope[COME_BACK] = True
        await self.send_counted(request, done, headers, send)
        seconds = clock.monotonic() - began
        figures.observe(name, done.status, seconds)
        log_answer(
            request_id=request.id,
            endpoint=name,
            status=done.status,
            milliseconds=round(seconds * 1000, 1),
            user=request.caller.user if request.caller else None,
        )

    async def act(self, request: Request, endpoint: Endpoint, headers: Headers) -> Answer:
        """Find out who asks, whether they may, and let the endpoint answer."""
        if endpoint.name in self.open:
            self.take(client_of_address(request.address), headers)
            return await endpoint.serve(request, self.database)
        token = request.header(b"x-api-key")
        request.links = await self.callers.links()
        if not token and endpoint.name in self.signed and self.is_signed(request):
            self.take(client_of_address(request.address), headers)
            return await self.recorded(request, endpoint)
        try:
            if token is None:
                raise BadAccessToken
            request.caller = await self.callers.caller(token)
        except BadAccessToken:
            self.take(client_of_address(request.address), headers)
            raise
        self.take(request.caller.user, headers)
        if request.caller.role not in self.roles[endpoint.name]:
            raise http_error(403, "Your role may not do this.")
        return await self.recorded(request, endpoint)

    async def recorded(self, request: Request, endpoint: Endpoint) -> Answer:
        """Let the endpoint answer in the caller's name, and note what no changed row tells of."""
        user = request.caller.user if request.caller else None
        with acting(Actor("api", endpoint.name, user, request.address, request.id)):
            done = await endpoint.serve(request, self.database)
        if endpoint.name in self.noted:
            self.readings.note_answer(request, endpoint, done)
        return done

    @staticmethod
    def is_signed(request: Request) -> bool:
        """Whether the request comes by a link that we signed and that still holds."""
        assert request.links is not None
        signature, expires = request.query.get("signature", ""), request.query.get("expires", "")
        return request.links.holds(request.path.get("id", ""), expires, signature)

    def take(self, client: object, headers: Headers) -> None:
        """Count the request; 429 past the limit."""
        is_allowed, stand = self.rates.take(client, clock.unix())
        headers += stand
        if not is_allowed:
            raise http_error(429, "Too many requests: wait as many seconds as Retry-After says.")

    def address(self, request: Request) -> Address:
        """Where the request comes from, behind the proxies that are trusted."""
        peer = (request.scope.get("client") or ("", 0))[0]
        if b"x-forwarded-for" not in request.headers and b"forwarded" not in request.headers:
            return peer_address(peer)
        return client_address(
            peer,
            request.header_values(b"x-forwarded-for"),
            request.header_values(b"forwarded"),
            self.settings.trusted_proxies,
        )

    def find(self, path: str, placeholders: dict[str, str]) -> Node:
        """The step of the tree that the path leads to, a node of its own where it leads nowhere.

        A slash at the end makes no difference. What stands in place of the path's placeholders is noted.
        """
        node = self.root
        steps = path.strip("/")
        for step in steps.split("/") if steps else ():
            below = node.fixed.get(step)
            if below is None:
                if node.placeholder is None:
                    return Node()
                name, below = node.placeholder
                placeholders[name] = step
            node = below
        return node

    @staticmethod
    def without_endpoint(request: Request, node: Node) -> Answer:
        """What is answered where no endpoint does: there is no such path, or it is asked by another method."""
        if not node.methods:
            raise not_found()
        if request.method == "OPTIONS":
            return Answer(200, headers=[(b"allow", node.allow)])
        raise http_error(405, NOT_A_METHOD, [(b"allow", node.allow)])

    @staticmethod
    def unforeseen(trouble: BaseException, request: Request, name: str) -> Answer:
        """What must not happen: said to us in full, to the client with nothing but the request's id."""
        log.error("unforeseen", request_id=request.id, endpoint=name, exc_info=trouble)
        return error(500, f"Something went wrong with us. If you ask about it, say the request id {request.id}.")

    async def send_counted(self, request: Request, done: Answer, headers: Headers, send: Send) -> None:
        """Send an answer. A long one is counted for as long as its client takes to read it."""
        if done.body and request.wants_pretty and done.content_type == JSON:
            done.body = pretty(done.body)
        size = len(done.body)
        if size <= SHORT_BYTES:
            await self.send(request, done, headers, send)
            return
        try:
            await self.bodies_out.take(size)
        except NoRoom as full:
            done = error(503, str(full), headers=AGAIN)
            size = 0
        try:
            await self.send(request, done, headers, send)
        finally:
            self.bodies_out.give_back(size)

    @staticmethod
    async def send(request: Request, done: Answer, headers: Headers, send: Send) -> None:
        body = done.body
        whole = [(b"content-type", done.content_type)] if body or done.status not in (204, 304) else []
        whole += [
            (b"content-length", str(len(body)).encode()),
            (b"x-request-id", request.id.encode()),
            (b"x-content-type-options", b"nosniff"),
            *headers,
            *done.headers,
        ]
        if done.status >= 400 and b"expect" in request.headers:
            # A client that waits to be told whether to send its body, and is told no, sends none.
            whole.append((b"connection", b"close"))
        if done.status in (204, 304):
            whole = [header for header in whole if header[0] != b"content-length"]
        await send({"type": "http.response.start", "status": done.status, "headers": whole})
        if request.method == "HEAD":
            body = b""
        # In parts, each sent when the client has taken most of the one before.
        for start in range(0, len(body) - SHORT_BYTES, SHORT_BYTES):
            await send({"type": "http.response.body", "body": body[start : start + SHORT_BYTES], "more_body": True})
        await send({"type": "http.response.body", "body": body[-(len(body) % SHORT_BYTES or SHORT_BYTES) :]})


@lru_cache(maxsize=1024)
def peer_address(peer: str) -> Address:
    """The other end of a connection. A client makes many requests, and reading an address takes a while."""
    return client_address(peer, (), (), ())


def create_app(settings: Settings) -> Api:
    """The application of one process."""
    return Api(settings)
