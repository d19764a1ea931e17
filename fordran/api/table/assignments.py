"""Assignments of claims to another creditor."""

from __future__ import annotations

from fordran.actions.parties.assign_claim import assign_claim
from fordran.api.cases.acts import act_on_case
from fordran.api.cases.assignments import CaseAssignments, read_case_assignments
from fordran.api.endpoint import Endpoint
from fordran.api.roles import EVERYBODY, STAFF
from fordran.api.table.rows import Rows
from fordran.resources.case_acts import CaseActed
from fordran.resources.cases import CASES
from fordran.resources.claim_assignments import ClaimAssignmentInput

ASSIGNMENT_ROWS: Rows = (
    Endpoint(
        "GET",
        "/cases/{id}/assignments",
        read_case_assignments,
        "The creditors that a claim came from and to.",
        EVERYBODY,
        CASES,
        answers=CaseAssignments,
    ),
    Endpoint(
        "POST",
        "/cases/{id}/assignments",
        act_on_case(ClaimAssignmentInput, assign_claim),
        "Assign a claim to another creditor.",
        STAFF,
        CASES,
        takes=ClaimAssignmentInput,
        answers=CaseActed,
    ),
)
