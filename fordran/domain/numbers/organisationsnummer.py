"""Organisationsnummer: the number of a company, an association or an authority.

Ten digits with a Luhn check digit; the third digit is at least 2, so that the number can never be a date: lag
(1974:174) om identitetsbeteckning för juridiska personer m.fl. The twelve-digit form has 16 in front. A sole trader
has a personnummer, which is not accepted here.

>>> validate("556016-0680"), validate("165560160680")
('5560160680', '5560160680')
>>> format("5560160680")
'556016-0680'
>>> validate("5560160681")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidChecksum: The number's checksum or check digit is invalid.
>>> is_valid("811218-9876")
False
"""

from stdnum.exceptions import InvalidChecksum, InvalidComponent, InvalidLength, ValidationError

from fordran.domain.numbers.digits import luhn_fits, only_digits, without

LEGAL_PERSON_PREFIX = "16"


def compact(number: str) -> str:
    """The ten digits."""
    digits = without(number, " -")
    return digits[2:] if len(digits) == 12 and digits.startswith(LEGAL_PERSON_PREFIX) else digits


def validate(number: str) -> str:
    """The ten digits, or an error."""
    digits = only_digits(compact(number))
    if len(digits) != 10:
        raise InvalidLength("An organisation number has ten digits.")
    if digits[2] < "2" or digits[0] == "0":
        raise InvalidComponent("The third digit of an organisation number is at least 2, the first at least 1.")
    if not luhn_fits(digits):
        raise InvalidChecksum
    return digits


def is_valid(number: str) -> bool:
    """Whether it can be an organisation's number."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def is_of_public_body(number: str) -> bool:
    """Whether the number is one of the state, a region or a municipality: these begin with 2.

    >>> is_of_public_body("202100-5489"), is_of_public_body("556016-0680")
    (True, False)
    """
    return is_valid(number) and compact(number).startswith("2")


def format(number: str) -> str:
    """NNNNNN-NNNN."""
    digits = compact(number)
    return f"{digits[:6]}-{digits[6:]}"
