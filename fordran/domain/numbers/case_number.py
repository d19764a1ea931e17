"""The case number: what people call a case by. The account's number and the serial of the case's payment reference.

The hyphen delimits the account's number, so that two accounts can never have the same and neither asks the other; the
payment reference can be had from it, and it from the payment reference.

>>> of_ocr("41001785")
'1001-7'
>>> to_ocr("1001-7"), to_ocr(" 1001 - 7")
('41001785', '41001785')
>>> is_valid("1001-7"), is_valid("1001"), is_valid("0-7"), is_valid("1001-07")
(True, False, False, False)
"""

import re

from stdnum.exceptions import InvalidFormat, ValidationError

from fordran.domain.numbers import ocr
from fordran.domain.numbers.digits import without

_FORM = re.compile(r"([1-9][0-9]{0,8})-(0|[1-9][0-9]{0,18})", re.ASCII)


def of_ocr(number: str) -> str:
    """The number of the case that has this payment reference, which `ocr.make` has made."""
    parts = ocr.account_and_serial(number)
    if parts is None:
        raise InvalidFormat
    return f"{parts[0]}-{parts[1]}"


def to_ocr(number: str) -> str:
    """The payment reference of the case with this number."""
    account, serial = validate(number).split("-")
    return ocr.make(int(account), int(serial))


def compact(number: str) -> str:
    """Without blanks."""
    return without(number, " ")


def validate(number: str) -> str:
    """The number where it can be one of a case, or an error."""
    compacted = compact(number)
    if _FORM.fullmatch(compacted) is None:
        raise InvalidFormat
    return compacted


def is_valid(number: str) -> bool:
    """Whether it can be a case's number."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """As it is printed."""
    return compact(number)
