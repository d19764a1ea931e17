"""What models and operations are made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, TypeAlias, TypeVar

import msgspec

from fordran_client.where import Field

SentMoment: TypeAlias = datetime | date | str
"""A moment or a day as it is sent; a text as it stands."""


class Moment(datetime):
    """A moment that the service shows, with its time zone, in whichever form it was shown."""


class Model(msgspec.Struct):
    """A document, or a part of one. Fields that this client does not know are left out."""


class Sent(msgspec.Struct):
    """A document that is sent, or a part of one. What is None is left out."""


@dataclass(frozen=True)
class Operation:
    """An operation of the interface: what is asked, what is answered, and whether it takes an idempotency key."""

    method: str
    path: str
    answers: str
    takes_key: bool


class _Queryable:
    """A field that is itself on a document, and of the class is what conditions are made of: `Case.state == "reminder"`."""

    def __init__(self, own: Any, wire: str) -> None:
        self.own = own
        self.wire = wire

    def __get__(self, document: Any, owner: type) -> Any:
        return Field(self.wire) if document is None else self.own.__get__(document, owner)

    def __set__(self, document: Any, value: Any) -> None:
        self.own.__set__(document, value)


def queryable(*models: type[msgspec.Struct]) -> None:
    """Let the fields of models be used in conditions."""
    for model in models:
        for name, wire in zip(model.__struct_fields__, model.__struct_encode_fields__, strict=True):
            type.__setattr__(model, name, _Queryable(model.__dict__[name], wire))


T = TypeVar("T")


def decoded(content: bytes, kind: type[T]) -> T:
    """JSON as a model."""
    return msgspec.json.decode(content, type=kind, dec_hook=_shown)


def _shown(kind: type, value: Any) -> Any:
    assert kind is Moment, kind
    moment = datetime.fromisoformat(value) if value[:1].isdigit() else parsedate_to_datetime(value)
    return Moment.fromtimestamp(moment.timestamp(), UTC)


def _said(value: Any) -> Any:
    """A moment that was shown, when it is sent or printed."""
    if isinstance(value, Moment):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    raise TypeError(f"{type(value).__name__} cannot be sent")


_ENCODER = msgspec.json.Encoder(decimal_format="number", enc_hook=_said)


def encoded(body: Any) -> bytes:
    """A model, or plain Python, as JSON: amounts are numbers, moments texts."""
    return _ENCODER.encode(body)


def plain(value: Any) -> Any:
    """A model as plain values that `json` can write, as the interface has them."""
    return msgspec.json.decode(_ENCODER.encode(value), type=Any)


Amount: TypeAlias = Decimal | int | float
