"""The debtor's code on a letter or invoice: the holder can open its cases, and nobody else.

It is derived from what it is of and a key of the installation, so that it can be printed again and is kept nowhere. Ten
characters of 32, which is 50 bits: no letter that looks like a digit, nor the other way round.

>>> make(b"a key", "letter", "65f0c1a2b3c4d5e6f7a8b9c0")
'7RWR9MW7VL'
>>> format("7RWR9MW7VL"), compact(" 7rwr9-mw7vl ")
('7RWR9-MW7VL', '7RWR9MW7VL')
>>> is_valid("7RWR9-MW7VL"), is_valid("7RWR9-MW7V0"), is_valid("7RWR9")
(True, False, False)
"""

import hashlib
import hmac
from typing import Literal, TypeAlias

from stdnum.exceptions import InvalidFormat, InvalidLength, ValidationError

from fordran.domain.numbers.digits import without

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CHARACTERS = 10
_BITS = 5

Opens: TypeAlias = Literal["letter", "case"]
"""The target of a code: a letter, which opens its cases, or one case."""


def make(key: bytes, opens: Opens, id_: str) -> str:
    """The code of the letter or case with that id."""
    digest = hmac.digest(key, f"{opens} {id_}".encode(), hashlib.sha256)
    number = int.from_bytes(digest[:8], "big")
    return "".join(ALPHABET[number >> _BITS * place & len(ALPHABET) - 1] for place in range(CHARACTERS))


def mark(key: bytes, code: str) -> bytes:
    """The stored hash of a code, which finds it. Without the key, nobody can compute its code."""
    return hmac.digest(key, f"code {validate(code)}".encode(), hashlib.sha256)[:16]


def compact(code: str) -> str:
    """Capitals and digits alone."""
    return without(code, " -").upper()


def validate(code: str) -> str:
    """The code's characters where they can be a code, or an error."""
    characters = compact(code)
    if len(characters) != CHARACTERS:
        raise InvalidLength(f"A code has {CHARACTERS} characters.")
    if not set(characters) <= set(ALPHABET):
        raise InvalidFormat
    return characters


def is_valid(code: str) -> bool:
    """Whether it can be a code."""
    try:
        return bool(validate(code))
    except ValidationError:
        return False


def format(code: str) -> str:
    """As it is printed."""
    characters = compact(code)
    half = CHARACTERS // 2
    return f"{characters[:half]}-{characters[half:]}"
