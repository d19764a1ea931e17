"""A stand-in of Kivra, and the adapter in front of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.delivery.covering_note import NoteSender
from fordran.actions.kivra.hand_over import HandedOver
from fordran.formats.kivra import PayTo
from fordran.outside.kivra import Kivra
from fordran.outside.stand_ins.kivra import SECRET, KivraStandIn
from fordran.sections import KivraSection

SECTION = KivraSection("1234abc", "client", "hidden", "http://127.0.0.1:8100/kivra", SECRET)
NOW = datetime(2026, 9, 1, 8, tzinfo=UTC)


@dataclass
class KivraHall:
    """The stand-in, reached without a network."""

    read: Callable[[str], bytes] = lambda _: b"%PDF-1.7 a document"
    callbacks: httpx.AsyncBaseTransport | None = None
    section: KivraSection = SECTION
    now: Callable[[], datetime] = lambda: NOW
    stand_in: KivraStandIn = field(init=False)

    def __post_init__(self) -> None:
        self.stand_in = KivraStandIn(self.now, 0.0, 0.01, self.callbacks, away_seconds=0.3)

    @property
    def transport(self) -> httpx.ASGITransport:
        return httpx.ASGITransport(Starlette(routes=[Mount("/kivra", routes=self.stand_in.routes())]))

    @property
    def kivra(self) -> Kivra:
        """The adapter."""
        pay_to = PayTo("991-2346")
        return Kivra(self.section, NoteSender("Kravhuset AB"), pay_to, self.read, transport=self.transport)

    @property
    def outside(self) -> OutsideSystems:
        """As a sandbox reaches it."""
        kivra = self.kivra
        return OutsideSystems(match=kivra.match, hands_over=HandedOver({"kivra": kivra.deliver}))
