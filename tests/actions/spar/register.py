"""A register: the stand-in of SPAR behind the adapter, and days on which people are looked up before letters are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

import httpx
from starlette.applications import Starlette
from starlette.routing import Route

from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DAY, DayServices, run_day
from fordran.actions.spar.look_up import PersonLookups
from fordran.operator import Operator
from fordran.outside.spar import SparRegister
from fordran.outside.stand_ins.spar import SparStandIn
from fordran.sections import SparSection
from tests.actions.flow.days import FLOW, MORNING, Days

SECTION = SparSection("500243", "637", "http://127.0.0.1:8100/spar")


@dataclass
class Register:
    """Days with lookups."""

    days: Days
    spar: SparStandIn = field(default_factory=lambda: SparStandIn(seconds=0.01))

    @property
    def lookups(self) -> PersonLookups:
        application = Starlette(routes=[Route("/spar", self.spar.ask, methods=["POST"])])
        return PersonLookups(SECTION.days, SparRegister(SECTION, transport=httpx.ASGITransport(application)).ask)

    async def work(self, day: date) -> None:
        """Run the whole morning of a day."""
        now = self.days.at(day, MORNING)
        means = DayServices(lambda *_: None, Operator(), outside=OutsideSystems(self.lookups))
        await run_day(self.days.transaction, means, now, [thing for thing in DAY if thing.name in FLOW])

    def asked(self, number: str) -> int:
        """How often it was asked for a number."""
        return self.spar.asked.get(number, 0)
