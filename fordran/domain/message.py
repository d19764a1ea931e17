"""A message to a person: the code of a sentence with the values in it. The edges say it in the reader's language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money in öre."""

    ore: int


@dataclass(frozen=True, slots=True)
class ListValue:
    """A value of a closed list, and which of its texts the sentence contains."""

    list_name: str
    value: str
    use: str = ""


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence by its code, such as `error.case_closed_already`, and the values that fill it in."""

    code: str
    values: Mapping[str, Value]

    def __init__(self, code: str, **values: Value) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", MappingProxyType(values))

    def __hash__(self) -> int:
        return hash((self.code, *self.values.items()))


Value: TypeAlias = "str | int | dt.date | Amount | ListValue | Message | tuple[Value, ...]"


def as_json(message: Message) -> dict[str, Any]:
    """A message as it is stored.

    >>> as_json(Message("law.fee_above_cap", most=Amount(6000)))
    {'code': 'law.fee_above_cap', 'values': {'most': {'ore': 6000}}}
    """
    return {"code": message.code, "values": {name: _stored(value) for name, value in message.values.items()}}


def from_json(stored: Mapping[str, Any]) -> Message:
    """The message that was stored.

    >>> from_json({"code": "law.fee_above_cap", "values": {"most": {"ore": 6000}}}).values["most"]
    Amount(ore=6000)
    """
    return Message(stored["code"], **{name: _read(value) for name, value in stored["values"].items()})


def _stored(value: Value) -> Any:
    match value:
        case Message():
            return as_json(value)
        case Amount():
            return {"ore": value.ore}
        case ListValue():
            return {"list": value.list_name, "value": value.value, "use": value.use}
        case dt.date():
            return {"date": value.isoformat()}
        case tuple():
            return [_stored(each) for each in value]
    return value


def _read(stored: Any) -> Value:
    match stored:
        case {"code": _}:
            return from_json(stored)
        case {"ore": ore}:
            return Amount(ore)
        case {"list": name, "value": value, "use": use}:
            return ListValue(name, value, use)
        case {"date": day}:
            return dt.date.fromisoformat(day)
        case list():
            return tuple(_read(each) for each in stored)
    assert isinstance(stored, str | int)
    return stored
