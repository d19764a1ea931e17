"""Approvals: how many people have approved a payout, and which of their approvals are still valid.

Somebody approves the current amount and account of a payout. A change of either needs a new approval, so an
approval names the amount and the round: how often the payout had been changed when it was given.
"""

from collections.abc import Iterable
from dataclasses import dataclass

MOST_APPROVALS = 2

LAPSED = ""
"""Replaces the person who changed a payout where nobody did, but its creditor had moved to another account."""


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's approval of a payout."""

    user: str
    amount: int
    round: int
    let_in_by: tuple[str, ...] = ()
    """Those who made it possible for the person to sign in, and could have done it instead."""


def approvers(approvals: Iterable[Approval], amount: int, round_: int) -> frozenset[str]:
    """The people with a valid approval of a payout that comes to so much in so many rounds.

    >>> given = [Approval("anna", 100, 0), Approval("bo", 90, 0), Approval("anna", 100, 0), Approval("eva", 100, 1)]
    >>> sorted(approvers(given, 100, 0)), sorted(approvers(given, 100, 1))
    (['anna'], ['eva'])
    """
    return frozenset(given.user for given in approvals if (given.amount, given.round) == (amount, round_))


def hands(approvals: Iterable[Approval], amount: int, round_: int) -> frozenset[str]:
    """Everybody who may have given one of the approvals that stand. A further one has to be of other hands.

    >>> given = [Approval("anna", 100, 0), Approval("bo", 100, 0, ("eva",)), Approval("ola", 90, 0)]
    >>> sorted(hands(given, 100, 0))
    ['anna', 'bo', 'eva']
    """
    standing = [given for given in approvals if (given.amount, given.round) == (amount, round_)]
    return frozenset(hand for given in standing for hand in (given.user, *given.let_in_by))
