"""Personnummer and samordningsnummer: the numbers of people.

A personnummer is the day of birth, a serial of three digits and a Luhn check digit over the ten-digit form:
folkbokföringslag (1991:481) 18 §. From the year in which someone turns 100 the hyphen becomes a plus. A
samordningsnummer has 60 added to the day. Authorities have issued some without a known month or day (month 00,
day 60), so only the check digit of a samordningsnummer is verified.

Validity here needs no clock: a ten-digit number is valid if its day exists in a century it can mean.

>>> validate("811218-9876"), validate("19811218-9876"), validate("090527+1474")
('811218-9876', '19811218-9876', '090527+1474')
>>> is_valid("701063-2391"), is_coordination_number("701063-2391")
(True, True)
>>> validate("150916-0006")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidComponent: Serial 000 is never issued.
>>> validate("811218-9875")
Traceback (most recent call last):
    ...
stdnum.exceptions.InvalidChecksum: The number's checksum or check digit is invalid.
>>> format("198112189876")
'19811218-9876'
>>> birth_date("090527+1474", on=date(2026, 11, 15))
datetime.date(1909, 5, 27)
>>> age("811218-9876", on=date(2026, 11, 15))
44
"""

import re
from dataclasses import dataclass
from datetime import date

from stdnum.exceptions import InvalidChecksum, InvalidComponent, InvalidFormat, ValidationError

from fordran.domain.numbers.digits import luhn_fits, without

_FORM = re.compile(r"(?P<century>[0-9]{2})?(?P<date>[0-9]{6})(?P<separator>[-+]?)(?P<serial>[0-9]{3})(?P<check>[0-9])")
# A blank for the separator of such a year may have been a plus that was lost on the way: both a child and somebody over a
# hundred may have the number. Of later years nobody over a hundred lives until 2040.
_LOST_SEPARATOR = re.compile(r"[0-3][0-9]{5}\s+[0-9]{4}")

_UNKNOWN_DAY = 60
_LAST_COORDINATION_DAY = 91


@dataclass(frozen=True, slots=True)
class _Parts:
    century: str | None
    year: int
    month: int
    day: int
    separator: str
    ten_digits: str

    @property
    def is_coordination_number(self) -> bool:
        return _UNKNOWN_DAY <= self.day <= _LAST_COORDINATION_DAY

    def day_in(self, full_year: int) -> date | None:
        day = self.day - _UNKNOWN_DAY if self.is_coordination_number else self.day
        try:
            return date(full_year, self.month, day)
        except ValueError:
            return None

    def possible_years(self) -> list[int]:
        if self.century is not None:
            return [int(self.century) * 100 + self.year]
        centuries = (18, 19) if self.separator == "+" else (19, 20)
        return [century * 100 + self.year for century in centuries]


def _parts(number: str) -> _Parts:
    if _LOST_SEPARATOR.fullmatch(without(number, "")):
        raise InvalidFormat("The separator must be a hyphen or a plus.")
    match = _FORM.fullmatch(without(number, " "))
    if match is None:
        raise InvalidFormat("The number must be YYMMDD-NNNN or YYYYMMDD-NNNN.")
    day = match["date"]
    return _Parts(
        century=match["century"],
        year=int(day[:2]),
        month=int(day[2:4]),
        day=int(day[4:]),
        separator=match["separator"] or "-",
        ten_digits=day + match["serial"] + match["check"],
    )


def compact(number: str) -> str:
    """The ten digits, without century: one spelling for a person however the number was written."""
    return _parts(number).ten_digits


def format(number: str) -> str:
    """With its separator, and with its century where that was given."""
    parts = _parts(number)
    return f"{parts.century or ''}{parts.ten_digits[:6]}{parts.separator}{parts.ten_digits[6:]}"


def validate(number: str) -> str:
    """The number as `format` spells it, or an error."""
    parts = _parts(number)
    if parts.ten_digits[6:9] == "000":
        raise InvalidComponent("Serial 000 is never issued.")
    if parts.is_coordination_number:
        if parts.month > 12:
            raise InvalidComponent("There is no such month.")
    elif not any(parts.day_in(year) for year in parts.possible_years()):
        raise InvalidComponent("There is no such day.")
    if not luhn_fits(parts.ten_digits):
        raise InvalidChecksum
    return format(number)


def is_valid(number: str) -> bool:
    """Whether it can be someone's number."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def is_coordination_number(number: str) -> bool:
    """Whether a number of the right form is a samordningsnummer."""
    return _parts(number).is_coordination_number


def birth_date(number: str, on: date) -> date | None:
    """The day of birth as the number reads on a day; None where a samordningsnummer has no real day.

    Ten digits with a hyphen mean the last such day up to `on`, with a plus the last such year a hundred years before.
    """
    parts = _parts(number)
    if parts.century is not None:
        return parts.day_in(parts.possible_years()[0])
    return parts.day_in(year_of_birth(parts.ten_digits, on, is_elder=parts.separator == "+"))


def year_of_birth(ten_digits: str, on: date, *, is_elder: bool) -> int:
    """The year that ten digits mean on a day: the last in which the holder can have been born by then.

    An elder is one who turns 100 that year or has before: folkbokföringslag (1991:481) 18 §.

    >>> [year_of_birth("2611150000", date(2026, 11, day), is_elder=False) for day in (14, 15)]
    [1926, 2026]
    >>> year_of_birth("2612310000", date(2026, 11, 15), is_elder=True)
    1926
    """
    parts = _parts(ten_digits)
    latest = on.year - 100 if is_elder else on.year
    year = latest - (latest - parts.year) % 100
    born = parts.day_in(year)
    return year - 100 if born is not None and born > on else year


def age(number: str, on: date) -> int | None:
    """Whole years of age on a day; None where the day of birth is unknown."""
    born = birth_date(number, on)
    if born is None:
        return None
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))
