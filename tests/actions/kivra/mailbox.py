"""Days on which post leaves by Kivra's stand-in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.actions.days.run_day import DAY, DayServices, run_day
from fordran.operator import Operator
from tests.actions.flow.days import FLOW, MORNING, Days
from tests.outside.kivra_hall import KivraHall

STEPS = (*FLOW, "route invoices to Kivra", "print invoices")
OPERATOR = Operator(bankgiro="991-2346")


@dataclass
class Mailbox:
    """Days with Kivra. Its stand-in lives by the same clock."""

    days: Days
    hall: KivraHall = field(init=False)
    now: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.now = self.days.at(self.days.day)
        self.hall = KivraHall(now=lambda: self.now)

    async def work(self, day: date) -> None:
        """Run the whole morning of a day."""
        self.now = self.days.at(day, MORNING)
        means = DayServices(lambda *_: None, OPERATOR, outside=self.hall.outside)
        await run_day(self.days.transaction, means, self.now, [thing for thing in DAY if thing.name in STEPS])

    def to(self, number: str) -> list[dict[str, Any]]:
        """The contents that were delivered to a person."""
        return [one for one in self.hall.stand_in.contents.values() if one["ssn"] == number]
