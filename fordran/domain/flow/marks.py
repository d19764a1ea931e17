"""Facts about a debtor that stop collection, with their law.

A mark belongs to the customer. Each one stops letters, fees and applications of every case of that customer. A person
decides what may be done instead, so a marked case waits on the work list with the reason. A protected person's letters go by
the Tax Agency's forwarding (service/protection.py), and only applications stop.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.message import ListValue, Message

Mark: TypeAlias = Literal[
    "bankruptcy", "deceased", "debt_restructuring", "minor", "protected_identity", "returned_mail", "no_known_address"
]
MARKS: tuple[Mark, ...] = get_args(Mark)


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a marked debtor's cases stop; `close_reason` is what they can be closed as, where the mark is one."""

    mark: Mark
    law: str
    close_reason: CloseReason | None = None
    stops_letters: bool = True
    """Whether it stops everything, and not applications alone."""
    is_later: bool = False
    """Whether letters left before it was asked of them."""

    @property
    def reason(self) -> Message:
        """The reason, as a message."""
        return Message("law.marked", why=ListValue("mark", self.mark, "stops"))


STOPS: Mapping[Mark, Stop] = MappingProxyType(
    {
        stop.mark: stop
        for stop in (
            Stop(
                "bankruptcy",
                "konkurslag (1987:672) 3 kap. 1 §",
                "bankruptcy",
            ),
            Stop(
                "deceased",
                "ärvdabalken 18 kap. 1 §",
                "deceased",
            ),
            Stop(
                "debt_restructuring",
                "skuldsaneringslag (2016:675) 1 §",
                "debt_restructuring",
            ),
            Stop(
                "minor",
                "föräldrabalken 9 kap. 1 §, inkassolag (1974:182) 4 §",
            ),
            # An application names an address, which everybody may read at the authority.
            Stop(
                "protected_identity",
                "folkbokföringslag (1991:481) 16 §, inkassolag (1974:182) 4 och 11 §§",
                stops_letters=False,
            ),
            # A demand that is known not to arrive is none. A new address ends it.
            Stop(
                "returned_mail",
                "inkassolag (1974:182) 4 och 5 §§",
                is_later=True,
            ),
            # SPAR knows no such person, or no address of it. One that staff has found ends it.
            Stop(
                "no_known_address",
                "inkassolag (1974:182) 4 och 5 §§",
                is_later=True,
            ),
        )
    }
)


def stops(marks: frozenset[Mark]) -> tuple[Stop, ...]:
    """The stops of a debtor with these marks, in the order of the table.

    >>> [stop.mark for stop in stops(frozenset({"minor", "deceased"}))]
    ['deceased', 'minor']
    """
    return tuple(STOPS[mark] for mark in MARKS if mark in marks)
