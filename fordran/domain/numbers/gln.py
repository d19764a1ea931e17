"""Global Location Number: thirteen digits with a GS1 check digit.

>>> validate("7300010000001")
'7300010000001'
>>> validate("7300010000002")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidChecksum: The number's checksum or check digit is invalid.
>>> is_valid("73513537")
False
"""

from stdnum import ean
from stdnum.exceptions import InvalidLength, ValidationError


def compact(number: str) -> str:
    """The digits."""
    return ean.compact(number)


def validate(number: str) -> str:
    """The digits, or an error; the other lengths of article numbers are no locations."""
    digits = ean.validate(number)
    if len(digits) != 13:
        raise InvalidLength("A location number has thirteen digits.")
    return digits


def is_valid(number: str) -> bool:
    """Whether length and check digit fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """As it is printed: digits only."""
    return compact(number)
