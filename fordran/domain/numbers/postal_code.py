"""Swedish postal code: five digits, the first not 0, printed NNN NN; SE- or S- in front is stripped.

>>> validate("SE-114 18"), validate("s-11418")
('11418', '11418')
>>> format("11418")
'114 18'
>>> is_valid("01234"), is_valid("1141")
(False, False)
"""

from stdnum.exceptions import ValidationError
from stdnum.se import postnummer

_DIGITS = 5


def compact(number: str) -> str:
    """The five digits."""
    code = postnummer.compact(number)
    return code.removeprefix("S")


def validate(number: str) -> str:
    """The five digits, or an error."""
    return postnummer.validate(compact(number))


def is_valid(number: str) -> bool:
    """Whether it has the form of a postal code; not whether anyone lives there."""
    if len(number) == _DIGITS and number.isascii() and number.isdigit():
        return number[0] != "0"  # as most are written
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """NNN NN."""
    return postnummer.format(compact(number))
