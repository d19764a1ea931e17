"""The colours in which the console shows values of closed lists: the tones of their records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fordran.domain.kinds.case_states import STATUSES
from fordran.domain.kinds.channels import DELIVERY_STATES
from fordran.domain.kinds.letter_kinds import LETTER_STATUSES
from fordran.domain.kinds.tones import Tone

COLOURS: Final[Mapping[str, Mapping[str, Tone]]] = {
    "case_status": {record.code: record.tone for record in STATUSES.values()},
    "letter_status": {record.code: record.tone for record in LETTER_STATUSES.values()},
    "delivery_state": {record.code: record.tone for record in DELIVERY_STATES.values()},
    "delivery_status": {"waiting": "warn", "delivered": "good", "failed": "bad"},
}
"""List → value → colour."""


def colour(list_name: str, value: str) -> Tone:
    """The colour of a value."""
    return COLOURS[list_name][value]
