"""Swedish bank account: a clearing number of four digits and an account number.

Swedbank's clearing numbers, which begin with 8, may carry a fifth digit, the Luhn check digit of the four. Which
check digit the account itself has differs from bank to bank and is left to the bank.

>>> validate("8327-9, 123 456 789-1"), split("8327-9,1234567891")
('832791234567891', ('8327', '1234567891'))
>>> format("5000-0054910"), split("50000054910")
('5000-0054910', ('5000', '0054910'))
>>> is_valid("0999-12345"), is_valid("5000")
(False, False)
"""

from stdnum.exceptions import InvalidComponent, InvalidLength, ValidationError

from fordran.domain.numbers.digits import luhn_fits, only_digits, without


def compact(number: str) -> str:
    """Clearing number and account, digits only."""
    return without(number, " -,.")


def split(number: str) -> tuple[str, str]:
    """Clearing number, always four digits, and account number."""
    digits = compact(number)
    # Swedbank's accounts have at most ten digits: a fifth check digit is there when it fits and enough digits follow.
    has_fifth = digits.startswith("8") and luhn_fits(digits[:5]) and len(digits) > 11
    return digits[:4], digits[5 if has_fifth else 4 :]


def validate(number: str) -> str:
    """The compact number, or an error."""
    digits = only_digits(compact(number))
    clearing, account = split(digits)
    if clearing < "1000":
        raise InvalidComponent("A clearing number is 1000 to 9999.")
    if not 5 <= len(account) <= 12:
        raise InvalidLength("An account number has five to twelve digits after the clearing number.")
    return digits


def is_valid(number: str) -> bool:
    """Whether it has the form of a bank account."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def format(number: str) -> str:
    """NNNN-account."""
    clearing, account = split(number)
    return f"{clearing}-{account}"
