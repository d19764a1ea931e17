"""The steps of every request over HTTP, the interface's and the pages' alike. Each edge adds what differs.

An edge finds the endpoint, identifies the caller, serves, turns errors into answers, and sends. The order of these steps,
the check of roles, the rate limit, the actor, the metrics and the log are here.
"""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import structlog

from fordran import clock, tracing
from fordran.actions.record_in_audit import AuditRecord
from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.domain.service.networks import Address
from fordran.logs import log_answer
from fordran.settings import Settings
from fordran.store.connections.actor import Actor, acting
from fordran.store.connections.database import Database
from fordran.store.connections.shares import Share, sharing
from fordran.store.reading.scope import Caller
from fordran.web import metrics
from fordran.web.address import address_of
from fordran.web.hosts import hosts_of, public_url
from fordran.web.rates import Rates, client_of_address
from fordran.web.reading_log import ReadingLog
from fordran.web.under_way import RequestsUnderWay, shares_of

log = structlog.get_logger("fordran.web")

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
RawHeaders: TypeAlias = list[tuple[bytes, bytes]]


class ClientGone(Exception):
    """The client closed the connection before its request was whole."""


@dataclass(frozen=True)
class Services:
    """The shared services of a process's edges."""

    settings: Settings
    database: Database
    readings: ReadingLog
    rates: Rates
    under_way: RequestsUnderWay


class AnsweredRequest(Protocol):
    """A request, as far as every edge knows it. `name` is its endpoint's, for metrics, logs and the audit log."""

    id: str
    name: str
    address: Address
    caller: Caller | None
    shares: tuple[Share, ...]
    """The shares of the process that it counts for."""


class RequestTarget(Protocol):
    """An endpoint or a page. Without roles it is open to everybody."""

    @property
    def name(self) -> str: ...
    @property
    def role_names(self) -> frozenset[str]: ...


RequestType = TypeVar("RequestType", bound=AnsweredRequest)
TargetType = TypeVar("TargetType", bound=RequestTarget)
AnswerType = TypeVar("AnswerType")


class Pipeline(ABC, Generic[RequestType, TargetType, AnswerType]):
    """The steps of a request. An edge implements the abstract ones."""

    by: AuditBy

    def __init__(self, services: Services) -> None:
        self.services = services
        self.settings, self.database, self.readings = services.settings, services.database, services.readings
        self.hosts, self.public_url = hosts_of(services.settings), public_url(services.settings)
        # Chosen once: without tracing, a request makes no further call.
        self.run: Callable[[Mapping[str, Any], RequestType, Send], Awaitable[None]] = (
            self.answer_request if tracing.active is None else tracing.active.around_requests(self.answer_request)
        )
        """Answers a request, in a span where tracing is on."""

    async def answer_request(self, scope: Mapping[str, Any], request: RequestType, send: Send) -> None:
        """Answer a request, whatever happens; count the answer and log it."""
        began = clock.monotonic()
        self.services.under_way.total += 1
        try:
            request.address = address_of(scope, self.settings.trusted_proxies)
            try:
                answer = await self.find_answer(request)
            except ClientGone:
                return
            except Exception as trouble:  # noqa: BLE001  (an answer is owed whatever happened)
                answer = await self.answer_to_error(request, trouble)
            status = await self.send(request, answer, send)
        except asyncio.CancelledError:
            # Only a server that stops, and has waited for long enough, does that; what was begun is undone.
            log.warning("request cancelled: shutting down", request_id=request.id, endpoint=request.name)
            return
        finally:
            self.services.under_way.total -= 1
        seconds = clock.monotonic() - began
        metrics.observe(request.name, status, seconds)
        log_answer(
            request_id=request.id,
            endpoint=request.name,
            status=status,
            milliseconds=round(seconds * 1000, 1),
            user=request.caller.user if request.caller else None,
        )

    async def find_answer(self, request: RequestType) -> AnswerType:
        """The answer of the endpoint that the request is for."""
        return await self.answer_by(request, self.route(request))

    async def answer_by(self, request: RequestType, target: TargetType) -> AnswerType:
        """Identify the caller, check that the caller may, and have the endpoint answer."""
        is_let_in = await self.identify(request, target)
        self.take(request)
        if request.caller is None:
            if not is_let_in:
                return self.deny(request)
        elif target.role_names and not request.caller.roles & target.role_names:
            raise self.role_not_allowed(target)
        user = request.caller.user if request.caller else None
        shares = request.shares = self.shares(request, target)
        with (
            self.services.under_way.counted(shares),
            sharing(shares),
            acting(Actor(self.by, target.name, user, request.address, request.id)),
        ):
            return await self.serve(request, target)

    def take(self, request: RequestType) -> None:
        """Count the request against its client."""
        self.check_rate(request, *self.services.rates.take(_client(request), clock.unix()))

    def shares(self, request: RequestType, target: TargetType) -> tuple[Share, ...]:  # noqa: ARG002
        """The shares of the process that the request counts for."""
        return shares_of(request.caller, _client(request), self.settings)

    @abstractmethod
    def route(self, request: RequestType) -> TargetType:
        """The endpoint of the path and the method; sets the request's name. Raises where there is none."""

    @abstractmethod
    async def identify(self, request: RequestType, target: TargetType) -> bool:
        """Set the caller, if there is one. Whether the request is let in without a caller."""

    @abstractmethod
    def check_rate(self, request: RequestType, is_allowed: bool, headers: RawHeaders) -> None:
        """Raise if the client has made too many requests. The headers say how many remain."""

    @abstractmethod
    def deny(self, request: RequestType) -> AnswerType:
        """The answer to a request without a caller where one is needed; may raise instead."""

    @abstractmethod
    def role_not_allowed(self, target: TargetType) -> Exception:
        """The error for a caller whose role may not use the endpoint."""

    @abstractmethod
    async def serve(self, request: RequestType, target: TargetType) -> AnswerType:
        """Have the endpoint answer, in the caller's name."""

    @abstractmethod
    async def answer_to_error(self, request: RequestType, trouble: Exception) -> AnswerType:
        """The answer to an error, also to one that nobody expected."""

    @abstractmethod
    async def send(self, request: RequestType, answer: AnswerType, send: Send) -> int:
        """Send the answer; its status."""


def _client(request: AnsweredRequest) -> object:
    """The caller of a request, or else the address that it comes from."""
    return request.caller.user if request.caller else client_of_address(request.address)


def audit_record(
    request: AnsweredRequest,
    by: AuditBy,
    kind: AuditKind,
    resource: str,
    document: str | None = None,
    documents: Sequence[str] | None = None,
) -> AuditRecord:
    """An entry of the audit log about a request: one document by its id, or those of a list."""
    caller = request.caller
    user, account = (caller.user, caller.account) if caller else (None, None)
    return AuditRecord(
        clock.now(), by, kind, request.name, resource, request.id, request.address, user, account, document, documents
    )


def log_unhandled(request: AnsweredRequest, trouble: Exception) -> None:
    """Log an exception in full. Its answer has only the id of the request."""
    log.error("unhandled exception", request_id=request.id, endpoint=request.name, exc_info=trouble)


def new_request_id() -> str:
    """The name of one request: sixteen random digits of base 16.

    One in the middle is a letter. Ten decimals in a row might be taken for a personal number, which no log shows.
    """
    drawn = secrets.token_hex(8)
    return f"{drawn[:8]}f{drawn[9:]}"
