"""Examples with the reader's own ids: what was recorded in a demo is replaced by documents that the reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from fordran.api.description.components import ID
from fordran.api.description.operations import operation_id
from fordran.api.description.recorded import recorded
from fordran.api.endpoint import Effect, Endpoint
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.cases import CASES
from fordran.resources.creditors import CREDITORS
from fordran.resources.customers import CUSTOMERS
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.reading.newest import newest
from fordran.store.reading.scope import Caller

_ID_OR_TAG = re.compile(rb"\b[0-9a-f]{24}\b|\b[0-9a-f]{40}\b")
_OF_A_CASE: Mapping[str, Resource] = {"account": ACCOUNTS, "creditor": CREDITORS, "customer": CUSTOMERS}
"""Fields of a case, and the documents that they name: these belong together in an example."""


_NOTHING = ID["examples"][0].encode()


def _lists(table: Iterable[Endpoint]) -> Iterator[tuple[Endpoint, Resource]]:
    """The endpoints that list a whole resource."""
    for endpoint in table:
        if endpoint.effect == Effect.LIST and endpoint.resource is not None and "{" not in endpoint.path:
            yield endpoint, endpoint.resource


def places(table: Iterable[Endpoint]) -> dict[str, tuple[str, str]]:
    """First step of a path → placeholders for id and tag of the reader's own document, on the page that is kept."""
    return {endpoint.first_step: _place(endpoint.first_step) for endpoint, _ in _lists(table)}


def _place(step: str) -> tuple[str, str]:
    return sha256(step.encode()).hexdigest()[:24], sha256(f"tag of {step}".encode()).hexdigest()[:40]


def put_into(page: bytes, own: Mapping[bytes, bytes]) -> bytes:
    """The page with the reader's own ids and tags.

    >>> put_into(b"GET /cases/" + b"6" * 24, {b"6" * 24: b"7" * 24})
    b'GET /cases/777777777777777777777777'
    """
    return _ID_OR_TAG.sub(lambda match: own.get(match[0], match[0]), page)


async def own_examples(connection: Connection, caller: Caller, table: Iterable[Endpoint]) -> dict[bytes, bytes]:
    """Id or tag on the page → the reader's own: of the newest document of each resource that the reader sees.

    Of what a case names it is the newest case's, so that an example belongs together.
    """
    own: dict[bytes, bytes] = {}
    case = await newest(connection, CASES, caller, tuple(_OF_A_CASE))
    together = {resource: case[field] for field, resource in _OF_A_CASE.items()} if case else {}
    for endpoint, resource in _lists(table):
        id_, tag = _place(endpoint.first_step)
        found = await newest(connection, resource, caller, id_=together.get(resource))
        if found is None:
            own |= {id_.encode(): _NOTHING, tag.encode(): _NOTHING}
            continue
        shown = {id_: found["_id"], tag: found["_etag"]}
        for example in (recorded().answer(operation_id(endpoint), "200") or {}).get("_items", ()):
            shown |= {example["_id"]: found["_id"], example["_etag"]: found["_etag"]}
        own |= {name.encode(): value.encode() for name, value in shown.items()}
    return own
