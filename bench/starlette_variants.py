"""The service with parts of Starlette's in place of its own.

| Variant | In place of ours |
|---|---|
| `own` | nothing: the service as it is |
| `request` | `starlette.requests.Request` reads headers and query string |
| `router` | `starlette.routing.Route.matches`, one route after the other, finds the endpoint |
| `cors` | `starlette.middleware.cors.CORSMiddleware` |
| `application` | a `Starlette` application with all of these, its middleware, and its `Response` |

Callers, rates, the endpoints' own functions, metrics and logs are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request as StarletteRequest
from starlette.responses import Response
from starlette.routing import Match, Route

from fordran import clock
from fordran.api.app import Api, create_app
from fordran.api.endpoint import Endpoint
from fordran.api.http.answers import Answer, Headers
from fordran.api.http.errors import answer_to
from fordran.api.http.request import Receive, Request, Send, new_request_id
from fordran.api.paths import Node
from fordran.logs import log_answer
from fordran.settings import Settings
from fordran.web import metrics

ORIGIN = "https://page.example"
VARIANTS = ("own", "request", "router", "cors", "application")
_SENT = ("Content-Type", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "X-API-Key")
_SHOWN = ("ETag", "Idempotency-Replayed", "Last-Modified", "Location", "Retry-After", "X-Request-Id", "X-Total-Count")


def cors(app: Any) -> CORSMiddleware:
    """Starlette's CORS around an application, told what ours is told."""
    methods = ("GET", "POST", "PATCH", "DELETE")
    return CORSMiddleware(
        app, allow_origins=(ORIGIN,), allow_methods=methods, allow_headers=_SENT, expose_headers=_SHOWN, max_age=3600
    )


class _Names(dict[bytes, str]):
    """Names of headers as Starlette has them, each turned into text once."""

    def __missing__(self, name: bytes) -> str:
        return self.setdefault(name, name.decode())


_names = _Names()


class _HeadersOverStarlette:
    """Starlette's headers, asked by our names."""

    def __init__(self, inner: StarletteRequest) -> None:
        self.inner = inner

    def get(self, name: bytes, default: bytes | None = None) -> bytes | None:
        value = self.inner.headers.get(_names[name])
        return default if value is None else value.encode("latin-1")

    def __contains__(self, name: bytes) -> bool:
        return _names[name] in self.inner.headers


class RequestOverStarlette(Request):
    """Our request, whose headers and parameters Starlette reads."""

    __slots__ = ("inner",)

    def __init__(self, scope: dict[str, Any], receive: Receive, id_: str) -> None:
        self.inner = StarletteRequest(scope, cast(Any, receive))
        # What ours does at its beginning, but for the dictionary of headers.
        self.scope, self.receive, self.id = scope, receive, id_
        self.headers = cast(Any, _HeadersOverStarlette(self.inner))
        self.method, self.raw_query = self._method(scope["method"]), scope["query_string"]
        self.path, self.endpoint_name, self.held_bytes = {}, "none", 0
        self.memory = self.caller = self.links = self.readings = self.address = self._query = None

    def header(self, name: bytes) -> str | None:
        return self.inner.headers.get(_names[name])

    @property
    def query(self) -> Mapping[str, str]:
        return self.inner.query_params


class ApiOverStarletteRequests(Api):
    """The service with such requests."""

    async def serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        request = RequestOverStarlette(scope, receive, new_request_id())
        request.memory, request.readings = self.bodies_in, self.readings
        self.under_way += 1
        try:
            await self.answer(request, send)
        finally:
            self.under_way -= 1
            if request.held_bytes:
                self.bodies_in.give_back(request.held_bytes)


class RoutesOfStarlette:
    """Paths that Starlette's routes find, in the order of the table."""

    def __init__(self, root: Node, table: Iterable[Endpoint]) -> None:
        paths = dict.fromkeys(endpoint.path for endpoint in table)
        self.routes = [(Route(path, endpoint=_nothing, methods=None), root.find(path, {})) for path in paths]

    def find(self, path: str, placeholders: dict[str, str]) -> Node:
        scope = {"type": "http", "method": "GET", "path": path, "root_path": ""}
        for route, node in self.routes:
            match, found = route.matches(scope)
            if match is not Match.NONE:
                placeholders |= found["path_params"]
                return node
        return Node()


async def _nothing(_request: StarletteRequest) -> Response:
    raise AssertionError("routes only find")


def application(api: Api) -> Starlette:
    """A Starlette application over the same table, with our callers, rates and endpoints in it."""

    def route(endpoint: Endpoint) -> Route:
        async def serve(inner: StarletteRequest) -> Response:
            request = RequestOverStarlette(cast(Any, inner.scope), cast(Any, inner.receive), new_request_id())
            request.memory, request.readings, request.path = api.bodies_in, api.readings, inner.path_params
            return await _answered(api, request, endpoint)

        return Route(endpoint.path, serve, methods=[endpoint.method])

    return Starlette(routes=[route(endpoint) for endpoint in api.table], middleware=[Middleware(cors)])


async def _answered(api: Api, request: Request, endpoint: Endpoint) -> Response:
    began = clock.monotonic()
    headers: Headers = []
    try:
        request.address = request.address_behind(api.settings.trusted_proxies)
        done = await api.answer_if_allowed(request, endpoint, headers)
    except Exception as trouble:  # noqa: BLE001  (as the service does)
        done = answer_to(trouble, request.method) or Answer(500)
    seconds = clock.monotonic() - began
    metrics.observe(endpoint.name, done.status, seconds)
    user = request.caller.user if request.caller else None
    took = round(seconds * 1000, 1)
    log_answer(request_id=request.id, endpoint=endpoint.name, status=done.status, milliseconds=took, user=user)
    response = Response(done.body, done.status, media_type=done.content_type.decode())
    more = [(b"x-request-id", request.id.encode()), (b"x-content-type-options", b"nosniff"), *headers, *done.headers]
    response.raw_headers += more
    return response


def variant(name: str, settings: Settings) -> tuple[Api, Any]:
    """The service that lies under a variant, and the variant's application."""
    origins = () if name in ("cors", "application") else (ORIGIN,)
    settings = replace(settings, cors_origins=origins)
    if name == "request":
        api: Api = ApiOverStarletteRequests(settings)
        return api, api
    api = create_app(settings)
    if name == "router":
        api.root = cast(Any, RoutesOfStarlette(api.root, api.table))
    if name == "cors":
        return api, cors(api)
    return api, application(api) if name == "application" else api
