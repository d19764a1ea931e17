"""The rows that most nouns have: lists and documents to read, creates, changes and removals."""

from __future__ import annotations

from fordran.api.endpoint import Endpoint
from fordran.api.roles import Roles
from fordran.api.serving.changing import Change, Remove, delete, patch
from fordran.api.serving.creating import Create, CreateMany, Preview, Together, post
from fordran.api.serving.reading import item_of, list_of
from fordran.shape.fields import Shape, fields_of
from fordran.shape.resource import Resource

Rows = tuple[Endpoint, ...]


def reads(resource: Resource, roles: Roles) -> Rows:
    """The list of a resource, and one document of it."""
    path, name = f"/{resource.name}", resource.name
    return (
        Endpoint("GET", path, list_of(resource), f"List {name}.", roles, resource),
        Endpoint("GET", path + "/{id}", item_of(resource), f"Read one of {name}.", roles, resource),
    )


def creates(
    resource: Resource,
    create: Create,
    about: str,
    roles: Roles,
    answers: type[Shape] | None = None,
    create_many: CreateMany | None = None,
    preview: Preview | None = None,
    query: type[Shape] | None = None,
    together: Together | None = None,
) -> Endpoint:
    """The creation of documents; `answers` is what is answered beside the usual; `create_many` is quicker for an array.

    `preview` gives further fields of a dry run's answer. `query` has switches, which set the fields of their names.
    `together` creates the documents of several requests at once.
    """
    serve = post(resource, create, create_many, preview, tuple(fields_of(query)) if query else (), together)
    return Endpoint("POST", f"/{resource.name}", serve, about, roles, resource, answers=answers, query=query)


def changes(resource: Resource, change: Change, about: str, roles: Roles, *, may_wait: bool = False) -> Endpoint:
    """The change of a document."""
    path, serve = f"/{resource.name}/{{id}}", patch(resource, change)
    return Endpoint("PATCH", path, serve, about, roles, resource, may_wait=may_wait)


def removes(resource: Resource, remove: Remove, about: str, roles: Roles) -> Endpoint:
    """The removal of a document."""
    return Endpoint("DELETE", f"/{resource.name}/{{id}}", delete(resource, remove), about, roles, resource)
