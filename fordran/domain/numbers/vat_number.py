"""Swedish VAT number: SE, ten digits of an organisation's or a sole trader's number, and 01.

>>> validate("SE 556016-0680 01"), of("556016-0680")
('SE556016068001', 'SE556016068001')
>>> is_valid("SE556016068101"), is_valid("SE556016068002"), is_valid("DE136695976")
(False, False, False)
"""

import stdnum.eu.vat
from stdnum.exceptions import InvalidComponent, ValidationError
from stdnum.se import vat

from fordran.domain.numbers.digits import without

COUNTRY = "SE"


def compact(number: str) -> str:
    """SE and twelve digits."""
    return without(number, " -.").upper()


def validate(number: str) -> str:
    """The compact number, or an error."""
    compacted = compact(number)
    if not compacted.startswith(COUNTRY):
        raise InvalidComponent("A Swedish VAT number begins with SE.")
    return COUNTRY + vat.validate(compacted)


def is_valid(number: str) -> bool:
    """Whether form and check digit fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def country_of(number: str) -> str | None:
    """The letters of the country of a valid VAT number of the EU; None where it is none.

    >>> country_of("DE 136 695 976"), country_of("SE556016068001"), country_of("DE136695975")
    ('DE', 'SE', None)
    """
    compacted = compact(number)
    return compacted[:2] if stdnum.eu.vat.is_valid(compacted) else None


def of(organization_no: str) -> str:
    """The VAT number that goes with a ten- or twelve-digit organisation number or personnummer."""
    digits = without(organization_no, " -+")
    return f"{COUNTRY}{digits[-10:]}01"


def format(number: str) -> str:
    """As it is printed: no separators."""
    return compact(number)
