"""The console as an application: its table, its gate, its templates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fordran.console.access import ROOT, SessionAccess
from fordran.console.pages import PAGES
from fordran.domain.kinds.case_states import STATUSES
from fordran.domain.kinds.channels import DELIVERY_STATES
from fordran.domain.kinds.enforcement_kinds import ENFORCEMENT_STATUSES
from fordran.domain.kinds.letter_kinds import LETTER_STATUSES
from fordran.domain.kinds.tones import Tone
from fordran.web.application import Pages
from fordran.web.pipeline import Services
from fordran.web.rendering import Templates

TEMPLATES = Path(__file__).parent / "templates"


def create_console(services: Services) -> Pages:
    """The console of one process, with what its edges share."""
    return Pages(ROOT, PAGES, services, SessionAccess(), Templates(TEMPLATES, {"colour": colour}))


COLOURS: Final[Mapping[str, Mapping[str, Tone]]] = {
    "case_status": {record.code: record.tone for record in STATUSES.values()},
    "letter_status": {record.code: record.tone for record in LETTER_STATUSES.values()},
    "delivery_state": {record.code: record.tone for record in DELIVERY_STATES.values()},
    "enforcement_status": {record.code: record.tone for record in ENFORCEMENT_STATUSES.values()},
    "operator_invoice_status": {"open": "warn", "settled": "good"},
    "delivery_status": {"waiting": "warn", "delivered": "good", "failed": "bad"},
}
"""List → value → colour."""


def colour(list_name: str, value: str) -> Tone:
    """The colour of a value."""
    return COLOURS[list_name][value]
