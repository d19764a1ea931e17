"""A filter's comparisons as SQL: what is stored at a place, held against a value of the client's, which is a parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fordran.shape.fields import Field
from fordran.shape.kinds import ANY, FLAG, ISO_MOMENT, MOMENT, TEXT
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.where import (
    COMPARISONS,
    COST_IN_ELEMENT,
    COST_OF_ARRAY,
    COST_OF_COLUMN,
    COST_OF_ETAG,
    COST_OF_INNER_ARRAY,
    COST_OF_PART,
    COST_OF_STORED_MOMENT,
    COST_OF_WHOLE_ARRAY,
    MAX_COST,
    VALUES_OF_A_COST,
    BadQuery,
    refuse_operators,
)
from fordran.store.reading.where_values import FieldPath, as_json, as_stored, check_value, is_storable, kind_of


def all_so(conditions: list[str]) -> str:
    """The conditions joined by `and`."""
    return "(" + " and ".join(conditions) + ")"


def some_so(conditions: list[str]) -> str:
    """The conditions joined by `or`, in parentheses of their own."""
    return "(" + " or ".join(conditions) + ")"


def _elements_of(sql: str) -> str:
    return f"jsonb_array_elements(case jsonb_typeof({sql}) when 'array' then {sql} end)"


class Comparisons:
    """Makes conditions of comparisons, and keeps their values."""

    def __init__(self, parameters: SqlParameters, made_costs: Mapping[str, int]) -> None:
        self.parameters = parameters
        self.made_costs = made_costs
        self.elements = 0
        self.level = 0
        self.cost = 0
        self.inner: dict[str, str] = {}
        """Lists within the elements of the list that is asked of → what their elements are called."""

    def spend(self, cost: int) -> None:
        """Count what a condition costs; refuse the filter as soon as it costs too much."""
        self.cost += cost
        if self.cost > MAX_COST:
            raise BadQuery(
                f"where costs more than {MAX_COST}: a condition costs {COST_OF_COLUMN} on a field, {COST_OF_PART} on a part of"
                f" an object, {COST_OF_ARRAY} on an array, and more where a value takes long to make."
                " Ask for several values of one field by $in."
            )

    def spend_on(self, place: FieldPath) -> None:
        """Count a condition on a place. What is made for each document costs more; within an element it is there already."""
        is_object = place.field.kind is None and not place.field.is_array
        cost = COST_OF_COLUMN
        if self.level:
            cost = COST_IN_ELEMENT
        elif place.in_json or is_object:
            cost = COST_OF_PART
        elif place.path == "_etag":
            cost = COST_OF_ETAG
        elif place.field.is_array:
            cost = COST_OF_WHOLE_ARRAY
        self.spend(self.with_making(place, cost))
        if place.in_json and place.kind in (MOMENT, ISO_MOMENT):
            self.spend(COST_OF_STORED_MOMENT)

    def with_making(self, place: FieldPath, cost: int) -> int:
        """The cost, or more where the view makes the value. A part in JSON takes the making of the whole object."""
        made = place.path.partition(".")[0] if place.in_json else place.sql.strip('"')
        return cost if self.level else max(cost, self.made_costs.get(made, 0))

    def some_element(self, place: FieldPath, match: Callable[[str], str]) -> str:
        """Some element of the array is one that `match` says yes to.

        A cluster takes no `exists` within an `exists` over a function. So the elements of the lists within a list stand beside
        the element that they are within, all of them in as many rows as the longest has, and each element has a group.
        """
        self.spend(COST_OF_INNER_ARRAY if self.level else self.with_making(place, COST_OF_ARRAY))
        sql = place.sql
        if self.level == 1:
            return self._some_inner_element(sql, match)
        element = self._new_element()
        inside = self._inside(element, match)
        if self.level or not self.inner:
            return f"exists (select 1 from {_elements_of(sql)} {element} where {inside})"
        functions, names = ", ".join(map(_elements_of, self.inner)), ", ".join(self.inner.values())
        self.inner = {}
        return (
            f"exists (select 1 from {_elements_of(sql)} with ordinality outer_list ({element}, place)"
            f" left join lateral rows from ({functions}) inner_list ({names}) on true"
            f" group by place, {element} having {inside})"
        )

    def _some_inner_element(self, sql: str, match: Callable[[str], str]) -> str:
        element = self.inner.get(sql) or self.inner.setdefault(sql, self._new_element())
        # No element is null, though JSON's null may be one: nulls stand beside the end of a longer list.
        return f"(bool_or({element} is not null and {self._inside(element, match)}) is true)"

    def _inside(self, element: str, match: Callable[[str], str]) -> str:
        self.level += 1
        try:
            return match(element)
        finally:
            self.level -= 1

    def _new_element(self) -> str:
        self.elements += 1
        return f"element{self.elements}"

    def equal(self, place: FieldPath, value: Any) -> str:
        field = place.field
        is_of_elements = field.is_array and not isinstance(value, list)
        is_text_in_array = field.is_array and field.kind is TEXT and isinstance(value, str) and not place.in_json
        if value is None or not is_of_elements or is_text_in_array:
            self.spend_on(place)
        if value is None:
            return place.is_missing()
        refuse_operators(value)
        if is_text_in_array:
            # An index over the elements serves this, where there is one.
            check_value(place, value)
            return f"({place.sql} @> {self.json([value])})" if is_storable(value) else place.never()
        if is_of_elements:
            return self.some_element(place, lambda element: self.equal(place.element(element), value))
        if field.is_array or isinstance(value, list | dict) or field.kind in (None, ANY):
            return self.equal_json(place, value)
        operand = self.operand(place, value)
        return place.never() if operand is None else f"({place.typed()} = {operand})"

    def equal_json(self, place: FieldPath, value: Any) -> str:
        """Whole objects and arrays are equal when they are shown alike."""
        kind = place.field.kind
        if kind not in (None, ANY) and not place.field.is_array:
            return place.never()
        if kind is None and not place.field.is_array and not isinstance(value, dict):
            return place.never()
        if kind is not ANY:
            whole = f"({place.sql} = {self.json(value)})"
            return f"(case when {self.part_equal(place, value)} then {whole} end)" if place.looked_into else whole
        # An undeclared field may be an array, which equals a value if one of its elements does.
        if not isinstance(value, list | dict):
            return f"({place.sql} @> {self.json(value)})"
        whole = f"({place.sql} = {self.json(value)})"
        return f"({whole} or {self.some_element(place, lambda element: f'{element} = {self.json(value)}')})"

    def part_equal(self, place: FieldPath, value: dict[str, Any]) -> str:
        """One part of the object here has what an object has there: then alone is the whole worth making."""
        some = next((key for key in value if is_storable(key)), None)
        if some is None:
            return place.is_there()
        part = place.part(self.parameters.add(some, "text"), place.sql)
        return f"coalesce({part}, 'null') = {self.json(value[some])}"

    def json(self, value: Any) -> str:
        return self.parameters.add(as_json(value), "jsonb")

    def compare(self, place: FieldPath, name: str, value: Any) -> str:
        field = place.field
        if field.is_array and field.kind is not None:
            return self.some_element(place, lambda element: self.compare(place.element(element), name, value))
        self.spend_on(place)
        kind = kind_of(value) if field.kind is ANY else field.kind
        if kind is None or kind is FLAG:
            raise BadQuery(f"{name} does not fit '{place.path[:100]}'.")
        sign, typed = COMPARISONS[name], replace(place, field=Field(field.name, kind))
        operand = self.operand(typed, value, sign)
        if operand is None:
            raise BadQuery(f"{name} on '{place.path[:100]}' takes a {kind.name.removeprefix('iso ')}.")
        if operand in ("true", "false"):
            return f"({place.is_there()} and {operand})"
        fits = f"jsonb_typeof({place.sql}) = 'string' and " if field.kind is ANY and kind is TEXT else ""
        return f"({fits}{typed.typed()} {sign} {operand})"

    def among(self, place: FieldPath, values: list[Any]) -> str:
        """The value is one of these."""
        if place.field.is_array or place.field.kind in (None, ANY):
            return some_so([self.equal(place, value) for value in values] or [place.never()])
        self.spend_on(place)
        self.spend(len(values) // VALUES_OF_A_COST)
        refuse_operators(values)
        typed = [value for value in values if value is not None]
        operands = [stored for value in typed if (stored := as_stored(place, value)) is not None]
        parts = []
        if operands:
            parts.append(f"({place.typed()} = any({self.parameters.add(operands, place.operand_type() + '[]')}))")
        if len(typed) < len(values):
            parts.append(place.is_missing())
        return some_so(parts) if parts else place.never()

    def operand(self, place: FieldPath, value: Any, sign: str = "=") -> str | None:
        """The value as a parameter of the field's type; None when it is of another type."""
        stored = as_stored(place, value, sign)
        if stored is None:
            return None
        if isinstance(stored, bool) and place.kind is not FLAG:
            return str(stored).lower()
        return self.parameters.add(stored, place.operand_type())
