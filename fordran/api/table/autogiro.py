"""Mandates for Autogiro."""

from __future__ import annotations

from fordran.actions.autogiro.mandates import ask_for_mandate, end_mandate
from fordran.api.roles import STAFF
from fordran.api.table.rows import Rows, creates, reads, removes
from fordran.resources.autogiro_mandates import AUTOGIRO_MANDATES

AUTOGIRO_ROWS: Rows = (
    *reads(AUTOGIRO_MANDATES, STAFF),
    creates(
        AUTOGIRO_MANDATES, ask_for_mandate, "Keep a debtor's mandate for Autogiro, and send it to Bankgirot.", STAFF
    ),
    removes(AUTOGIRO_MANDATES, end_mandate, "End a mandate for Autogiro.", STAFF),
)
