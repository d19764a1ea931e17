"""An endpoint: one row of the table, which says all about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from fordran.api.http.answers import JSON_TYPE, Answer
from fordran.api.http.request import Request
from fordran.api.http.switches import DRY_RUN
from fordran.api.roles import Roles
from fordran.shape.fields import Shape, fields_of
from fordran.shape.kinds import FLAG
from fordran.shape.resource import Resource
from fordran.store.connections.database import Database

EndpointHandler: TypeAlias = Callable[[Request, Database], Awaitable[Answer]]
"""The function of an endpoint: it answers a request."""


LIST_PARAMETERS = ("page", "cursor", "max_results", "where", "sort", "projection")
PRETTY = "pretty"
LINK_PARAMETERS = ("signature", "expires")


class Effect(StrEnum):
    """The operation of an endpoint on its resource."""

    LIST = "list"
    READ = "read"
    CREATE = "create"
    CHANGE = "change"
    DELETE = "delete"
    DO = "do"
    """POST below a document: something is done to it."""
    LIFT = "lift"
    """DELETE below a document: what was done to it ends."""
    AMEND = "amend"
    """PATCH below a document: a part of it is changed."""
    SHOW = "show"
    """POST below a document: what an act would make of it is shown, and nothing is done."""
    OTHER = "other"


_EFFECTS = {
    "": {"GET": Effect.LIST, "POST": Effect.CREATE},
    "/{id}": {"GET": Effect.READ, "PATCH": Effect.CHANGE, "DELETE": Effect.DELETE},
}
_EFFECTS_BELOW = {"POST": Effect.DO, "PATCH": Effect.AMEND, "DELETE": Effect.LIFT}


@dataclass(frozen=True)
class Endpoint:
    """Who may use it, what it does, and what it takes and answers beside documents of its resource."""

    method: str
    path: str
    serve: EndpointHandler
    about: str
    roles: Roles
    resource: Resource | None = None
    takes: type[Shape] | None = None
    """The body, where it is not a document of the resource."""
    takes_as: str = JSON_TYPE
    takes_key: bool = False
    """Whether it takes an idempotency key and a dry run, as what creates and what does something to a document always does."""
    query: type[Shape] | None = None
    headers: type[Shape] | None = None
    answers: type[Shape] | None = None
    """The additional fields of a create's answer, or another answer than a document of the resource."""
    answers_as: str = JSON_TYPE
    status: int = 200
    refuses: tuple[int, ...] = ()
    """Errors that it answers beside those of its effect."""
    may_wait: bool = False
    """Whether it answers 202 where a second person has to approve it."""
    sends: bool = False
    """Whether it sends something out and changes no document, so that only the audit log tells of it."""
    previews: bool = False
    """Whether it shows what an act would make and does nothing itself, so that it is a reading though it takes a body."""
    shows_debtors: bool = False
    """Whether it shows what is known of debtors, of an endpoint without a resource that would say so."""
    is_probe: bool = False
    """Whether it is answered however many other requests are under way, since it is asked to find that out."""

    @cached_property
    def name(self) -> str:
        """How metrics, logs and the audit log call it."""
        return f"{self.method} {self.path}"

    @cached_property
    def role_names(self) -> frozenset[str]:
        """The roles that may use it: those of its row, and the auditor whatever shows something and changes nothing."""
        return self.roles.names | {"auditor"} if self.roles.needs_token and self.is_reading else self.roles.names

    @cached_property
    def effect(self) -> Effect:
        """The operation on its resource, by method and path."""
        if self.resource is None:
            return Effect.OTHER
        if self.previews:
            return Effect.SHOW
        if self.method == "GET" and self.path.endswith(f"/{{id}}/{self.resource.name}"):
            return Effect.LIST  # of what belongs to a document of another resource
        rest = self.path.removeprefix(f"/{self.resource.name}")
        return _EFFECTS.get(rest, _EFFECTS_BELOW).get(self.method, Effect.OTHER)

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """Its query parameters that are yes or no. A dry run is asked of any endpoint, if only by mistake."""
        own = fields_of(self.query) if self.query else {}
        return (DRY_RUN, *(name for name, field in own.items() if field.kind is FLAG))

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of its query parameters."""
        own = {*fields_of(self.query)} if self.query else set()
        resource = self.resource
        if resource is not None and self.effect == Effect.LIST:
            own |= {*LIST_PARAMETERS, *(search.name for search in resource.search)}
        if resource is not None and self.effect == Effect.READ:
            own |= {"projection"}
        if self.roles.takes_signed_links:
            own |= {*LINK_PARAMETERS}
        return frozenset(own | {DRY_RUN, PRETTY})

    @cached_property
    def is_strict(self) -> bool:
        """Whether it refuses every parameter that it does not have: what writes, and what shows amounts as asked for."""
        return self.method != "GET" or (self.query is not None and self.effect != Effect.LIST)

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The fields of its answer that are secrets, of which no answer that is kept may tell."""
        own = fields_of(self.answers) if self.answers else {}
        return frozenset(name for name, field in own.items() if field.is_secret)

    @cached_property
    def first_step(self) -> str:
        """The first step of its path, which is its resource's name where it has one."""
        return self.path.split("/")[1]

    @cached_property
    def is_reading(self) -> bool:
        """Whether it only reads, and changes nothing."""
        return self.method == "GET" or self.previews

    @cached_property
    def is_noted(self) -> bool:
        """Whether its answers are recorded in the audit log, because no changed row records them."""
        is_personal = self.shows_debtors or (self.resource is not None and self.resource.personal)
        return self.sends or (self.is_reading and is_personal)
