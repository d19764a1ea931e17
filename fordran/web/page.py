"""A page or an act of one: a row of a room's table, which says who may and what is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from starlette.responses import Response

from fordran.web.visit import Visit

PageHandler: TypeAlias = Callable[[Visit], Awaitable[Response]]
"""The function of a page: it answers a visit."""

AUDITOR = "auditor"


@dataclass(frozen=True)
class Page:
    """`roles` may open it; none is everybody, signed in or not. Whatever shows something the auditor may open, too."""

    method: str
    path: str
    serve: PageHandler
    about: str
    roles: frozenset[str] = frozenset()
    takes_files: bool = False
    is_bare: bool = False
    """Whether it is a file, and has no frame around it."""
    shows_first: bool = False
    """Whether its form only shows what it comes to until it is confirmed, at an address that one can go back to."""

    @property
    def name(self) -> str:
        """How metrics, logs and the audit log call it."""
        return f"{self.method} {self.path}"

    @property
    def is_open(self) -> bool:
        """Whether nobody has to be signed in."""
        return not self.roles

    @property
    def role_names(self) -> frozenset[str]:
        """Who may open it."""
        return self.roles | {AUDITOR} if self.roles and self.method == "GET" else self.roles
