"""Asking lists, and looking at what they answer."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from fordran.shape.fields import Field
from tests.api.table import LISTED, name_of

each_list = pytest.mark.parametrize("resource", LISTED, ids=name_of)
NOT_UNDERSTOOD = "The browser (or proxy) sent a request that this server could not understand."


async def page(client: httpx.AsyncClient, path: str, **query: Any) -> dict[str, Any]:
    answer = await client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refusal(answer: httpx.Response) -> str:
    """The sentence of a 400, which has the one shape of errors."""
    assert answer.status_code == 400, answer.text
    document = answer.json()
    assert document.keys() == {"_status", "_error"}
    assert document["_status"] == "ERR"
    assert document["_error"]["code"] == 400
    sentence: str = document["_error"]["message"]
    return sentence


def plain(shown: Any) -> Any:
    """A document without the links to its files, which are signed anew whenever they are shown."""
    if isinstance(shown, list):
        return [plain(item) for item in shown]
    if not isinstance(shown, dict):
        return shown
    return {name: plain(value) for name, value in shown.items() if name != "url" or "/media--files/" not in str(value)}


def paths(fields: dict[str, Field], above: str = "") -> list[tuple[str, Field]]:
    """Every declared field, by its dotted path."""
    found = []
    for name, field in fields.items():
        found.append((above + name, field))
        found += paths(dict(field.children), f"{above}{name}.")
    return found


def values_at(document: Any, path: str) -> list[Any]:
    """Every value that a dotted path leads to, through arrays too."""
    if isinstance(document, list):
        return [value for item in document for value in values_at(item, path)]
    first, _, rest = path.partition(".")
    if not isinstance(document, dict) or first not in document:
        return []
    value = document[first]
    return values_at(value, rest) if rest else value if isinstance(value, list) else [value]


def exists(item: Any, path: str) -> bool:
    """Whether a path leads to anything; an empty array is something."""
    if isinstance(item, list):
        return any(exists(element, path) for element in item)
    first, _, rest = path.partition(".")
    if not isinstance(item, dict) or first not in item:
        return False
    return not rest or exists(item[first], rest)


def in_array(fields: dict[str, Field], path: str) -> bool:
    """Whether a path ends in an array or leads through one."""
    steps = path.split(".")
    field = fields[steps[0]]
    for step in steps[1:]:
        if field.is_array:
            return True
        field = field.children[step]
    return field.is_array


def kind_of(field: Field) -> str:
    """The name of a field's type."""
    return "object" if field.kind is None else field.kind.name.removeprefix("iso ")
