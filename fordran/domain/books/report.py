"""A report: a table of what the books say, with names for its columns. It knows no file and no language."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TypeAlias

ReportValue: TypeAlias = str | int | Decimal | date | None


@dataclass(frozen=True)
class Report:
    """A table. Columns named in `amounts` are öre, those in `codes` hold words of closed lists, the others what they hold.

    A `Decimal` is a number with the decimals that it is to be shown with. `is_summed` says that amounts of different rows
    may be added, which balances of different days may not.
    """

    title: str
    """In English, as programs and pictures have it."""
    columns: tuple[str, ...]
    amounts: frozenset[str]
    rows: Sequence[tuple[ReportValue, ...]]
    codes: frozenset[str] = frozenset()
    is_summed: bool = False
    name: str = ""
    """By which its words are found; reports without one show their English title."""
    days: tuple[date, ...] = ()
    """The day that it is of, or the first and the last."""

    def values(self, column: str) -> list[ReportValue]:
        """All values of a column."""
        place = self.columns.index(column)
        return [row[place] for row in self.rows]

    def total(self, column: str) -> int:
        """The sum of a column of amounts."""
        assert column in self.amounts, f"{column} holds no amounts"
        return sum(value for value in self.values(column) if isinstance(value, int))

    def sums(self) -> tuple[int | None, ...]:
        """The totals under the columns, and None under those that have none."""
        return tuple(self.total(column) if column in self.amounts else None for column in self.columns)
