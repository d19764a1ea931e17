"""Rules about several fields of a document as JSON Schema says them, so that the description refuses what the door does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fordran.shape.kinds import SAYS_SOMETHING

Rule = dict[str, Any]


def has(*names: str) -> Rule:
    """These fields are there."""
    return {"required": [*names], "properties": {name: {} for name in names}}


def lacks(*names: str) -> Rule:
    """None of these fields is there."""
    return {"not": any_of(*(has(name) for name in names))}


def says(name: str) -> Rule:
    """The field is there, and is no empty text."""
    return has(name) | {"properties": {name: {"minLength": 1}}}


def says_nothing(name: str) -> Rule:
    """The field is not there, or is an empty text."""
    return {"properties": {name: {"maxLength": 0}}}


def is_not_blank(*names: str) -> Rule:
    """These fields are there, and are more than blanks."""
    return has(*names) | {"properties": {name: {"pattern": SAYS_SOMETHING} for name in names}}


def is_(name: str, value: str | bool) -> Rule:
    """The field is there and has this value."""
    return has(name) | {"properties": {name: {"const": value}}}


def is_not(name: str, value: str | bool) -> Rule:
    """The field is not there, or has another value."""
    return {"properties": {name: {"not": {"const": value}}}}


def is_object_with(name: str, rule: Rule) -> Rule:
    """The field is there, and what is in it fulfils a rule."""
    return has(name) | {"properties": {name: rule}}


def any_of(*rules: Rule) -> Rule:
    """At least one of these rules is fulfilled."""
    return rules[0] if len(rules) == 1 else {"anyOf": [*rules]}


def all_of(*rules: Rule) -> Rule:
    """All of these rules are fulfilled."""
    return {"allOf": [*rules]}


def rules_schema(rules: Sequence[Rule]) -> Rule:
    """Rules as a part of a schema: none of them is broken.

    `not` is used because programs that make types of schemas look into `allOf`, where each rule would be a type of its own, and
    leave `not` to validators.
    """
    return {"not": any_of(*({"not": rule} for rule in rules))} if rules else {}


def at_least_one(name: str) -> Rule:
    """An array that has something in it."""
    return {"properties": {name: {"minItems": 1}}}
