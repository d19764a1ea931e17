"""Four eyes: what a second person has to approve before money leaves, and when that is asked for."""

from typing import Literal, TypeAlias

ApprovalKind: TypeAlias = Literal[
    "refund",  # of what a case did not need, to an account that somebody entered
    "suspense_refund",  # of a payment without a case, likewise
    "payout_account",  # another account of a creditor than before
]

ENOUGH_PEOPLE = 2


def is_in_force(setting: str, people: int) -> bool:
    """Whether a second person is asked, in an installation with so many people who may approve.

    The setting is `on`, `off`, or `auto`, which is on where there are two such people.

    >>> [is_in_force("auto", people) for people in (0, 1, 2)], is_in_force("on", 0), is_in_force("off", 9)
    ([False, False, True], True, False)
    """
    return setting == "on" or (setting == "auto" and people >= ENOUGH_PEOPLE)
