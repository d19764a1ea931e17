"""Corrections of customers: what staff corrects, with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.message import Message
from fordran.domain.numbers.identity import IdNumberStatus
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import ANY, NOT_FLAG, NOT_TEXT, Flag, Id, Moment, Name, Text, wrong
from fordran.shape.rules import Rule, any_of, is_, is_not

CorrectedField: TypeAlias = Literal["name", "id_number", "is_person"]
"""The fields of a customer that staff corrects."""


def _text_or_flag(value: Any) -> str | bool:
    if not isinstance(value, str | bool):
        raise wrong(NOT_TEXT)
    return value


CorrectedValue = Annotated[
    str | bool,
    ANY,
    BeforeValidator(_text_or_flag),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "boolean"}], "examples": ["Karin Öberg"]}),
]


class Correction(Shape):
    """A correction that staff made of a customer."""

    field: CorrectedField
    """Which field."""
    before: CorrectedValue
    """The value before."""
    after: CorrectedValue
    """The value after."""
    reason: Text
    """Why."""
    corrected: Moment
    """The day of the correction."""
    user: Id
    """Who corrected it."""


class CorrectionInput(Shape):
    """A correction of a customer, with its reason."""

    field: CorrectedField
    """Which field."""
    value: CorrectedValue
    """The right value: a text, and for `is_person` true or false."""
    reason: Name
    """Why; shown with the correction."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(is_("field", "is_person"), {"properties": {"value": {"type": "string"}}}),
        any_of(is_not("field", "is_person"), {"properties": {"value": {"type": "boolean"}}}),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        value = given.get("value")
        if given.get("field") == "is_person":
            return {} if isinstance(value, bool) else {"value": NOT_FLAG}
        if not isinstance(value, str):
            return {"value": NOT_TEXT}
        if given.get("field") == "name" and not value.strip():
            return {"value": Message("issue.required")}
        return {}


class CustomerCorrected(Shape):
    """A customer after a correction."""

    name: Text
    """The customer's full name."""
    id_number: Text
    """Personal, coordination or organisation number."""
    id_number_status: IdNumberStatus
    """`valid`, `invalid`, `missing` or `foreign`."""
    is_person: Flag
    """Whether the customer is a person."""
    corrections: list[Correction]
    """The corrections by staff."""
