"""`fordran explain`: a resource as it is declared, viewed and asked."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from fordran.resources import RESOURCES
from fordran.shape.fields import Field
from fordran.store.reading.listing import Query, list_statement
from fordran.store.reading.projection import parse_projection
from fordran.store.reading.scope import SYSTEM
from fordran.store.reading.sorting import parse_sort
from fordran.store.reading.where import parse_where
from fordran.store.upkeep.migrate import views


class NoSuchResource(Exception):
    """There is no resource by that name."""


def explain(name: str, query: str = "") -> str:
    """Fields, view and the statement of a query string, as text."""
    resource = RESOURCES.get(name)
    if resource is None:
        raise NoSuchResource(f"There is no resource '{name}'. There are: {', '.join(RESOURCES)}.")
    given = dict(parse_qsl(query, keep_blank_values=True))
    statement = list_statement(
        resource,
        SYSTEM,
        Query(
            where=parse_where(given.get("where", "")),
            sort=tuple(parse_sort(given.get("sort", ""))),
            projection=parse_projection(given.get("projection", "")),
        ),
    )
    values = "\n".join(f"  ${number} = {value!r}" for number, value in enumerate(statement.values, 1))
    return (
        f"/{resource.name}: {resource.about}\n\nFields\n{_fields(resource.fields)}\n\n"
        f"View {resource.view}\n{_view(resource.view)}\n\n"
        f"Statement for {query or 'no query'}, as the operator\n  {statement.page}\n{values}\n"
    )


def _fields(fields: dict[str, Field] | object, indent: str = "  ") -> str:
    assert isinstance(fields, dict)
    lines = []
    for field in fields.values():
        kind = field.kind.name if field.kind else "object"
        lines.append(f"{indent}{field.name}: {'array of ' if field.is_array else ''}{kind}")
        if field.children:
            lines.append(_fields(field.children, indent + "  "))
    return "\n".join(lines)


def _view(view: str) -> str:
    found = re.search(rf"create view {re.escape(view)} as\n(.*?);\n", views() + "\n", re.DOTALL)
    return found.group(1) if found else ""
