"""The application: one ASGI callable that finds the endpoint, the caller and the answer of each request."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import structlog

from fordran import tracing
from fordran.actions.accounts.access_token import BadAccessToken
from fordran.api.clients.callers import Callers
from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.api.http.answers import Answer, error
from fordran.api.http.body_memory import BodyMemory
from fordran.api.http.cors import cors_headers
from fordran.api.http.errors import NOT_OUR_HOST, TOO_OFTEN, WRONG_ROLE, answer_to, http_error
from fordran.api.http.request import COME_BACK, Request
from fordran.api.http.sending import send_answer
from fordran.api.http.switches import check_switches
from fordran.api.http.versions import echoed_version, service_headers
from fordran.api.paths import tree
from fordran.api.roles import ROLES
from fordran.api.serving.unknown_parameters import check_parameters
from fordran.domain.service.audit import AuditKind
from fordran.settings import Settings
from fordran.store.connections.replica import database_of
from fordran.store.connections.shares import Share
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.web.hosts import is_for_us
from fordran.web.pipeline import (
    Pipeline,
    RawHeaders,
    Receive,
    Send,
    Services,
    audit_record,
    log_unhandled,
    new_request_id,
)
from fordran.web.rates import Rates
from fordran.web.reading_log import ReadingLog
from fordran.web.under_way import RequestsUnderWay

log = structlog.get_logger("fordran.api")


class Api(Pipeline[Request, Endpoint, Answer]):
    """The interface, as served by one process."""

    by = "api"

    def __init__(self, settings: Settings) -> None:
        assert settings.database_url is not None, "the process that starts the interface says where its database is"
        database = database_of(
            settings.database_url,
            settings.read_database_url,
            settings.pool_size,
            settings.pool_wait_seconds,
            tell=lambda trouble: log.warning("read replica skipped", error=trouble),
            statement_seconds=settings.statement_seconds,
            list_seconds=settings.list_seconds,
            lock_seconds=settings.lock_seconds,
            direct_url=settings.direct_database_url,
        )
        per_process = settings.rate_limit_per_second / settings.workers
        rates = Rates(per_process, max(1, settings.rate_limit_burst // settings.workers))
        under_way = RequestsUnderWay(settings.max_requests)
        super().__init__(Services(settings, database, ReadingLog(database), rates, under_way))
        most_bytes = settings.body_memory_mb * 1024 * 1024
        self.bodies_in = BodyMemory(most_bytes, settings.pool_wait_seconds)
        self.bodies_out = BodyMemory(most_bytes, settings.pool_wait_seconds)
        self.table = endpoints(settings)
        self.service_headers = service_headers(settings)
        self.root = tree(self.table)
        self.callers = Callers(self.database)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.answer(scope, receive, send)
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
                # Here, since the server ends its process by the signal that stopped it.
                await asyncio.to_thread(tracing.stop)
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def open_database(self) -> None:
        """Open a first connection. An unreachable database does not stop the start: requests then get an error."""
        try:
            await self.database.open()
        except (DatabaseAway, DatabaseBusy) as away:
            log.warning("started without database", error=str(away))

    async def answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, and let go of the memory of its body."""
        request = Request(scope, receive, new_request_id())
        request.memory, request.readings, request.public_url = self.bodies_in, self.readings, self.public_url
        request.answer_headers += self.service_headers
        request.rules = self.settings.approval_rules
        try:
            await self.run(scope, request, send)
        finally:
            if request.held_bytes:
                self.bodies_in.give_back(request.held_bytes, request.shares)

    def route(self, request: Request) -> Endpoint:
        """The endpoint at the request's path. Adds the headers of every answer of that path to the request's."""
        request.check_head()
        node = self.root.find(request.scope["path"], request.path)
        request.answer_headers += cors_headers(request, node.allow, self.settings.cors_origins)
        request.answer_headers += echoed_version(request)
        endpoint = node.endpoint(request.method)
        if endpoint is None:
            self.take(request)
            raise node.answer_without_endpoint(request.method)
        request.name = endpoint.name
        request.secrets = endpoint.secrets
        if not endpoint.is_probe:
            self.services.under_way.check()
            if not is_for_us(request.scope, self.hosts):
                raise http_error(421, NOT_OUR_HOST)
        return endpoint

    def shares(self, request: Request, target: Endpoint) -> tuple[Share, ...]:
        """A probe counts for nobody: it is answered however many ask."""
        return () if target.is_probe else super().shares(request, target)

    async def identify(self, request: Request, target: Endpoint) -> bool:
        """The caller by its token. A signed link replaces a token where the endpoint takes one."""
        if not target.roles.needs_token:
            return True
        token = request.header(b"x-api-key")
        request.links = await self.callers.links()
        if not token and target.roles.takes_signed_links and self.is_signed(request):
            return True
        if token is not None:
            with suppress(BadAccessToken):
                request.caller = await self.callers.caller(token)
        return False

    def check_rate(self, request: Request, is_allowed: bool, headers: RawHeaders) -> None:
        """Show how many requests remain; 429 past the limit."""
        request.answer_headers += headers
        if not is_allowed:
            raise http_error(429, TOO_OFTEN)

    def deny(self, request: Request) -> Answer:  # noqa: ARG002  (every request is denied alike)
        """401."""
        raise BadAccessToken

    def role_not_allowed(self, target: Endpoint) -> Exception:
        """403, with the roles that may."""
        allowed = ", ".join(role for role in ROLES if role in target.role_names)
        return http_error(403, f"{WRONG_ROLE} It takes one of: {allowed}.")

    async def serve(self, request: Request, target: Endpoint) -> Answer:
        """Have the endpoint answer, and record acts that change no row."""
        check_switches(request, target.switches)
        check_parameters(request, target)
        answer = await target.serve(request, self.database)
        if target.is_noted:
            self.note(request, target, answer)
        return answer

    def note(self, request: Request, endpoint: Endpoint, answer: Answer) -> None:
        """Note what an answer shows, or what was sent: the document that the path names, or those of a list."""
        document = request.path.get("id")
        documents = None if document else [shown["_id"] for shown in answer.shown]
        is_reading = endpoint.is_reading
        if answer.status != (200 if is_reading else 201) or not (document or documents or endpoint.sends):
            return
        kind: AuditKind = "read" if is_reading else "sent"
        self.readings.note(audit_record(request, "api", kind, endpoint.first_step, document, documents))

    async def answer_to_error(self, request: Request, trouble: Exception) -> Answer:
        """The answer by the table of errors. An exception that is not in it is logged, and answered with the request's id."""
        answer = answer_to(trouble, request.method)
        if answer is None:
            log_unhandled(request, trouble)
            answer = error(500, f"Internal error. Quote request id {request.id} when you report it.", "internal")
        return answer

    async def send(self, request: Request, answer: Answer, send: Send) -> int:
        """Send the answer with the headers that every answer has."""
        if answer.status == 503:
            request.scope[COME_BACK] = True
        await send_answer(request, answer, self.bodies_out, send)
        return answer.status

    @staticmethod
    def is_signed(request: Request) -> bool:
        """Whether the request comes by a link that we signed and that still holds."""
        assert request.links is not None
        signature, expires = request.query.get("signature", ""), request.query.get("expires", "")
        return request.links.holds(request.path.get("id", ""), expires, signature)


def create_app(settings: Settings) -> Api:
    """The application of one process."""
    return Api(settings)
