"""The visitor of the console: the person whose session the browser's cookie names."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode

from starlette.responses import Response

from fordran import clock
from fordran.actions.people.sessions import SessionTerm, read_session
from fordran.console.field_names import FIELD_NAMES
from fordran.console.menu import menu_for
from fordran.settings import Settings
from fordran.store.callers import load_caller
from fordran.store.upkeep.installation import read_installation
from fordran.web.page import Page
from fordran.web.troubles import SessionEnded
from fordran.web.visit import Visit

ROOT = "/console"
SESSION_COOKIE = "fordran_session"


def term_of(settings: Settings) -> SessionTerm:
    """How long sessions last in an installation."""
    return SessionTerm(timedelta(hours=settings.session_hours), timedelta(minutes=settings.session_idle_minutes))


class SessionAccess:
    """Lets in a visitor with an open session, as the caller that the user is now."""

    async def authenticate(self, visit: Visit) -> None:
        """Set caller and session, where there is a session and its user may still do something."""
        token = visit.request.cookies.get(SESSION_COOKIE)
        if not token:
            return
        async with visit.database.connection() as connection:
            session = await read_session(connection, token, clock.now(), term_of(visit.settings))
            if session is None:
                return
            caller = await load_caller(connection, session.user)
        if caller is not None:
            visit.caller, visit.session = replace(caller, let_in_by=session.let_in_by), session.id

    def deny(self, visit: Visit) -> Response:
        """To the sign-in page, and back from there; a visitor whose session has ended sees that it has."""
        if visit.request.method == "POST" or SESSION_COOKIE in visit.request.cookies:
            raise SessionEnded
        url = visit.request.url
        here = f"{url.path}?{url.query}" if url.query else url.path
        return visit.redirect(f"{ROOT}/sign-in?{urlencode({'next': here})}")

    async def add_layout(self, visit: Visit, page: Page | None) -> None:
        """The person, the pages that are theirs, and of a sandbox its business day."""
        async with visit.database.connection() as connection:
            installation = await read_installation(connection)
        visit.frame = {
            "root": ROOT,
            "sandbox": installation.sandbox,
            "today": clock.stockholm_date(clock.business(clock.now(), installation.clock_offset_days)),
            "person": visit.caller.name if visit.caller else None,
            "menu": menu_for(visit.caller) if visit.caller else [],
            "path": visit.request.url.path,
            "names": FIELD_NAMES,
            "only_looks": visit.caller is not None and "auditor" in visit.caller.roles,
            "page": page.path if page else "",
        }
