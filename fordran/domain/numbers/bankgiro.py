"""Bankgiro number: seven or eight digits with a Luhn check digit, a hyphen before the last four.

>>> validate("991-2346"), validate("50501055")
('9912346', '50501055')
>>> format("9912346"), format("50501055")
('991-2346', '5050-1055')
>>> validate("5402-9682")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidChecksum: The number's checksum or check digit is invalid.
>>> has_shape("970-1233"), is_valid("970-1233")
(True, False)
"""

from stdnum.exceptions import InvalidChecksum, InvalidLength, ValidationError

from fordran.domain.numbers.digits import luhn_fits, only_digits, without


def compact(number: str) -> str:
    """The digits without hyphen, blanks and the zeros that files pad with."""
    return without(number, " -").lstrip("0")


def _shaped(number: str) -> str:
    digits = only_digits(compact(number))
    if len(digits) not in (7, 8):
        raise InvalidLength("A bankgiro number has seven or eight digits.")
    return digits


def has_shape(number: str) -> bool:
    """Whether it has the digits and the length of a bankgiro number, right or wrong check digit."""
    try:
        return bool(_shaped(number))
    except ValidationError:
        return False


def validate(number: str) -> str:
    """The digits, or an error."""
    digits = _shaped(number)
    if not luhn_fits(digits):
        raise InvalidChecksum
    return digits


def is_valid(number: str) -> bool:
    """Whether shape and check digit fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """NNN-NNNN or NNNN-NNNN."""
    digits = compact(number)
    return f"{digits[:-4]}-{digits[-4:]}"
