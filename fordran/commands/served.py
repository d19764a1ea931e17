"""The application that a process serves: the interface, and below their own roots the pages for people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from fordran.api.app import Api, create_app
from fordran.api.connect.ledger_edge import ROOT as LEDGERS
from fordran.api.connect.ledger_edge import LedgerEdge
from fordran.console.app import create_console
from fordran.my.app import create_my
from fordran.settings import Settings

Asgi: TypeAlias = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class Served:
    """The interface and the pages, which share database, limits and what is on its way to the audit log."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.rooms: dict[str, Asgi] = {
            "/console": create_console(api.services),
            "/my": create_my(api.services),
            LEDGERS: LedgerEdge(api),
        }
        """Where pages and the contract with ledgers begin → who serves them."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await self.server_of(scope)(scope, receive, send)

    def server_of(self, scope: dict[str, Any]) -> Asgi:
        """The application that answers: the room of pages below whose root the path is, else the interface."""
        if scope["type"] == "http":
            path: str = scope["path"]
            for root, pages in self.rooms.items():
                if path == root or path.startswith(f"{root}/"):
                    return pages
        return self.api


def create_served(settings: Settings) -> Served:
    """The application of one process."""
    return Served(create_app(settings))
