"""A line of fixed positions, as Bankgirot's files have them.

Positions are written as in Bankgirot's manuals: from 1, the last one included.
"""

from datetime import date

from fordran.domain.money import MOST_ORE
from fordran.formats.bank import CURRENCY, BadBankFile

WIDTH = 80


class PositionedLine:
    """One line of a file, named by its first two digits."""

    __slots__ = ("_line", "code", "number")

    def __init__(self, number: int, line: str) -> None:
        self.number = number
        self.code = line[:2]
        self._line = line.ljust(WIDTH)

    def text(self, first: int, last: int) -> str:
        """The text without the blanks around it."""
        return self._line[first - 1 : last].strip()

    def digits(self, first: int, last: int, what: str) -> str:
        """The digits, all positions filled."""
        found = self._line[first - 1 : last]
        if not (found.isascii() and found.isdigit()):
            raise self.bad(f"{what} (positions {first}–{last}) should be digits and is {found!r}.")
        return found

    def number_in(self, first: int, last: int, what: str) -> int:
        """The number."""
        return int(self.digits(first, last, what))

    def amount(self, first: int, last: int) -> int:
        """The amount in öre."""
        ore = self.number_in(first, last, "The amount")
        if ore > MOST_ORE:
            raise self.bad(f"The amount {ore} öre is larger than any amount of money can be.")
        return ore

    def date(self, first: int, last: int, what: str) -> date:
        """The day, in eight digits."""
        digits = self.digits(first, last, what)
        try:
            return date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
        except ValueError:
            raise self.bad(f"{what} {digits} is no date.") from None

    def must_be_in_sek(self, first: int, last: int) -> None:
        """Refuse another currency."""
        currency = self.text(first, last)
        if currency != CURRENCY:
            raise self.bad(f"The currency is {currency!r}; only {CURRENCY} is taken.")

    def bad(self, sentence: str) -> BadBankFile:
        """The refusal of the file because of this line."""
        return BadBankFile(self.number, sentence)
