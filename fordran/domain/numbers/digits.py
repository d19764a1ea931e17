"""Shared parts of numbers: stripping separators, and the Luhn check digit (10-modul)."""

from stdnum.exceptions import InvalidFormat
from stdnum.util import clean, isdigits


def without(number: str, separators: str) -> str:
    """The number without these separators and surrounding blanks; unusual dashes and blanks count as usual ones."""
    if number.isascii() and number.isalnum():
        return number  # as most are written
    return clean(number, separators).strip()


def only_digits(number: str) -> str:
    """The number itself, or `InvalidFormat` where it has anything but the digits 0–9."""
    if not isdigits(number):
        raise InvalidFormat("The number may have digits only.")
    return number


def with_check_digit(digits: str) -> str:
    """The digits followed by their Luhn check digit.

    >>> with_check_digit("12345"), with_check_digit("1")
    ('123455', '18')
    """
    return f"{digits}{-_luhn_sum(digits + '0') % 10}"


def luhn_fits(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit of the others.

    >>> luhn_fits("123455"), luhn_fits("123456"), luhn_fits("")
    (True, False, False)
    """
    return digits.isascii() and digits.isdigit() and _luhn_sum(digits) % 10 == 0


_DOUBLED = str.maketrans("0123456789", "0246813579")
"""A digit → the digits of its double, added up."""


def _luhn_sum(digits: str) -> int:
    """The sum of the digits, of which every second from the right counts double: ISO/IEC 7812-1, annex B."""
    return sum(map(int, digits[::-2])) + sum(map(int, digits[-2::-2].translate(_DOUBLED)))
