"""The caller about itself: who asks, in which roles, what it sees, and how much it may ask."""

from __future__ import annotations

from pydantic import Field

from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import MAX_BODY, Request
from fordran.api.roles import ROLES
from fordran.api.serving.creating import MOST_DOCUMENTS
from fordran.api.serving.probes import Mode, mode_of
from fordran.api.serving.query import MOST_RESULTS
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Integer, Text
from fordran.store.connections.database import Database


class CallerScope(Shape):
    """The part of the installation that a caller sees."""

    partner: Id | None = Field(default=None, description="Of a partner's caller: the partner, and so all its accounts.")
    account: Id | None = Field(default=None, description="Of callers of one account: the account.")
    creditors: list[Id]
    """Of callers of creditors: the creditors. Empty for a caller that sees all of an account, or more."""


class CallerLimits(Shape):
    """Limits of the caller's requests."""

    requests_per_second: Integer
    """How many requests a second it may make; 0 is no limit."""
    burst: Integer
    """How many requests it may make at once after a pause."""
    max_results: Integer
    """The most documents of a page."""
    documents: Integer
    """The most documents of one POST."""
    body_bytes: Integer
    """The longest body."""


class Me(Shape):
    """The caller."""

    user: Id
    """The user, or the API client."""
    name: Text
    """The name of the user."""
    role: Text
    """The role; of several, the one that sees most."""
    roles: list[Text]
    """All roles, as the description of each endpoint names them."""
    scope: CallerScope
    """The part of the installation that it sees."""
    limits: CallerLimits
    """The limits of its requests."""
    mode: Mode
    """Whether this is a sandbox, where nothing is sent or paid."""


def me(settings: Settings) -> EndpointHandler:
    """The endpoint that tells callers about themselves."""
    limits = {
        "requests_per_second": settings.rate_limit_per_second,
        "burst": settings.rate_limit_burst,
        "max_results": MOST_RESULTS,
        "documents": MOST_DOCUMENTS,
        "body_bytes": MAX_BODY,
    }

    async def read_me(request: Request, _database: Database) -> Answer:
        caller = request.signed_in
        roles = [role for role in ROLES if role in caller.roles]
        owner = {"partner": caller.partner, "account": caller.account}
        scope = {name: id_ for name, id_ in owner.items() if id_} | {"creditors": list(caller.creditors)}
        about = {"user": caller.user, "name": caller.name, "role": roles[0], "roles": roles}
        return answer(about | {"scope": scope, "limits": limits, "mode": mode_of(settings)})

    return read_me
