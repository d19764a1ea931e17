"""A stand-in of Visma eAccounting, and the adapter in front of it, with time in the test's hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.accounting_sections import VismaSection
from fordran.outside.stand_ins.visma import VismaStandIn
from fordran.outside.visma import RefreshTokens, Visma

SECTION = VismaSection(
    "0" * 24,
    "client",
    "hidden",
    "https://kravhuset.example/visma",
    "http://127.0.0.1:8100/visma/v2",
    write_back="on",
)


@dataclass
class HeldTokens:
    """A refresh token that a test holds."""

    token: str
    taken: int = 0
    """How often it is with somebody else when it is asked for."""
    kept: list[str] = field(default_factory=list)

    async def take(self) -> str | None:
        self.taken -= 1
        return None if self.taken >= 0 else self.token

    async def keep(self, token: str) -> None:
        self.kept.append(token)
        self.token = token or self.token


@dataclass
class VismaHall:
    """The stand-in, reached without a network. Time passes while somebody sleeps, and by `seconds`."""

    seconds: float = 1000.0
    slept: list[float] = field(default_factory=list)
    stand_in: VismaStandIn = field(init=False)

    def __post_init__(self) -> None:
        self.stand_in = VismaStandIn(lambda: self.seconds, away_seconds=0.3)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    @property
    def transport(self) -> httpx.AsyncBaseTransport:
        return httpx.ASGITransport(Starlette(routes=[Mount("/visma", routes=self.stand_in.routes())]))

    def visma(self, tokens: RefreshTokens | None = None, section: VismaSection = SECTION, **changes: str) -> Visma:
        """The adapter of a creditor, which has consented."""
        section = replace(section, **changes)
        held = tokens or HeldTokens(self.stand_in.consented(section.client))
        return Visma(section, held, transport=self.transport, sleep=self.sleep, now=lambda: self.seconds)
