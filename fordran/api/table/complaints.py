"""Complaints about how we work."""

from __future__ import annotations

from fordran.actions.work.complaints import change_complaint, register_complaint
from fordran.api.roles import STAFF
from fordran.api.table.rows import Rows, changes, creates, reads
from fordran.resources.complaints import COMPLAINTS

COMPLAINT_ROWS: Rows = (
    *reads(COMPLAINTS, STAFF),
    creates(COMPLAINTS, register_complaint, "Register a complaint.", STAFF),
    changes(COMPLAINTS, change_complaint, "Say who sees to a complaint, and what was answered.", STAFF),
)
