"""The identity that a provider reports, or that it reports none; without the libraries needed to ask it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Claims:
    """The identity that the provider reports."""

    subject: str
    email: str
    """Lower case; empty where it gave none that it has verified."""
    all: dict[str, Any]


class IdentityNotProven(Exception):
    """The provider did not say who it was, in a way that can be believed."""
