"""`where` as SQL: a client's filter compiled to typed, parameterised conditions.

A filter is read against the declared fields, so every comparison knows its type, an unknown field is refused, and no text of
the client's reaches the SQL: only the names we declared and numbered parameters do.

Comparisons with a missing value give SQL's null, which a filter takes as "no". A negation is therefore always written
`(…) is not true`, and an index still serves the plain comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fordran.shape.fields import Field
from fordran.shape.kinds import ANY
from fordran.shape.resource import Resource
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.where import (
    JOINS,
    MAX_DEPTH,
    BadQuery,
    all_of,
    filters_of,
    has_operators,
    is_negation,
    negated,
    takes_missing,
    unknown,
    values_of,
)
from fordran.store.reading.where_compare import Comparisons, all_so, some_so
from fordran.store.reading.where_values import FieldPath, is_storable

Reach = Callable[[str], str]
"""How a field by a name is reached in SQL: a column of the view, or a key of a jsonb value."""


def compile_where(given: Mapping[str, Any], resource: Resource, parameters: SqlParameters) -> str:
    """The SQL condition of a filter over a resource's view."""
    return _Compiler(parameters, resource).document(given, resource.columns, _column)


def _column(name: str) -> str:
    return f'"{name}"'


def _key(holder: str) -> Reach:
    return lambda name: f"({holder} -> '{name}')"


class _Compiler(Comparisons):
    def __init__(self, parameters: SqlParameters, resource: Resource) -> None:
        super().__init__(parameters, resource.made_costs)
        self.looked_into = resource.looked_into

    # Documents: {"field": condition, "$or": […]} -------------------------------------------------------------------------

    def document(self, given: Mapping[str, Any], fields: Mapping[str, Field], reach: Reach) -> str:
        parts = []
        for key, condition in given.items():
            if key in JOINS:
                branches = [self.document(item, fields, reach) for item in filters_of(key, condition)]
                joined = all_so(branches) if key == "$and" else some_so(branches)
                parts.append(f"({joined} is not true)" if key == "$nor" else joined)
            elif key.startswith("$"):
                raise unknown(key)
            else:
                parts.append(self.path(key, condition, fields, reach))
        return all_so(parts) if parts else "true"

    def path(self, path: str, condition: Any, fields: Mapping[str, Field], reach: Reach) -> str:
        # A path may be a column's own name: see `Resource.columns`.
        first, *rest = [path] if path in fields else path.split(".")
        field = fields.get(first)
        if field is None or len(rest) > MAX_DEPTH:
            raise BadQuery(f"there is no field '{path[:100]}' to filter on.")
        is_column = reach is _column
        looked_into = self.looked_into.get(first) if is_column else None
        return self.below(FieldPath(field, reach(first), not is_column, path, looked_into), rest, condition)

    def below(self, place: FieldPath, rest: list[str], condition: Any) -> str:
        """The condition on what lies below a place by the rest of the path."""
        if not rest:
            return self.condition(place, condition)
        field = place.field
        child = field.child(rest[0])
        if child is None or field.kind not in (None, ANY):
            raise BadQuery(f"there is no field '{place.path[:100]}' to filter on.")
        key = self.open_key(rest[0]) if field.is_open else f"'{child.name}'"

        def step(holder: str, inner: Any) -> str:
            return self.below(FieldPath(child, place.part(key, holder), True, place.path), rest[1:], inner)

        return self.in_elements(place, condition, step) if field.is_array else step(place.sql, condition)

    def open_key(self, name: str) -> str:
        """A key that no shape declares is the client's own text, and so a value."""
        if not is_storable(name):
            raise BadQuery("there is no such field to filter on.")
        return self.parameters.add(name, "text")

    def in_elements(self, place: FieldPath, condition: Any, match: Callable[[str, Any], str]) -> str:
        """A condition on a field of an array's objects: for each of its operators some element, and for a negation none."""
        if not has_operators(condition, place.path):
            condition = {"$eq": condition}
        parts = []
        for name, value in condition.items():
            if is_negation(name, value):
                none = self.in_elements(place, negated(name, value, place.path), match)
                parts.append(f"({none} is not true)")
            elif name == "$all":
                parts += [self.in_elements(place, {"$eq": item}, match) for item in all_of(value)]
            else:
                found = self.some_element(place, lambda element, inner={name: value}: match(element, inner))  # type: ignore[misc]
                # Where there is no array, the field in it is missing too.
                parts.append(f"({place.is_missing()} or {found})" if takes_missing(name, value) else found)
        return all_so(parts)

    # Conditions: a value, or {"$gt": 1, "$lt": 5} -------------------------------------------------------------------------

    def condition(self, place: FieldPath, condition: Any) -> str:
        if not has_operators(condition, place.path):
            return self.equal(place, condition)
        return all_so([self.operator(place, name, value) for name, value in condition.items()])

    def operator(self, place: FieldPath, name: str, value: Any) -> str:
        match name:
            case "$eq":
                return self.equal(place, value)
            case "$ne":
                return f"({self.equal(place, value)} is not true)"
            case "$gt" | "$gte" | "$lt" | "$lte":
                return self.compare(place, name, value)
            case "$in":
                return self.among(place, values_of(name, value))
            case "$nin":
                return f"({self.among(place, values_of(name, value))} is not true)"
            case "$exists":
                if not isinstance(value, bool):
                    raise BadQuery("$exists takes true or false.")
                self.spend_on(place)
                return place.is_there() if value else place.is_missing()
            case "$not":
                return f"({self.condition(place, negated(name, value, place.path))} is not true)"
            case "$all" | "$size" | "$elemMatch":
                return self.array_operator(place, name, value)
        raise unknown(name)

    def array_operator(self, place: FieldPath, name: str, value: Any) -> str:
        field = place.field
        if not field.is_array and field.kind is not ANY:
            raise BadQuery(f"{name} fits arrays only, and '{place.path[:100]}' is none.")
        if name == "$size":
            return self.size(place, value)
        if name == "$all":
            return all_so([self.equal(place, item) for item in all_of(value)])
        if not isinstance(value, dict) or not value:
            raise BadQuery("$elemMatch takes a filter for one element.")
        if field.children:
            return self.some_element(place, lambda element: self.document(value, field.children, _key(element)))
        if not has_operators(value, place.path):
            raise BadQuery(f"the elements of '{place.path[:100]}' have no fields.")
        return self.some_element(place, lambda element: self.condition(place.element(element, place.kind), value))

    def size(self, place: FieldPath, value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
            raise BadQuery("$size takes a whole number from 0.")
        self.spend_on(place)
        length = f"jsonb_array_length(case jsonb_typeof({place.sql}) when 'array' then {place.sql} end)"
        return f"({length} = {self.parameters.add(value, 'integer')})"
