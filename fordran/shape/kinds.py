"""The kinds of values that fields have.

A kind is an `Annotated` type. Its validator reads what a client sends, its `FieldKind` tells the store which SQL type a
column of it has, and its JSON schema is what OpenAPI shows. A field is then one line: `amount: Money`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

import pycountry
from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from fordran.shape.moments import NotAMoment, moment_of

MAX_TEXT = 10_000
MAX_KRONOR_DIGITS = 13
MAX_DIGITS = 28
"""The precision of decimal arithmetic without rounding."""


@dataclass(frozen=True)
class FieldKind:
    """How a value of this kind is stored and compared. `sql` is its column type, `scale` öre per shown unit."""

    name: str
    sql: str
    scale: int = 1


@dataclass(frozen=True)
class Reference:
    """Marks a field that holds the id of a document of another resource."""

    resource: str
    or_empty: bool = False
    """Whether an empty text says that there is none."""


@dataclass(frozen=True)
class Years:
    """Marks a moment that must lie in these years, which are whole centuries."""

    first: int
    last: int

    def __post_init__(self) -> None:
        assert self.first % 100 == 0, self
        assert self.last % 100 == 99, self

    def read(self, moment: datetime) -> datetime:
        """Lets a moment of these years pass."""
        if not self.first <= moment.year <= self.last:
            sentence = f"must be a day from {self.first} to {self.last}"
            raise wrong(issue(sentence, "form_issue.year_between", first=str(self.first), last=str(self.last)))
        return moment


@dataclass(frozen=True)
class ShownOnce:
    """Marks a field that is a secret: it is answered once, and never kept with an answer or answered again."""


TEXT = FieldKind("string", "text")
FLAG = FieldKind("boolean", "boolean")
INTEGER = FieldKind("integer", "bigint")
NUMBER = FieldKind("number", "numeric")
MONEY = FieldKind("number", "bigint", scale=100)
MOMENT = FieldKind("datetime", "timestamptz")
ISO_MOMENT = FieldKind("iso datetime", "timestamptz")
ANY = FieldKind("any", "jsonb")


class TooManyIssues(Exception):
    """More is wrong with a document than will be reported."""


issues_left: ContextVar[Iterator[int] | None] = ContextVar("issues_left", default=None)
"""One for each issue that is still reported of the document that is being read; without it, all are."""


class Issue(str):
    """A sentence of the interface about a field, with a code and values that a page needs for its own words."""

    __slots__ = ("code", "values")
    code: str
    values: dict[str, int | str]


def issue(sentence: str, code: str, **values: int | str) -> Issue:
    """An issue with its code."""
    made = Issue(sentence)
    made.code, made.values = code, values
    return made


def wrong(found: Issue) -> PydanticCustomError:
    """A refusal whose sentence reaches the client unchanged."""
    left = issues_left.get()
    if left is not None and next(left, None) is None:
        # To find them all takes long: a short body of a million wrong values would keep others waiting.
        raise TooManyIssues
    return PydanticCustomError("refused", "{sentence}", {"sentence": found})


def unallowed(value: object, allowed: Iterable[str]) -> Issue:
    """The message about a value that is not allowed: the dialect's words, and the allowed values."""
    # Half of a surrogate pair cannot be written in an answer.
    shown = str(value)[:100].encode("utf-8", "backslashreplace").decode()
    listed = ", ".join(allowed)
    return issue(
        f"unallowed value {shown}: must be one of {listed}", "form_issue.unallowed", value=shown, allowed=listed
    )


NOT_TEXT = issue("must be of string type", "form_issue.not_text")
NOT_FLAG = issue("must be of boolean type", "form_issue.not_flag")
NOT_MOMENT = issue("must be of datetime type", "form_issue.not_moment")
HALF_SURROGATE = issue("must not contain half of a surrogate pair", "form_issue.half_surrogate")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise wrong(NOT_TEXT)
    if len(value) > MAX_TEXT:
        raise wrong(issue(f"max length is {MAX_TEXT}", "form_issue.max_length", most=MAX_TEXT))
    if "\x00" in value:
        raise wrong(issue("must not contain the character U+0000", "form_issue.nul_character"))
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise wrong(HALF_SURROGATE)
    return value


# Blanks of every script and control characters. Spelled out, since what \s means differs between readers of patterns.
_BLANK = r"\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_says_something = re.compile(f"[^{_BLANK}]").search
NO_NUL = r"^[^\u0000]*$"
"""JSON can hold U+0000; our texts cannot."""
SAYS_SOMETHING = rf"^[^\u0000]*[^{_BLANK}][^\u0000]*$"
"""The same of a text that must not be blank."""


def _non_empty(value: Any) -> str:
    text = _text(value)
    if not _says_something(text):
        raise wrong(issue("empty values not allowed", "form_issue.required"))
    return text


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise wrong(NOT_FLAG)
    return value


def _number(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise wrong(issue("must be of number type", "form_issue.not_number"))
    number = Decimal(value)
    if not number:
        return Decimal(0)
    # Looked at before anything is computed: 1e999999 as an integer would fill the memory. A number that is short as a text
    # has few digits, and taking it apart to count them takes eight times as long.
    is_long = len(str(number)) > MAX_DIGITS and len(number.as_tuple().digits) > MAX_DIGITS
    if is_long or not -MAX_DIGITS <= number.adjusted() <= 18:
        sentence = f"must be a number of at most {MAX_DIGITS} digits, 19 of them before the decimal point"
        raise wrong(issue(sentence, "form_issue.too_many_digits", most=MAX_DIGITS))
    return number


def unstorable(value: Any) -> Issue | None:
    """Why a text or number cannot be stored, in any place; None where it can."""
    try:
        if isinstance(value, str):
            _text(value)
        elif isinstance(value, int | Decimal) and not isinstance(value, bool):
            _number(value)
    except PydanticCustomError as refusal:
        found: Issue = (refusal.context or {})["sentence"]
        return found
    return None


def whole(low: int, high: int) -> Callable[[Any], int]:
    """Reads a whole number within bounds."""

    def read(value: Any) -> int:
        number = _number(value)
        if number != number.to_integral_value():
            raise wrong(issue("must be of integer type", "form_issue.not_integer"))
        if not low <= number <= high:
            raise wrong(issue(f"must be between {low} and {high}", "form_issue.between", low=low, high=high))
        return int(number)

    return read


def _decimals(places: int, digits: int) -> Callable[[Any], Decimal]:
    last = Decimal(1).scaleb(-places)

    def read(value: Any) -> Decimal:
        number = _number(value)
        if number.adjusted() >= digits:
            sentence = f"must have at most {digits} digits before the decimal point"
            raise wrong(issue(sentence, "form_issue.digits_before_point", most=digits))
        if number != number.quantize(last):
            raise wrong(issue(f"must have at most {places} decimals", "form_issue.decimals", most=places))
        return number

    return read


_kronor = _decimals(2, MAX_KRONOR_DIGITS)


def _money(value: Any) -> int:
    return int(_kronor(value) * 100)


def money_from_zero(value: Any) -> int:
    """Reads an amount that is not negative."""
    ore = _money(value)
    if ore < 0:
        raise wrong(issue("must not be less than 0", "form_issue.not_negative"))
    return ore


def number_between(low: int, high: int) -> Callable[[Any], Decimal]:
    """Reads a number within bounds, with up to six decimals."""
    read_decimals = _decimals(6, 13)

    def read(value: Any) -> Decimal:
        number = read_decimals(value)
        if not low <= number <= high:
            raise wrong(issue(f"must be between {low} and {high}", "form_issue.between", low=low, high=high))
        return number

    return read


def _positive_money(value: Any) -> int:
    ore = _money(value)
    if ore <= 0:
        raise wrong(issue("must be more than 0", "form_issue.more_than_zero"))
    return ore


def _moment(value: Any) -> datetime:
    if not isinstance(value, str):
        raise wrong(NOT_MOMENT)
    try:
        return moment_of(value)
    except NotAMoment:
        raise wrong(NOT_MOMENT) from None


COUNTRIES = frozenset(country.alpha_2 for country in pycountry.countries)


def _country(value: Any) -> str:
    text = _text(value)
    if not text.isascii() or text.upper() not in COUNTRIES:
        sentence = f"unallowed value {text[:20]}: must be a country code of ISO 3166-1, such as SE"
        raise wrong(issue(sentence, "form_issue.not_country", value=text[:20]))
    return text.upper()


_TEXT_SCHEMA = {"type": "string", "maxLength": MAX_TEXT}
_ID_SCHEMA = {"type": "string", "pattern": "^[0-9a-f]{24}$", "examples": ["6919a4d2c0ffee0123456789"]}
_MONEY_SCHEMA = {"type": "number", "multipleOf": 0.01, "examples": [1425.5]}
_MOST_QUANTITY = 10**13
QUANTITY_SCHEMA = {
    "type": "number",
    "multipleOf": 0.000001,
    "exclusiveMinimum": -_MOST_QUANTITY,
    "exclusiveMaximum": _MOST_QUANTITY,
}
_MOMENT_SCHEMA = {
    "type": "string",
    "description": "RFC 1123, or ISO 8601 when sent.",
    "examples": ["Tue, 03 Mar 2026 00:00:00 GMT"],
}
_ISO_SCHEMA = {"type": "string", "format": "date-time", "examples": ["2026-03-03T09:30:00Z"]}

Text = Annotated[str, TEXT, BeforeValidator(_text), WithJsonSchema(_TEXT_SCHEMA)]
Name = Annotated[
    str,
    TEXT,
    BeforeValidator(_non_empty),
    WithJsonSchema({**_TEXT_SCHEMA, "minLength": 1, "pattern": SAYS_SOMETHING}),
]
Id = Annotated[str, TEXT, BeforeValidator(_text), WithJsonSchema(_ID_SCHEMA)]
Secret = Annotated[Text, ShownOnce()]
AccountId = Annotated[Id, Reference("accounts")]
CreditorId = Annotated[Id, Reference("creditors")]
CaseId = Annotated[Id, Reference("cases")]
AccessGroupId = Annotated[Id, Reference("access--groups")]
UserId = Annotated[Id, Reference("users")]
ApplicationId = Annotated[Id, Reference("applications")]
Flag = Annotated[bool, FLAG, BeforeValidator(_flag), WithJsonSchema({"type": "boolean"})]
Number = Annotated[Decimal, NUMBER, BeforeValidator(_number), WithJsonSchema({"type": "number"})]
Quantity = Annotated[Decimal, NUMBER, BeforeValidator(_decimals(6, 13)), WithJsonSchema(QUANTITY_SCHEMA)]
_LEAST, _MOST = -(2**63), 2**63 - 1
Integer = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(_LEAST, _MOST)),
    WithJsonSchema({"type": "integer", "minimum": _LEAST, "maximum": _MOST}),
]
Money = Annotated[int, MONEY, BeforeValidator(_money), WithJsonSchema(_MONEY_SCHEMA)]
PositiveMoney = Annotated[
    int, MONEY, BeforeValidator(_positive_money), WithJsonSchema({**_MONEY_SCHEMA, "exclusiveMinimum": 0})
]
Moment = Annotated[datetime, MOMENT, BeforeValidator(_moment), WithJsonSchema(_MOMENT_SCHEMA)]
IsoMoment = Annotated[datetime, ISO_MOMENT, BeforeValidator(_moment), WithJsonSchema(_ISO_SCHEMA)]
Country = Annotated[
    str,
    TEXT,
    BeforeValidator(_country),
    WithJsonSchema(
        {"type": "string", "enum": sorted(COUNTRIES), "description": "ISO 3166-1 alpha-2", "examples": ["SE"]}
    ),
]
