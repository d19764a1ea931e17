"""The pages of a room as an ASGI application: finds the page, the visitor and the language; every trouble gets a page."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import structlog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route

from fordran import clock
from fordran.domain.service.audit import AuditBy
from fordran.domain.service.networks import Address
from fordran.logs import log_answer
from fordran.settings import Settings
from fordran.store.callers import token_key
from fordran.store.connections.actor import Actor, acting
from fordran.store.connections.database import Database
from fordran.texts.catalogue import texts
from fordran.web import metrics
from fordran.web.address import client_address
from fordran.web.cookies import drop_cookie, set_cookie
from fordran.web.forms import (
    STRANGER_COOKIE,
    TOKEN_FIELD,
    Form,
    FormBody,
    FormTokens,
    check_origin,
    is_sent_from_here,
    read_form,
)
from fordran.web.headers import OF_PAGES
from fordran.web.languages import COOKIE as LANGUAGE_COOKIE
from fordran.web.languages import language_of
from fordran.web.page import Page
from fordran.web.rates import Rates, client_of_address
from fordran.web.reading_log import ReadingLog
from fordran.web.rendering import Templates
from fordran.web.trouble_pages import trouble_page
from fordran.web.troubles import BadForm, ForeignForm, NoSuchPage, NotAMethod, OtherSession, RoleNotAllowed, TooOften
from fordran.web.visit import Visit

log = structlog.get_logger("fordran.web")


class PageAccess(Protocol):
    """The visitor, as a room of pages identifies it."""

    async def authenticate(self, visit: Visit) -> None:
        """Set the visit's caller and session where somebody is signed in."""

    def deny(self, visit: Visit) -> Response:
        """The answer to a visitor who is not signed in; may raise `SessionEnded`."""

    async def add_layout(self, visit: Visit, page: Page | None) -> None:
        """Set what the frame around a page shows to this visitor."""


@dataclass(frozen=True)
class Services:
    """The shared services of a process's edges."""

    settings: Settings
    database: Database
    readings: ReadingLog
    rates: Rates


class Pages:
    """A table of pages, served below its root."""

    def __init__(
        self,
        root: str,
        table: Iterable[Page],
        means: Services,
        gate: PageAccess,
        templates: Templates,
        by: AuditBy = "console",
    ) -> None:
        self.root, self.table, self.means, self.gate = root, tuple(table), means, gate
        self.by = by
        self.templates = templates
        self.routes = [(Route(page.path, _never, methods=[page.method]), page) for page in self.table]
        self._tokens: FormTokens | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        inflow = FormBody(receive)
        request = Request(scope, inflow)
        try:
            response = await self.answer(request, inflow)
        except asyncio.CancelledError:
            log.warning("request cancelled: shutting down")
            raise
        finally:
            # Files of a form lie in memory or on disk until then.
            await request.close()
        await response(scope, receive, send)

    async def answer(self, request: Request, inflow: FormBody) -> Response:
        """The page that a request asks for, or one that says what is wrong; counted and logged."""
        began = clock.monotonic()
        visit = self._visit(request, inflow)
        page: Page | None = None
        try:
            page = self._page(request, visit)
            response = await self._opened(visit, page)
        except Exception as trouble:  # noqa: BLE001  (a page is owed whatever happened)
            response = await self._error_response(visit, page, trouble)
        finally:
            await request.close()  # what was sent as files lies in temporary ones
        self._finish(visit, response)
        seconds = clock.monotonic() - began
        metrics.observe(visit.name, response.status_code, seconds)
        log_answer(
            request_id=visit.id,
            endpoint=visit.name,
            status=response.status_code,
            milliseconds=round(seconds * 1000, 1),
            user=visit.caller.user if visit.caller else None,
        )
        return response

    def _visit(self, request: Request, inflow: FormBody) -> Visit:
        language = language_of(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", ""))
        means = self.means
        drawn = secrets.token_hex(8)
        # As the interface names its requests: never ten decimals in a row, which a log would take for a personal number.
        visit_id = f"{drawn[:8]}f{drawn[9:]}"
        visit = Visit(
            request, inflow, visit_id, means.settings, means.database, means.readings, self.templates, texts(language)
        )
        visit.by = self.by
        visit.address = address_of(request, means.settings)
        return visit

    def _page(self, request: Request, visit: Visit) -> Page:
        """The page of the path and the method. HEAD is answered as GET is, without the body."""
        scope = dict(request.scope) | {"method": "GET" if request.method == "HEAD" else request.method}
        is_there = False
        for route, page in self.routes:
            match, child = route.matches(scope)
            if match is Match.FULL:
                request.scope.update(child)
                visit.name = page.name
                return page
            is_there = is_there or match is Match.PARTIAL
        raise NotAMethod if is_there else NoSuchPage

    async def _opened(self, visit: Visit, page: Page) -> Response:
        """The page, once it is known who asks, that they may, and that a form is ours."""
        if page.is_bare and page.is_open:
            return await page.serve(visit)
        await self.gate.authenticate(visit)
        self._take(visit)
        visit.form_token = await self._form_token(visit)
        if visit.caller is None and not page.is_open:
            return self.gate.deny(visit)
        if page.roles and visit.caller is not None and not visit.caller.roles & page.role_names:
            raise RoleNotAllowed
        if page.method == "POST":
            await self._read_form(visit, page)
        user = visit.caller.user if visit.caller else None
        with acting(Actor(self.by, page.name, user, visit.address, visit.id)):
            if not page.is_bare:
                await self.gate.add_layout(visit, page)
            return await page.serve(visit)

    def _take(self, visit: Visit) -> None:
        """Count the request against the person, or where nobody is signed in against the address."""
        client = visit.caller.user if visit.caller else client_of_address(visit.address)
        is_allowed, stand = self.means.rates.take(client, clock.unix())
        if not is_allowed:
            raise TooOften(int(dict(stand).get(b"retry-after", b"1")))

    async def _form_token(self, visit: Visit) -> str:
        if self._tokens is None:
            async with self.means.database.connection() as connection:
                self._tokens = FormTokens(await token_key(connection))
        if visit.session is not None:
            return self._tokens.of(visit.session)
        kept = visit.request.cookies.get(STRANGER_COOKIE, "")
        if not 20 <= len(kept) <= 100:
            kept = secrets.token_urlsafe(24)
            visit.cookies.append((STRANGER_COOKIE, kept, self.root, None))
        return self._tokens.of(kept)

    async def _read_form(self, visit: Visit, page: Page) -> None:
        check_origin(visit.request)
        visit.form = await read_form(visit.request, visit.inflow, with_files=page.takes_files)
        sent = visit.form.texts.get(TOKEN_FIELD, "").encode("utf-8", "surrogatepass")
        if secrets.compare_digest(sent, visit.form_token.encode()):
            return
        if is_sent_from_here(visit.request):
            raise OtherSession
        visit.form = Form()
        raise ForeignForm

    @staticmethod
    async def _keep_written(visit: Visit, page: Page, trouble: Exception) -> None:
        """Show a visitor whose form was refused the written text on the error page. Another site's text is not shown."""
        is_read = bool(visit.form.texts) or isinstance(trouble, BadForm)
        is_flood = isinstance(trouble, TooOften) and visit.caller is None
        if page.method != "POST" or is_read or is_flood or not is_sent_from_here(visit.request):
            return
        try:
            visit.form = await read_form(visit.request, visit.inflow, with_files=page.takes_files)
        except BadForm:
            log.info("refused form could not be parsed", request_id=visit.id)

    async def _error_response(self, visit: Visit, page: Page | None, trouble: Exception) -> Response:
        """A page that says what went wrong and what to do."""
        if page is not None:
            await self._keep_written(visit, page, trouble)
        if not visit.frame:
            try:
                await self.gate.add_layout(visit, page)
            except Exception as no_frame:  # noqa: BLE001  (the page is shown without)
                log.warning("error page rendered without layout", request_id=visit.id, error=str(no_frame))
        try:
            return trouble_page(visit, trouble)
        except Exception as no_page:
            log.error("error page failed", request_id=visit.id, exc_info=no_page)
            return PlainTextResponse(f"Internal error. Quote {visit.id} when you report it.", 500)

    @staticmethod
    def _finish(visit: Visit, response: Response) -> None:
        for name, value, path, seconds in visit.cookies:
            if value:
                set_cookie(visit.request, response, name, value, path, seconds)
            else:
                drop_cookie(visit.request, response, name, path)
        for name, value in OF_PAGES.items():
            response.headers.setdefault(name, value)
        response.headers["x-request-id"] = visit.id


def address_of(request: Request, settings: Settings) -> Address:
    """Where a request comes from, behind the proxies that are trusted."""
    peer = request.client.host if request.client else ""
    headers = request.headers
    return client_address(
        peer, headers.getlist("x-forwarded-for"), headers.getlist("forwarded"), settings.trusted_proxies
    )


def _never(_request: Request) -> Response:
    """Routes find pages here; what a page does is its own function."""
    raise AssertionError
