"""What an identity provider says of somebody, or that it does not; apart from the libraries that asking it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Claims:
    """Who the provider says that somebody is."""

    subject: str
    email: str
    """Lower case; empty where it gave none that it has verified."""
    all: dict[str, Any]


class NotSaid(Exception):
    """The provider did not say who it was, in a way that can be believed."""
