"""OCR: the payment reference that a payer types and a bank checks, and the reference of a debt.

Ours has a length digit and a Luhn check digit, which together satisfy Bankgirot's soft level and its hard levels with
check digit and with length digit. Its parts, from the left:

    how many digits the account's number has · the account's number · a serial · length digit · check digit

The first digit makes the account's part delimit itself: no account's part begins another's, whatever lengths the
numbers have, so two accounts can never make the same reference and neither needs to ask the other.

>>> make(account_number=1001, serial=7)
'41001785'
>>> account_and_serial("41001785")
(1001, 7)
>>> validate("1234574"), level("1234574"), level("123455")
('1234574', 'length and check digit', 'check digit')
>>> validate("1234575")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidChecksum: The number's checksum or check digit is invalid.
>>> debt_reference("F-2026/1001"), debt_reference("none")
('202610010', '')
"""

from typing import Literal, TypeAlias

from stdnum.exceptions import InvalidChecksum, InvalidComponent, InvalidLength, ValidationError

from fordran.domain.numbers.digits import luhn_fits, only_digits, with_check_digit, without

FEWEST_DIGITS = 2
MOST_DIGITS = 25
CONTROL_DIGITS = 2

Level: TypeAlias = Literal["length and check digit", "check digit"]


def with_control_digits(base: str) -> str:
    """The base followed by a length digit (the whole length modulo ten) and a Luhn check digit over both.

    >>> with_control_digits("12345"), with_control_digits("1234567890"), with_control_digits("")
    ('1234574', '123456789023', '26')
    """
    length = len(base) + CONTROL_DIGITS
    if length > MOST_DIGITS:
        raise InvalidLength(f"A payment reference has at most {MOST_DIGITS} digits.")
    return with_check_digit(f"{base}{length % 10}")


def account_part(account_number: int) -> str:
    """The digits that every reference of the account begins with.

    >>> account_part(7), account_part(1001)
    ('17', '41001')
    """
    number = str(account_number)
    if not 1 <= account_number <= 999_999_999:
        raise InvalidComponent("An account's number has one to nine digits.")
    return f"{len(number)}{number}"


def make(account_number: int, serial: int) -> str:
    """The reference of the account's payment number `serial`, no other's in the installation."""
    if serial < 0:
        raise InvalidComponent("A serial is not negative.")
    return with_control_digits(f"{account_part(account_number)}{serial}")


def account_and_serial(number: str) -> tuple[int, int] | None:
    """The value that `make` was given; None if `make` cannot have made it."""
    digits = compact(number)
    if not is_valid(digits) or level(digits) != "length and check digit":
        return None
    width = int(digits[0])
    account, serial = digits[1 : 1 + width], digits[1 + width : -CONTROL_DIGITS]
    if not account or not serial:
        return None
    parts = int(account), int(serial)
    made_of_these = parts[0] >= 1 and make(*parts) == digits
    return parts if made_of_these else None


def compact(number: str) -> str:
    """The digits without blanks; leading zeros are part of a reference and stay."""
    return without(number, " ")


def validate(number: str) -> str:
    """The digits of a reference whose check digit fits, or an error."""
    digits = only_digits(compact(number))
    if not FEWEST_DIGITS <= len(digits) <= MOST_DIGITS:
        raise InvalidLength(f"A payment reference has {FEWEST_DIGITS} to {MOST_DIGITS} digits.")
    if not luhn_fits(digits):
        raise InvalidChecksum
    return digits


def is_valid(number: str) -> bool:
    """Whether length and check digit fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def level(number: str) -> Level | None:
    """The hardest of Bankgirot's checks that the reference passes, None where it passes none."""
    if not is_valid(number):
        return None
    digits = compact(number)
    return "length and check digit" if int(digits[-2]) == len(digits) % 10 else "check digit"


def format(number: str) -> str:
    """As it is printed: digits only, since blanks would be typed along."""
    return compact(number)


def debt_reference(invoice_number: str) -> str:
    """The invoice number's digits and their Luhn check digit; empty, for no reference, where it has no digit."""
    digits = "".join(character for character in invoice_number if character in "0123456789")
    return with_check_digit(digits) if digits else ""
