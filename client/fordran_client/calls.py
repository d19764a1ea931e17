"""Requests and answers, as the client's flows see them, whatever sends them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fordran_client.errors import error_of


@dataclass(frozen=True)
class Call:
    """A request."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    form: Mapping[str, str] | None = None
    files: Mapping[str, tuple[str, bytes]] | None = None

    @property
    def can_be_repeated(self) -> bool:
        """Whether sending it twice does what sending it once does: it reads, or the service knows it by its key."""
        return self.method == "GET" or "Idempotency-Key" in self.headers


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def is_success(self) -> bool:
        return self.status < 400

    def checked(self) -> Reply:
        """The answer if it is a success; else its exception."""
        if not self.is_success:
            raise error_of(self.status, self.content, self.headers.get("x-request-id", ""))
        return self


@dataclass(frozen=True)
class Lost:
    """That no answer came, and why."""

    trouble: Exception


@dataclass(frozen=True)
class Pause:
    """To wait so many seconds."""

    seconds: float
