"""Filters and projections that a resource takes: fields that it has, with operators and values that fit their kinds."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from fordran.shape.fields import Field
from fordran.shape.kinds import ANY, FLAG, INTEGER, ISO_MOMENT, MOMENT, MONEY, NUMBER, TEXT
from fordran.shape.resource import Resource

_ORDERED = ("$gt", "$gte", "$lt", "$lte")
_VALUES: dict[Any, tuple[Any, ...]] = {
    TEXT: ("", "a", "Öst", "\U0001f9fe", "%", "'"),
    FLAG: (True, False),
    INTEGER: (0, -1, 2**40, 1.5),
    NUMBER: (0, 12.25, -3),
    MONEY: (0, 100, 99.99, 0.001, -1),
    MOMENT: ("2026-03-03", "Tue, 03 Mar 2026 09:30:00 GMT", "2026-03-03T09:30:00+02:00"),
    ISO_MOMENT: ("2026-03-03", "2026-03-03T09:30:00Z"),
}


def filter_for(resource: Resource, chance: random.Random) -> str:
    """A filter of one field, alone or joined. Parts of objects are asked of alone, since they cost much."""
    conditions = [_condition(resource, chance) for _ in range(chance.randint(1, 3))]
    conditions = [one for one in conditions if any("." in path for path in one)][:1] or conditions
    if len(conditions) == 1:
        return json.dumps(conditions[0], ensure_ascii=False)
    return json.dumps({chance.choice(("$and", "$or", "$nor")): conditions}, ensure_ascii=False)


def projection_for(resource: Resource, chance: random.Random) -> str:
    """Fields to leave out that may be missing anyhow: what an answer is to have, its schema says for every query."""
    optional = [info.alias or name for name, info in resource.shape.model_fields.items() if info.default is None]
    return json.dumps(dict.fromkeys(chance.sample(optional, min(len(optional), 3)), 0))


def _condition(resource: Resource, chance: random.Random) -> dict[str, Any]:
    path, field = chance.choice(list(_paths(resource.fields)))
    values = field.values or (_VALUES.get(field.kind) if field.kind else None)
    if values is None or field.kind is ANY:
        return {path: {"$exists": chance.random() < 0.5}}
    value = chance.choice(values)
    operators = ["$eq", "$ne", "$in", "$nin", "$exists", "$not", *(_ORDERED if field.kind is not FLAG else ())]
    operator = chance.choice(operators)
    operand = {
        "$in": [value],
        "$nin": [value, None],
        "$exists": True,
        "$not": {"$eq": value},
    }.get(operator, value)
    return {path: value if chance.random() < 0.3 else {operator: operand}}


def _paths(fields: Mapping[str, Field], above: str = "") -> Iterator[tuple[str, Field]]:
    for name, field in fields.items():
        yield above + name, field
        yield from _paths(field.children, f"{above}{name}.")
