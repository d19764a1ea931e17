"""What must hold in the end, whatever happened: each check holds what is there against what clients were told."""

from __future__ import annotations

from soak.checks.cases import check_cases
from soak.checks.documents import check_documents
from soak.checks.events import check_events
from soak.checks.flow import check_flow
from soak.checks.ground import Ground
from soak.checks.replays import check_replays
from soak.checks.verified import check_verified

CHECKS = (check_documents, check_cases, check_flow, check_events, check_replays, check_verified)
"""In this order: replays would put right what was lost, so that they come after it has been looked for."""

__all__ = ["CHECKS", "Ground"]
