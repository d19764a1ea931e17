"""How far an instalment plan has come: what of each instalment is paid, and how plans end."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from fordran.domain.flow.plans import Instalment

PlanEnd: TypeAlias = Literal[
    "lifted",  # somebody ended it
    "missed",  # an instalment was not paid in time
    "disputed",  # the debtor objected
]
"""Why a plan ended while its case went on."""


def paid_of_each(instalments: Sequence[Instalment], paid: int) -> Iterator[int]:
    """The paid part of each instalment in öre: the first ones first, whatever day the money came.

    >>> import datetime as dt
    >>> [*paid_of_each([Instalment(dt.date(2026, month, 1), 300_00) for month in (6, 7, 8)], 450_00)]
    [30000, 15000, 0]
    """
    for instalment in instalments:
        covered = min(instalment.amount, max(paid, 0))
        paid -= covered
        yield covered
