"""The table of endpoints as tests loop over it."""

from __future__ import annotations

from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from fordran.shape.resource import Resource

TABLE: tuple[Endpoint, ...] = endpoints(Settings())


def _served(method: str, path: str) -> list[Resource]:
    """The resources that have an endpoint of that form."""
    found = {endpoint.name: endpoint.resource for endpoint in TABLE}
    served = {endpoint.resource.name: endpoint.resource for endpoint in TABLE if endpoint.resource is not None}
    return [resource for name, resource in served.items() if found.get(f"{method} {path.format(name)}") is resource]


LISTED = _served("GET", "/{}")
READ = _served("GET", "/{}/{{id}}")
CREATED = _served("POST", "/{}")
CHANGED = _served("PATCH", "/{}/{{id}}")
DELETED = _served("DELETE", "/{}/{{id}}")
CREATED_AND_CHANGED = [resource for resource in CHANGED if resource in CREATED]
"""Those of which a test can make one to change; the others are changed in the tests of what makes them."""


def name_of(value: object) -> str:
    """How a resource or an endpoint is called in a test's id."""
    return str(getattr(value, "name", value))


def text_of(resource: Resource) -> str:
    """A text that a change may say."""
    return {"webhooks": "description", "complaints": "cause"}.get(resource.name, "name")
