"""JSON as we take it: exact numbers, no NaN or Infinity, no key twice, not too deep and not too wide."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NoReturn

MOST_MEMBERS = 10_000
"""Of one array or object."""
MOST_VALUES = 600_000
"""Of a whole text. Ten megabytes of documents have fewer; one of nothing but digits and commas would keep others waiting."""


class NotJson(ValueError):
    """The text is not JSON as we take it; `str()` says why."""


def _constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a JSON number.")


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise NotJson(f"The number {text[:40]} is too large or too small.") from None


def _integer(text: str) -> int | Decimal:
    # int() of a very long text takes quadratic time; nothing we store has that many digits.
    return Decimal(text) if _LONG.search(text) else int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise NotJson(f"The key {json.dumps(twice)[:100]} stands twice in one object.")
    return found


_LONG = re.compile("[0-9]{40}")


def _decoder(integer: Callable[[str], int | Decimal]) -> json.JSONDecoder:
    return json.JSONDecoder(parse_float=_number, parse_int=integer, parse_constant=_constant, object_pairs_hook=_object)


_decode, _decode_long = _decoder(int).decode, _decoder(_integer).decode
"""A text without long numbers is read several times faster without a Python function for each."""


def json_of(text: bytes | str, max_depth: int = 100) -> Any:
    """The value that `text` says; numbers with a point become `Decimal`. Raises `NotJson`."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        # Every value but the first of its array or object has a comma before it; those within texts seldom matter.
        commas = text.count(",")
        if commas > MOST_VALUES:
            raise NotJson(f"The text has more than {MOST_VALUES} values.")
        value = (_decode_long if _LONG.search(text) else _decode)(text)
    except NotJson:
        raise
    except UnicodeDecodeError:
        raise NotJson("The text is not UTF-8.") from None
    except RecursionError:
        raise NotJson(f"The JSON is nested more than {max_depth} levels deep.") from None
    except ValueError as error:
        raise NotJson(f"The text is not JSON: {error}.") from None
    # A text that opens no more brackets than that is not deeper either, and most texts do not.
    if text.count("{") + text.count("[") > max_depth and _is_deeper_than(value, max_depth):
        raise NotJson(f"The JSON is nested more than {max_depth} levels deep.")
    if commas >= MOST_MEMBERS and _is_wider_than(value, MOST_MEMBERS):
        raise NotJson(f"An array or object may have at most {MOST_MEMBERS} members.")
    return value


def _is_wider_than(value: Any, members: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    below = value.values() if isinstance(value, dict) else value
    # Most values are no containers, and are not worth a call.
    return len(value) > members or any(_is_wider_than(item, members) for item in below if type(item) in (dict, list))


def _is_deeper_than(value: Any, levels: int) -> bool:
    layer = [value]
    for _ in range(levels):
        layer = [
            below
            for item in layer
            if isinstance(item, dict | list)
            for below in (item.values() if isinstance(item, dict) else item)
            if isinstance(below, dict | list)
        ]
        if not layer:
            return False
    return True
