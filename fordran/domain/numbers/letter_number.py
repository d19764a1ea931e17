"""The letter number: what people call a letter by. A B (for *brev*), the account's number and a serial.

The hyphen delimits the account's number, so that two accounts can never have the same and neither asks the other; the B
tells it from a case number.

>>> make(account_number=1001, serial=12)
'B1001-12'
>>> compact(" b 1001-12")
'B1001-12'
>>> is_valid("B1001-12"), is_valid("1001-12"), is_valid("B1001")
(True, False, False)
"""

import re

from stdnum.exceptions import InvalidFormat, ValidationError

from fordran.domain.numbers.digits import without

_FORM = re.compile(r"B[1-9][0-9]{0,8}-(0|[1-9][0-9]{0,18})", re.ASCII)


def make(account_number: int, serial: int) -> str:
    """The number of the account's letter `serial`, no other's in the installation."""
    return validate(f"B{account_number}-{serial}")


def compact(number: str) -> str:
    """With its capital, without blanks."""
    return without(number, " ").upper()


def validate(number: str) -> str:
    """The number where it can be one of a letter, or an error."""
    compacted = compact(number)
    if _FORM.fullmatch(compacted) is None:
        raise InvalidFormat
    return compacted


def is_valid(number: str) -> bool:
    """Whether it can be a letter's number."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """As it is printed."""
    return compact(number)
