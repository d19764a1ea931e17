"""Names of operations: what is done to which resource."""

from __future__ import annotations

import re
from typing import Any

from fordran_client.operations import OPERATIONS

_BY_PATH = {(operation.method, operation.path): name for name, operation in OPERATIONS.items()}


class NoSuchOperation(LookupError):
    """The interface has nothing by that name."""


def operation_name(effect: str, resource: str) -> str:
    """The operation that lists, reads, creates, changes or deletes documents of a resource."""
    method = {"list": "GET", "read": "GET", "create": "POST", "change": "PATCH", "delete": "DELETE"}[effect]
    path = f"/{resource}" if effect in ("list", "create") else f"/{resource}/{{id}}"
    return _at(method, path)


def act_name(method: str, resource: str, act: str) -> str:
    """The operation below a document of a resource."""
    return _at(method, f"/{resource}/{{id}}/{act.replace('_', '-')}")


def _at(method: str, path: str) -> str:
    try:
        return _BY_PATH[method, path]
    except KeyError:
        raise NoSuchOperation(f"There is no {method} {path}.") from None


def attribute(resource: str) -> str:
    """How Python says a resource: `invoice--registrations` is `invoice_registrations`."""
    return re.sub("-+", "_", resource)


def by_parameter(operation: str, ids: tuple[Any, ...]) -> dict[str, str]:
    """Ids by the names that they have in the path."""
    names = re.findall(r"\{(\w+)\}", OPERATIONS[operation].path)
    if len(names) != len(ids):
        raise TypeError(f"{operation} takes {len(names)} ids: {', '.join(names)}")
    return dict(zip(names, map(str, ids), strict=True))
