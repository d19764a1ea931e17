"""A stand-in of Fortnox, and the adapter in front of it, with time in the test's hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.accounting_sections import FortnoxSection
from fordran.outside.fortnox import Fortnox
from fordran.outside.stand_ins.fortnox import FortnoxStandIn

SECTION = FortnoxSection("0" * 24, "client", "hidden", "1234567", "http://127.0.0.1:8100/fortnox/3")


@dataclass
class FortnoxHall:
    """The stand-in, reached without a network. Time passes while somebody sleeps, and by `seconds`."""

    seconds: float = 1000.0
    slept: list[float] = field(default_factory=list)
    stand_in: FortnoxStandIn = field(init=False)

    def __post_init__(self) -> None:
        self.stand_in = FortnoxStandIn(lambda: self.seconds, away_seconds=0.3)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    def fortnox(self, section: FortnoxSection = SECTION, **changes: str) -> Fortnox:
        """The adapter of a creditor."""
        application = Starlette(routes=[Mount("/fortnox", routes=self.stand_in.routes())])
        section = replace(section, **changes)
        return Fortnox(
            section,
            section.writes_back,
            transport=httpx.ASGITransport(application),
            sleep=self.sleep,
            now=lambda: self.seconds,
        )
