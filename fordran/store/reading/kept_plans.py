"""Which lists are read by a kept plan, and which are planned again for their values."""

from __future__ import annotations

from fordran.shape.resource import Resource
from fordran.store.reading.listing import Query
from fordran.store.reading.scope import CREDITOR, Caller


def keeps_plan(resource: Resource, caller: Caller, query: Query) -> bool:
    """Whether the best plan of a list is the same whatever its values are.

    A filter may mean all of a table or nothing of it. One value of a field by which an index is divided means neither: what has
    it lies together, in the order that is asked for.
    """
    if not query.where:
        return True
    if caller.level != CREDITOR or len(caller.creditors) != 1 or len(query.where) != 1 or len(query.sort) != 1:
        return False
    ((field, value),) = query.where.items()
    return isinstance(value, str) and (field, query.sort[0][0]) in resource.ordered_within
