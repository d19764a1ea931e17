"""Four eyes: what takes effect once a second person has approved it, and when that is asked for."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ApprovalKind: TypeAlias = Literal[
    "refund",  # of what a case did not need, to an account that somebody entered
    "suspense_refund",  # of a payment without a case, likewise
    "payout_account",  # another account of a creditor than before
    "write_off",  # an act that gives up more than `write_off_approval_above`
    "period",  # closing a month of the books
    "law_row",  # an amount, a rate or an order that the law is taken to say
]

HeldAct: TypeAlias = Literal["close", "waiver", "settlement", "enforcement_reply", "refund_write_off", "wrong_person"]
"""Acts that can give up what is owed: above the limit they wait for a second person."""

ApprovalStatus: TypeAlias = Literal["waiting", "approved", "rejected"]

ENOUGH_PEOPLE = 2


@dataclass(frozen=True)
class FourEyes:
    """The installation's settings of four eyes."""

    setting: str = "auto"
    """`auto`, `on` or `off`."""
    write_off_above: int = 1_000_00
    """The most that one person gives up alone."""


def is_in_force(setting: str, people: int) -> bool:
    """Whether a second person is asked, in an installation with so many people who may approve.

    The setting is `on`, `off`, or `auto`, which is on where there are two such people.

    >>> [is_in_force("auto", people) for people in (0, 1, 2)], is_in_force("on", 0), is_in_force("off", 9)
    ([False, False, True], True, False)
    """
    return setting == "on" or (setting == "auto" and people >= ENOUGH_PEOPLE)
