"""The colours in which the console shows values of closed lists; a value that is not here has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Colour: TypeAlias = Literal["", "good", "info", "warn", "bad"]

COLOURS: Final[Mapping[str, Mapping[str, Colour]]] = {
    "case_status": {
        "respite": "warn",
        "disputed": "bad",
        "amortization": "info",
        "paid": "good",
        "credited": "good",
        "debt_collection_active": "info",
        "enforcement_applied": "info",
        "enforcement_contested": "bad",
    },
    "letter_status": {
        "queued": "info",
        "made": "info",
        "sent": "good",
        "shown": "good",
        "failed": "bad",
        "stopped": "bad",
    },
    "delivery_state": {"queued": "info", "sent": "good", "delivered": "good", "shown": "good", "failed": "bad"},
    "delivery_status": {"waiting": "warn", "delivered": "good", "failed": "bad"},
}
"""List → value → colour."""


def colour(list_name: str, value: str) -> Colour:
    """The colour of a value."""
    return COLOURS[list_name].get(value, "")
