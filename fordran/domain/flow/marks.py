"""What is known of a debtor that stops collection, with the law that does.

A mark stands on the customer. Each one stops letters, fees and applications of every case of that customer; what
may be done instead is a person's to judge, so a marked case waits on the work list with the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.close_reasons import CloseReason

Mark: TypeAlias = Literal["bankruptcy", "deceased", "debt_restructuring", "minor", "protected_identity"]
MARKS: tuple[Mark, ...] = get_args(Mark)


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a marked debtor's cases stop; `close_reason` is what they can be closed as, where the mark is one."""

    mark: Mark
    reason: str
    law: str
    close_reason: CloseReason | None = None


STOPS: Mapping[Mark, Stop] = MappingProxyType(
    {
        stop.mark: stop
        for stop in (
            Stop(
                "bankruptcy",
                "the debtor is bankrupt: the claim is the administrator's to pay, and is filed there",
                "konkurslag (1987:672) 3 kap. 1 §",
                "bankruptcy",
            ),
            Stop(
                "deceased",
                "the debtor is dead: the claim is the estate's to pay, and is put to those who represent it",
                "ärvdabalken 18 kap. 1 §",
                "deceased",
            ),
            Stop(
                "debt_restructuring",
                "the debtor has debt restructuring: what it covers may not be collected",
                "skuldsaneringslag (2016:675) 1 §",
                "debt_restructuring",
            ),
            Stop(
                "minor",
                "the debtor is under eighteen: a demand goes to the guardian, if it may be made at all",
                "föräldrabalken 9 kap. 1 §, inkassolag (1974:182) 4 §",
            ),
            # Post to a protected person is forwarded by the Tax Agency; an address on file may be old, or must not show.
            Stop(
                "protected_identity",
                "the debtor's identity is protected: post goes by the Tax Agency's forwarding, by hand",
                "folkbokföringslag (1991:481) 16 §, inkassolag (1974:182) 4 och 11 §§",
            ),
        )
    }
)


def stops(marks: frozenset[Mark]) -> tuple[Stop, ...]:
    """What stops a debtor with these marks, in the order of the table.

    >>> [stop.mark for stop in stops(frozenset({"minor", "deceased"}))]
    ['deceased', 'minor']
    """
    return tuple(STOPS[mark] for mark in MARKS if mark in marks)
