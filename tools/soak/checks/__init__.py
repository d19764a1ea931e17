"""What must hold in the end, whatever happened: each check holds what is there against what clients were told."""

from __future__ import annotations

from tools.soak.checks.cases import check_cases
from tools.soak.checks.documents import check_documents
from tools.soak.checks.events import check_events
from tools.soak.checks.flow import check_flow
from tools.soak.checks.ground import Ground
from tools.soak.checks.replays import check_replays
from tools.soak.checks.verified import check_verified

CHECKS = (check_documents, check_cases, check_flow, check_events, check_replays, check_verified)
"""In this order: replays would put right what was lost, so that they come after it has been looked for."""

__all__ = ["CHECKS", "Ground"]
