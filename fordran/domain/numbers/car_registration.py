"""Swedish car registration number: three letters, two digits and a digit or letter.

Ordinary plates leave out I, Q and V, and O as the last sign. Personal plates have two to seven signs of any kind,
and trade, diplomatic and military plates their own forms, so the check is soft: `is_valid` takes whatever can be a
plate, `is_ordinary` tells the common form.

>>> validate("abc 12d"), format("ABC123"), is_ordinary("ABC123")
('ABC12D', 'ABC 123', True)
>>> is_valid("MIN BIL"), is_ordinary("MIN BIL"), is_valid("ABC-12345")
(True, False, False)
"""

import re

from stdnum.exceptions import InvalidFormat, ValidationError

from fordran.domain.numbers.digits import without

_ORDINARY = re.compile(r"[A-HJ-PR-UW-Z]{3}[0-9]{2}[0-9A-HJ-NPR-UW-Z]")
_ANY_PLATE = re.compile(r"[0-9A-ZÅÄÖ]{2,7}")


def compact(number: str) -> str:
    """Capital letters and digits."""
    return without(number, " -").upper()


def validate(number: str) -> str:
    """The compact number, or an error where no Swedish plate can read so."""
    plate = compact(number)
    if not _ANY_PLATE.fullmatch(plate):
        raise InvalidFormat("A plate has two to seven letters and digits.")
    return plate


def is_valid(number: str) -> bool:
    """Whether a Swedish plate can read so."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def is_ordinary(number: str) -> bool:
    """Whether it has the form of ordinary plates since 1973."""
    return _ORDINARY.fullmatch(compact(number)) is not None


def format(number: str) -> str:
    """ABC 123 for an ordinary plate, else as it is."""
    plate = compact(number)
    return f"{plate[:3]} {plate[3:]}" if is_ordinary(plate) else plate
