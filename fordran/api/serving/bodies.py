"""Bodies by their shapes, with every issue at once."""

from __future__ import annotations

from typing import Any, TypeVar

from fordran.resources import RESOURCES
from fordran.shape.fields import Refused, Shape, add_issue, read, references_in
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, no_such

S = TypeVar("S", bound=Shape)


async def read_all_issues(tx: Connection, caller: Caller, shape: type[S], document: Any) -> S:
    """A document by its shape. Where that is refused, its references are looked up too, to tell every issue at once.

    A document with the right shape has its references looked up by the verb, together with what else it needs of them.
    """
    try:
        return read(shape, document)
    except Refused as refused:
        for path, name, id_ in references_in(shape, document):
            resource = RESOURCES.get(name)
            if resource and await find(tx, resource, caller, id_) is None:
                add_issue(refused.issues, path, no_such(resource, id_))
        raise
