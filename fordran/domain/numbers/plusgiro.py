"""Plusgiro number: two to eight digits with a Luhn check digit, pairs from the right before the hyphen.

>>> validate("4-2"), validate("410 54 68-5")
('42', '41054685')
>>> format("2865434"), format("42"), format("1760990"), format("41054685")
('28 65 43-4', '4-2', '17 60 99-0', '410 54 68-5')
>>> validate("410 54 68-6")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidChecksum: The number's checksum or check digit is invalid.
"""

from stdnum.exceptions import InvalidChecksum, InvalidLength, ValidationError

from fordran.domain.numbers.digits import luhn_fits, only_digits, without


def compact(number: str) -> str:
    """The digits without hyphen, blanks and the zeros that files pad with."""
    return without(number, " -").lstrip("0")


def validate(number: str) -> str:
    """The digits, or an error."""
    digits = only_digits(compact(number))
    if not 2 <= len(digits) <= 8:
        raise InvalidLength("A plusgiro number has two to eight digits.")
    if not luhn_fits(digits):
        raise InvalidChecksum
    return digits


def is_valid(number: str) -> bool:
    """Whether length and check digit fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """Pairs from the right before the hyphen; seven digits there begin with three, as they are printed."""
    digits = compact(number)
    body, check = digits[:-1], digits[-1:]
    first = 3 if len(body) == 7 else (len(body) - 1) % 2 + 1
    groups = [body[:first], *(body[at : at + 2] for at in range(first, len(body), 2))]
    return f"{' '.join(groups)}-{check}"
