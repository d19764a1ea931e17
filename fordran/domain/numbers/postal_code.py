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

from fordran.domain.numbers.digits import only_digits, without

_DIGITS = 5


def compact(number: str) -> str:
    """The five digits."""
    code = without(number, " -").upper()
    country = next((prefix for prefix in ("SE", "S") if code.startswith(prefix)), "")
    return code.removeprefix(country).strip()


def validate(number: str) -> str:
    """The five digits, or an error."""
    return postnummer.validate(only_digits(compact(number)))


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
