"""IBAN: country, two check digits (ISO 7064 mod 97-10) and the country's own account number.

>>> validate("SE45 5000 0000 0583 9825 7466")
'SE4550000000058398257466'
>>> format("SE4550000000058398257466")
'SE45 5000 0000 0583 9825 7466'
>>> is_valid("SE4650000000058398257466")
False
"""

from stdnum import iban
from stdnum.exceptions import ValidationError


def compact(number: str) -> str:
    """Capital letters and digits."""
    return iban.compact(number)


def validate(number: str) -> str:
    """The compact number, or an error."""
    return iban.validate(number)


def is_valid(number: str) -> bool:
    """Whether country, length and check digits fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """In groups of four."""
    return iban.format(number)
