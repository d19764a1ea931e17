"""Documents of table rows: columns named by dotted paths, cells turned into what a JSON body would hold.

`customer.name` is the field `name` of the object `customer`, `matrix.0.article_description` that of the first object of
the list `matrix`. A list's places may have gaps, as where a form has more lines than were filled in.

What is taken of text: a **number** may have a sign, blanks or apostrophes between its groups, and comma or point for
the decimals, so 1 234,50 and 1234.50 are the same; where both signs stand in it, the first groups and the last is the
decimal sign (1.234,50 and 1,234.50). A **date** is 2026-03-03, 2026/03/03 or 20260303, alone or with a time behind it;
03/03/2026 is refused, since 03/04/2026 would mean two different days. A **boolean** is true/false, ja/nej, yes/no, x, 1/0.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from fordran.domain.message import Message
from fordran.formats.tables import BadTable, Row

ColumnKind: TypeAlias = Literal["text", "number", "date", "boolean"]

BOOLEANS = {
    **dict.fromkeys(("true", "ja", "yes", "x", "1", "sant"), True),
    **dict.fromkeys(("false", "nej", "no", "0", "falskt"), False),
}

_GROUPING = re.compile(r"[\s'’]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_GROUPED_BY_POINT = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+")
_GROUPED_BY_COMMA = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+")
_DATE = re.compile(r"([0-9]{4})([-/]?)([0-9]{2})\2([0-9]{2})(?:[T ].*)?")


class BadCell(ValueError):
    """A cell that is not of its column's kind; `sentence` says why, and `why` the same as a message."""

    def __init__(self, sentence: str, why: Message) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.why = why


def _no_number(text: str) -> BadCell:
    return BadCell(f"{text!r} is no number.", Message("table.not_a_number", value=repr(text)))


def nest(row: Row, kinds: Mapping[str, ColumnKind] | None = None, *, number: int = 0) -> dict[str, Any]:
    """The row as a document; `kinds` says what columns hold, with `*` for any place in a list.

    >>> nest({"customer.name": "Åsa", "matrix.0.unit_price": "1 234,50"}, {"matrix.*.unit_price": "number"})
    {'customer': {'name': 'Åsa'}, 'matrix': [{'unit_price': Decimal('1234.50')}]}
    """
    document: dict[str, Any] = {}
    for column, value in row.items():
        path = column.split(".")
        if not all(path):
            raise BadTable(number, column, "A column's name has an empty part.", Message("table.bad_column"))
        general = ".".join("*" if part.isdecimal() else part for part in path)
        _place(document, path, _turned(value, (kinds or {}).get(general), number, column), number, column)
    return {key: _listed(value, number, key) for key, value in document.items()}


def _place(document: dict[str, Any], path: list[str], value: object, number: int, column: str) -> None:
    *way, last = path
    for part in way:
        document = document.setdefault(part, {})
        if not isinstance(document, dict):
            why = Message("table.value_and_fields", field=part)
            sentence = f"The field {part} cannot hold both a value and fields of its own."
            raise BadTable(number, column, sentence, why)
    if last in document:
        sentence = f"The field {last} is given twice, or both as a value and as fields."
        raise BadTable(number, column, sentence, Message("table.given_twice", field=last))
    document[last] = value


def _listed(value: object, number: int, column: str) -> object:
    """Objects whose keys are places become lists."""
    if not isinstance(value, dict):
        return value
    inner = {key: _listed(item, number, f"{column}.{key}") for key, item in value.items()}
    places = [key.isdecimal() for key in inner]
    if not any(places):
        return inner
    if not all(places):
        sentence = "The field cannot be both a list and an object."
        raise BadTable(number, column, sentence, Message("table.list_and_object"))
    return [inner[place] for place in sorted(inner, key=int)]


def _turned(value: Any, kind: ColumnKind | None, number: int, column: str) -> Any:
    try:
        match kind:
            case "text":
                return as_text(value)
            case "number":
                return as_number(value)
            case "date":
                return as_date(value).isoformat()
            case "boolean":
                return as_boolean(value)
            case None:
                return value.isoformat() if isinstance(value, date) else value
    except BadCell as wrong:
        raise BadTable(number, column, wrong.sentence, wrong.why) from None


def as_text(value: object) -> str:
    """The value as it would be written by hand; a number that Excel took a reference for becomes its digits again.

    >>> as_text(5560160680), as_text(Decimal("12.50")), as_text(True), as_text(date(2026, 3, 3))
    ('5560160680', '12.50', 'true', '2026-03-03')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)


def as_number(value: object) -> int | Decimal:
    """The number, exactly; raises `BadCell` for what is none.

    >>> as_number("1 234,50"), as_number("1.234,50"), as_number("-7"), as_number(Decimal("0.5"))
    (Decimal('1234.50'), Decimal('1234.50'), Decimal('-7'), Decimal('0.5'))
    """
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise _no_number(as_text(value))
    text = _GROUPING.sub("", value).replace("−", "-")
    if _GROUPED_BY_POINT.fullmatch(text):
        text = text.replace(".", "")
    elif _GROUPED_BY_COMMA.fullmatch(text):
        text = text.replace(",", "")
    if not _NUMBER.fullmatch(text):
        raise _no_number(value[:40])
    return Decimal(text.replace(",", "."))


def as_date(value: object) -> date:
    """The day; raises `BadCell` for what is none.

    >>> as_date("20260303"), as_date("2026-03-03T12:00:00Z")
    (datetime.date(2026, 3, 3), datetime.date(2026, 3, 3))
    """
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    text = as_text(value).strip()
    found = _DATE.fullmatch(text)
    if found:
        try:
            return date(int(found[1]), int(found[3]), int(found[4]))
        except ValueError:
            pass
    raise BadCell(f"{text[:40]!r} is no date; write it as 2026-03-03.", Message("table.no_date", value=repr(text[:40])))


def as_boolean(value: object) -> bool:
    """Yes or no; raises `BadCell` for what is neither."""
    if isinstance(value, bool):
        return value
    text = as_text(value).strip().lower()
    if text not in BOOLEANS:
        shown = repr(text[:40])
        raise BadCell(f"{shown} is neither yes nor no; write true or false.", Message("table.no_boolean", value=shown))
    return BOOLEANS[text]
