"""The application: one ASGI callable that finds the endpoint, the caller and the answer of each request."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from fordran import clock
from fordran.actions.accounts.access_token import BadAccessToken
from fordran.actions.record_in_audit import AuditRecord
from fordran.api.clients.callers import Callers
from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.api.http.answers import Answer, Headers, error
from fordran.api.http.body_memory import BodyMemory
from fordran.api.http.cors import cors_headers
from fordran.api.http.errors import AGAIN, TOO_OFTEN, WRONG_ROLE, answer_to, http_error
from fordran.api.http.request import COME_BACK, ClientGone, Receive, Request, Send, new_request_id
from fordran.api.http.sending import send_answer
from fordran.api.http.switches import check_switches
from fordran.api.paths import tree
from fordran.logs import log_answer
from fordran.settings import Settings
from fordran.store.connections.actor import Actor, acting
from fordran.store.connections.replica import database_of
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.web import metrics
from fordran.web.rates import Rates, client_of_address
from fordran.web.reading_log import ReadingLog

log = structlog.get_logger("fordran.api")


class Api:
    """The interface, as served by one process."""

    def __init__(self, settings: Settings) -> None:
        assert settings.database_url is not None, "the process that starts the interface says where its database is"
        self.settings = settings
        self.database = database_of(
            settings.database_url,
            settings.read_database_url,
            settings.pool_size,
            settings.pool_wait_seconds,
            tell=lambda trouble: log.warning("read replica skipped", error=trouble),
            statement_seconds=settings.statement_seconds,
            lock_seconds=settings.lock_seconds,
            direct_url=settings.direct_database_url,
        )
        self.under_way = 0
        most_bytes = settings.body_memory_mb * 1024 * 1024
        self.bodies_in = BodyMemory(most_bytes, settings.pool_wait_seconds)
        self.bodies_out = BodyMemory(most_bytes, settings.pool_wait_seconds)
        self.table = endpoints(settings)
        self.root = tree(self.table)
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
                    await self.open_database()
                except Exception as trouble:  # noqa: BLE001  (the server gets the message, and logs it)
                    await send({"type": "lifespan.startup.failed", "message": str(trouble)})
                    return
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.readings.close()
                await self.database.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def open_database(self) -> None:
        """Open a first connection. An unreachable database does not stop the start: requests then get an error."""
        try:
            await self.database.open()
        except (DatabaseAway, DatabaseBusy) as away:
            log.warning("started without database", error=str(away))

    async def serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens."""
        request = Request(scope, receive, new_request_id())
        request.memory = self.bodies_in
        request.readings = self.readings
        self.under_way += 1
        try:
            await self.answer(request, send)
        except asyncio.CancelledError:
            # Only a server that stops, and has waited for long enough, does that; what was begun is undone.
            log.warning("request cancelled: shutting down", request_id=request.id, endpoint=request.endpoint_name)
        finally:
            self.under_way -= 1
            if request.held_bytes:
                self.bodies_in.give_back(request.held_bytes)

    async def answer(self, request: Request, send: Send) -> None:
        """Find the answer, send it, count it and log it."""
        began = clock.monotonic()
        headers: Headers = []
        try:
            done = await self.find_answer(request, headers)
        except ClientGone:
            return
        except Exception as trouble:  # noqa: BLE001  (an answer is owed whatever happened)
            done = answer_to(trouble, request.method) or self.unhandled(trouble, request)
        if done.status == 503:
            request.scope[COME_BACK] = True
        await send_answer(request, done, headers, self.bodies_out, send)
        seconds = clock.monotonic() - began
        metrics.observe(request.endpoint_name, done.status, seconds)
        log_answer(
            request_id=request.id,
            endpoint=request.endpoint_name,
            status=done.status,
            milliseconds=round(seconds * 1000, 1),
            user=request.caller.user if request.caller else None,
        )

    async def find_answer(self, request: Request, headers: Headers) -> Answer:
        """The answer of the endpoint at the request's path, if there is one. Headers of every answer are added to `headers`."""
        request.address = request.address_behind(self.settings.trusted_proxies)
        request.check_head()
        node = self.root.find(request.scope["path"], request.path)
        headers += cors_headers(request, node.allow, self.settings.cors_origins)
        endpoint = node.endpoint(request.method)
        if endpoint is None:
            self.take(client_of_address(request.address), headers)
            return node.answer_without_endpoint(request.method)
        request.endpoint_name = endpoint.name
        request.secrets = endpoint.secrets
        if self.under_way > self.settings.max_requests and not endpoint.is_probe:
            raise http_error(503, "Too many requests are under way; nothing was done. Try again soon.", AGAIN)
        return await self.answer_if_allowed(request, endpoint, headers)

    async def answer_if_allowed(self, request: Request, endpoint: Endpoint, headers: Headers) -> Answer:
        """Find out who asks and whether they may, and have the endpoint answer."""
        if not endpoint.roles.needs_token:
            self.take(client_of_address(request.address), headers)
            check_switches(request, endpoint.switches)
            return await endpoint.serve(request, self.database)
        token = request.header(b"x-api-key")
        request.links = await self.callers.links()
        if not token and endpoint.roles.takes_signed_links and self.is_signed(request):
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
        if not request.caller.roles & endpoint.role_names:
            raise http_error(403, WRONG_ROLE)
        return await self.recorded(request, endpoint)

    async def recorded(self, request: Request, endpoint: Endpoint) -> Answer:
        """Have the endpoint answer in the caller's name, and record acts that change no row."""
        check_switches(request, endpoint.switches)
        user = request.caller.user if request.caller else None
        with acting(Actor("api", endpoint.name, user, request.address, request.id)):
            done = await endpoint.serve(request, self.database)
        if endpoint.is_noted:
            self.note(request, endpoint, done)
        return done

    def note(self, request: Request, endpoint: Endpoint, done: Answer) -> None:
        """Note what an answer shows or what was sent: the document that the path names, or those of a list."""
        document = request.path.get("id")
        documents = None if document else [shown["_id"] for shown in done.shown]
        is_reading = endpoint.is_reading
        if done.status != (200 if is_reading else 201) or not (document or documents):
            return
        caller = request.caller
        self.readings.note(
            AuditRecord(
                clock.now(),
                "api",
                "read" if is_reading else "sent",
                endpoint.name,
                endpoint.first_step,
                request.id,
                request.address,
                caller.user if caller else None,
                caller.account if caller else None,
                document,
                documents,
            )
        )

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
            raise http_error(429, TOO_OFTEN)

    @staticmethod
    def unhandled(trouble: BaseException, request: Request) -> Answer:
        """The answer to an unhandled exception: logged in full, and answered with the request's id alone."""
        log.error("unhandled exception", request_id=request.id, endpoint=request.endpoint_name, exc_info=trouble)
        return error(500, f"Internal error. Quote request id {request.id} when you report it.")


def create_app(settings: Settings) -> Api:
    """The application of one process."""
    return Api(settings)
