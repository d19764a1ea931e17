"""A visit: one request for a page, with who makes it, in which language, and what a page needs to answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from fordran.actions.people.sessions import SessionTerm
from fordran.domain.service.audit import AuditBy
from fordran.domain.service.networks import NOWHERE, Address
from fordran.settings import Settings
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.shares import Share
from fordran.store.reading.documents import Document, Values
from fordran.store.reading.listing import Query, read_values
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, find_values
from fordran.texts.catalogue import Texts
from fordran.web.forms import Form, FormBody, new_number
from fordran.web.pipeline import Services, audit_record
from fordran.web.rendering import Templates
from fordran.web.troubles import NoSuchPage


@dataclass
class Visit:
    """The context of a page. `caller` is set on every page that is not open to all."""

    request: Request
    inflow: FormBody
    id: str
    services: Services
    templates: Templates
    t: Texts
    by: AuditBy
    """By which of our edges the visitor acts."""
    name: str = "none"
    """The page's name in logs and in the audit log."""
    address: Address = NOWHERE
    caller: Caller | None = None
    shares: tuple[Share, ...] = ()
    session: str | None = None
    """The id of the visitor's session."""
    form: Form = field(default_factory=Form)
    form_token: str = ""
    """The token that every form of the page has to carry."""
    frame: dict[str, Any] = field(default_factory=dict)
    """The data of the frame around the page."""
    cookies: list[tuple[str, str, str, int | None]] = field(default_factory=list)
    """Name, value, path and seconds of cookies to set with the answer; without a value, to drop."""

    @property
    def settings(self) -> Settings:
        return self.services.settings

    @property
    def database(self) -> Database:
        return self.services.database

    @property
    def signed_in(self) -> Caller:
        """The caller, of a page that only signed-in people reach."""
        assert self.caller is not None
        return self.caller

    @property
    def path(self) -> Mapping[str, str]:
        """The values of the path's placeholders."""
        return self.request.path_params

    @property
    def query(self) -> Mapping[str, str]:
        """Query parameters; the last of a name counts."""
        return self.request.query_params

    def day(self, name: str) -> date | None:
        """A day that the address asks for; what is no day asks for nothing."""
        try:
            return date.fromisoformat(self.query.get(name, ""))
        except ValueError:
            return None

    @property
    def session_term(self) -> SessionTerm:
        """How long sessions last."""
        return SessionTerm.of(self.settings.session_hours, self.settings.session_idle_minutes)

    async def find(self, connection: Connection, resource: Resource, id_: str | None = None) -> Values:
        """A document that the caller sees, by default the one that the path names, as values; raises `NoSuchPage`."""
        found = await find_values(connection, resource, self.signed_in, self.path["id"] if id_ is None else id_)
        if found is None:
            raise NoSuchPage
        return found

    async def look_up(self, resource: Resource) -> Values:
        """The document that the path names, by a connection of its own; raises `NoSuchPage`."""
        async with self.database.connection() as connection:
            return await self.find(connection, resource)

    async def find_document(self, connection: Connection, resource: Resource) -> Document:
        """The document that the path names as the interface shows it, for a form that changes it; raises `NoSuchPage`."""
        found = await find(connection, resource, self.signed_in, self.path["id"])
        if found is None:
            raise NoSuchPage
        return found.document

    async def read(
        self,
        connection: Connection,
        resource: Resource,
        where: Mapping[str, Any] | None = None,
        most: int = 100,
        sort: tuple[tuple[str, bool], ...] = (("_id", True),),
        projection: Mapping[str, bool] | None = None,
    ) -> list[Values]:
        """Documents that the caller sees, by default the newest first, as values."""
        query = Query(max_results=most, where=where, sort=sort, projection=projection)
        return await read_values(connection, resource, self.signed_in, query, self.database.list_seconds)

    def render(self, template: str, status: int = 200, **data: Any) -> Response:
        """A page made of its template."""
        given = {"t": self.t, "visit": self, "frame": self.frame, "form_token": self.form_token, "once": new_number()}
        return HTMLResponse(self.templates.render(template, given | data), status)

    def redirect(self, path: str) -> Response:
        """Go on to another page, by GET."""
        return RedirectResponse(path, 303)

    def note_reading(self, resource: str, documents: Sequence[str] | str) -> None:
        """Have in the audit log that the visitor was shown documents of debtors: one by its id, or those of a list."""
        if not documents:
            return
        one, several = (documents, None) if isinstance(documents, str) else (None, list(documents))
        self.services.readings.note(audit_record(self, self.by, "read", resource, one, several))
