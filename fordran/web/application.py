"""The pages of a room as an ASGI application: finds the page, the visitor and the language; every trouble gets a page."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Protocol

import structlog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route

from fordran.domain.service.audit import AuditBy
from fordran.store.callers import token_key
from fordran.texts.catalogue import texts
from fordran.web.cookies import PageRequest, drop_cookie, set_cookie
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
from fordran.web.hosts import is_for_us
from fordran.web.languages import COOKIE as LANGUAGE_COOKIE
from fordran.web.languages import language_of
from fordran.web.page import Page
from fordran.web.pipeline import Pipeline, RawHeaders, Receive, Send, Services, new_request_id
from fordran.web.rendering import Templates
from fordran.web.shown_forms import PARAMETER, address_of_form, is_only_shown, read_shown_form
from fordran.web.trouble_pages import trouble_page
from fordran.web.troubles import (
    BadForm,
    ForeignForm,
    NoSuchPage,
    NotAMethod,
    NotOurHost,
    OtherSession,
    RoleNotAllowed,
    TooOften,
)
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


class Pages(Pipeline[Visit, Page, Response]):
    """A table of pages, served below its root."""

    def __init__(
        self,
        root: str,
        table: Iterable[Page],
        services: Services,
        access: PageAccess,
        templates: Templates,
        by: AuditBy = "console",
    ) -> None:
        super().__init__(services)
        self.root, self.access, self.templates, self.by = root, access, templates, by
        self.by_name = {page.name: page for page in table}
        self.routes = [(Route(page.path, _never, methods=[page.method]), page) for page in self.by_name.values()]
        self._tokens: FormTokens | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        inflow = FormBody(receive)
        request = PageRequest(scope, inflow)
        language = language_of(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", ""))
        visit = Visit(request, inflow, new_request_id(), self.services, self.templates, texts(language), self.by)
        try:
            await self.run(scope, visit, send)
        finally:
            # Files of a form are in memory or on disk until then.
            await request.close()

    def route(self, request: Visit) -> Page:
        """The page of the path and the method. HEAD is answered as GET is, without the body.

        A form that is only shown is at the address of its act, which finds it.
        """
        sent = request.request
        is_shown = PARAMETER in request.query and sent.method in ("GET", "HEAD")
        scope = dict(sent.scope) | {"method": "POST" if is_shown else "GET" if sent.method == "HEAD" else sent.method}
        is_there = False
        for route, page in self.routes:
            match, child = route.matches(scope)
            if match is Match.FULL and (page.shows_first or not is_shown):
                sent.scope.update(child)
                request.name = page.name
                self.services.under_way.check()
                if not is_for_us(sent.scope, self.hosts):
                    raise NotOurHost
                return page
            is_there = is_there or match is Match.PARTIAL
        raise NotAMethod if is_there else NoSuchPage

    async def answer_by(self, request: Visit, target: Page) -> Response:
        """A file that is open to all is served at once: browsers fetch several with each page."""
        is_public_file = target.is_bare and target.is_open
        return await (target.serve(request) if is_public_file else super().answer_by(request, target))

    async def identify(self, request: Visit, target: Page) -> bool:
        """The visitor by the session, and the token of the visitor's forms."""
        await self.access.authenticate(request)
        request.form_token = await self._form_token(request)
        return target.is_open

    def check_rate(self, request: Visit, is_allowed: bool, headers: RawHeaders) -> None:  # noqa: ARG002
        """A page says how long to wait."""
        if not is_allowed:
            raise TooOften(int(dict(headers).get(b"retry-after", b"1")))

    def deny(self, request: Visit) -> Response:
        """To where the visitor signs in."""
        return self.access.deny(request)

    def role_not_allowed(self, target: Page) -> Exception:  # noqa: ARG002
        """403."""
        return RoleNotAllowed()

    async def serve(self, request: Visit, target: Page) -> Response:
        """The page, once a form is known to be ours."""
        if target.method == "POST" and request.request.method != "POST":
            request.form = await read_shown_form(request)
        elif target.method == "POST":
            await self._read_form(request, target)
            if target.shows_first and is_only_shown(request.form):
                return request.redirect(await address_of_form(request))
        if not target.is_bare:
            await self.access.add_layout(request, target)
        return await target.serve(request)

    async def send(self, request: Visit, answer: Response, send: Send) -> int:
        """Send the page with the visitor's cookies and the headers of every page."""
        self._finish(request, answer)
        await answer(request.request.scope, request.request.receive, send)
        return answer.status_code

    async def _form_token(self, visit: Visit) -> str:
        if self._tokens is None:
            async with self.database.connection() as connection:
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

    async def answer_to_error(self, request: Visit, trouble: Exception) -> Response:
        """A page that says what went wrong and what to do."""
        visit, page = request, self.by_name.get(request.name)
        if page is not None:
            await self._keep_written(visit, page, trouble)
        if not visit.frame:
            try:
                await self.access.add_layout(visit, page)
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


def _never(_request: Request) -> Response:
    """Routes find pages here; what a page does is its own function."""
    raise AssertionError
