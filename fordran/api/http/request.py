"""A request as the endpoints see it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from fordran.api.clients.links import Links
from fordran.api.http.answers import JSON_TYPE, Headers
from fordran.api.http.body_memory import SHORT_BYTES, BodyMemory
from fordran.api.http.errors import HttpError, http_error
from fordran.domain.payouts.four_eyes import FourEyes
from fordran.domain.service.networks import NOWHERE, Address
from fordran.shape.json_in import NotJson, json_of
from fordran.store.connections.shares import Share
from fordran.store.reading.scope import Caller
from fordran.web.pipeline import ClientGone, Receive
from fordran.web.reading_log import ReadingLog

MAX_BODY = 10 * 1024 * 1024
# A client that has not signed in has nothing longer to send than a code.
MAX_STRANGERS_BODY = 64 * 1024
MAX_FIELDS = 200
LONGEST_REMEMBERED = 1000

COME_BACK = "fordran.come_back"
"""A key in the scope of a request that was answered 503, for the connection that it came by."""
IS_STOPPING = "fordran.is_stopping"
"""A key in the `state` of a request's scope where the process is about to end."""

_GIVEN_ONCE = (b"host", b"x-api-key", b"idempotency-key", b"if-match")
"""Headers that decide who asks, for what, and whether it was asked before."""


class Request:
    """A request. `path` has the values of the path's placeholders, `secrets` the secret fields of the answer."""

    __slots__ = (
        "_query",
        "address",
        "answer_headers",
        "caller",
        "headers",
        "held_bytes",
        "id",
        "links",
        "memory",
        "method",
        "name",
        "path",
        "public_url",
        "raw_query",
        "readings",
        "receive",
        "rules",
        "scope",
        "secrets",
        "shares",
    )

    def __init__(self, scope: dict[str, Any], receive: Receive, id_: str) -> None:
        self.scope = scope
        self.receive = receive
        self.id = id_
        self.memory: BodyMemory | None = None
        self.held_bytes = 0
        self.shares: tuple[Share, ...] = ()
        self.headers = dict(reversed(scope["headers"]))  # the first of a name counts
        self.method: str = self._method(scope["method"])
        self.raw_query: bytes = scope["query_string"]
        self._query: Mapping[str, str] | None = None
        self.path: dict[str, str] = {}
        self.name = "none"
        self.answer_headers: Headers = []
        self.secrets: frozenset[str] = frozenset()
        self.caller: Caller | None = None
        self.links: Links | None = None
        self.public_url: str | None = None
        self.rules = FourEyes()
        self.readings: ReadingLog | None = None
        self.address: Address = NOWHERE

    def check_head(self) -> None:
        """Refuse a head that two readers could read differently: without a host, or with two of what it may have one of."""
        if b"host" not in self.headers and self.scope.get("http_version") != "1.0":
            raise http_error(400, "The request has no Host header.")
        if len(self.headers) == len(self.scope["headers"]):
            return
        names = [name for name, _ in self.scope["headers"]]
        for name in _GIVEN_ONCE:
            if names.count(name) > 1:
                raise http_error(400, f"The header {name.decode()} is given more than once.")

    def _method(self, sent: str) -> str:
        """The method, which a POST may override for clients that can send nothing else."""
        wanted = self.header(b"x-http-method-override") if sent == "POST" else None
        method = wanted.strip().upper() if wanted else sent
        # The answer to a POST has its body, also where a HEAD was meant.
        return "GET" if wanted and method == "HEAD" else method

    @property
    def signed_in(self) -> Caller:
        """The caller, of an endpoint that only signed-in callers reach."""
        assert self.caller is not None
        return self.caller

    def link_to(self, file: str) -> str:
        """A signed link to a file, by the public address; where none is set, by the one that the client asks by."""
        assert self.links is not None
        asked = f"{self.scope.get('scheme', 'http')}://{self.header(b'host') or 'localhost'}"
        return f"{self.public_url or asked}{self.links.path(file)}"

    def header(self, name: bytes) -> str | None:
        value = self.headers.get(name)
        return None if value is None else value.decode("latin-1")

    @property
    def media_type(self) -> str:
        """The declared content type of the body, without its parameters."""
        return (self.header(b"content-type") or "").split(";")[0].strip().lower()

    @property
    def query(self) -> Mapping[str, str]:
        """Query parameters; the first of a name counts."""
        if self._query is None:
            self._query = parameters_of(self.raw_query) if self.raw_query else {}
        return self._query

    @property
    def wants_pretty(self) -> bool:
        """Whether the answer is to be indented. It is asked of every answer, also the one that refuses the query."""
        try:
            return "pretty" in self.query
        except HttpError:
            return False

    async def body(self, most: int = MAX_BODY) -> bytes:
        """The whole body, for as long as the request is under way; 413 past `most` bytes, as soon as that is known."""
        announced = self.announced_bytes
        if SHORT_BYTES < announced <= most:
            # Of the whole at once: of many who hold a part each, none might find room for the rest.
            await self.hold(announced)
        parts = []
        length = 0
        async for part in self.stream(most):
            parts.append(part)
            length += len(part)
            if length > SHORT_BYTES and length > self.held_bytes:
                await self.hold(length - self.held_bytes)
        return b"".join(parts)

    @property
    def announced_bytes(self) -> int:
        """How long the body is to be, by what its client says; 0 where that says nothing."""
        announced = self.headers.get(b"content-length", b"")
        return int(announced) if announced.isdigit() and len(announced) < 20 else 0

    async def hold(self, size: int) -> None:
        """Have so many bytes counted as held by this request while it is under way, once there is room for them."""
        assert self.memory is not None
        await self.memory.take(size, self.shares, self.held_bytes)
        self.held_bytes += size

    async def stream(self, most: int) -> AsyncGenerator[bytes, None]:
        """The body as it comes; 413 past `most` bytes, as soon as that is known."""
        if self.caller is None:
            most = min(most, MAX_STRANGERS_BODY)
        if self.announced_bytes > most:
            raise too_large(most)
        length = 0
        while True:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            part = message.get("body", b"")
            length += len(part)
            if length > most:
                raise too_large(most)
            yield part
            if not message.get("more_body"):
                return

    async def json(self) -> Any:
        """The body as JSON."""
        return self.json_in(await self.body())

    def json_in(self, body: bytes) -> Any:
        """A body of this request, once it is here, as JSON."""
        if self.media_type != JSON_TYPE:
            raise http_error(400, f"Unknown or no Content-Type header supplied: send {JSON_TYPE}.")
        document = json_of(body)
        if document is None:
            raise NotJson("The body is null.")
        return document


def too_large(most: int) -> HttpError:
    """A body of more than `most` bytes. What is left of it is passed over, so that a client that still sends is answered."""
    size = f"{most // (1024 * 1024)} MiB" if most >= 1024 * 1024 else f"{most // 1024} KiB"
    return http_error(413, f"The body is larger than {size}.")


def parameters_of(raw_query: bytes) -> Mapping[str, str]:
    """The parameters that a query string says; the first of a name counts. Short ones come again, and are remembered."""
    return (_remembered if len(raw_query) <= LONGEST_REMEMBERED else _parsed)(raw_query)


def all_parameters(raw_query: bytes) -> list[tuple[str, str]]:
    """Every parameter that a query string says, in its order."""
    try:
        return parse_qsl(raw_query.decode("ascii", "replace"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise http_error(400, f"A request may have at most {MAX_FIELDS} query parameters.") from None


def _parsed(raw_query: bytes) -> Mapping[str, str]:
    return dict(reversed(all_parameters(raw_query)))


_remembered = lru_cache(maxsize=1024)(_parsed)
