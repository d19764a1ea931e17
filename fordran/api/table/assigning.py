"""The rules by which cases are given to handlers."""

from __future__ import annotations

from fordran.actions.assigning.assignment_rules import change_rule, create_rule, remove_rule
from fordran.api.roles import OPERATOR_ONLY, STAFF
from fordran.api.table.rows import Rows, changes, creates, reads, removes
from fordran.resources.assignment_rules import ASSIGNMENT_RULES

ASSIGNING_ROWS: Rows = (
    *reads(ASSIGNMENT_RULES, STAFF),
    creates(ASSIGNMENT_RULES, create_rule, "Add a rule for who handles cases.", OPERATOR_ONLY),
    changes(ASSIGNMENT_RULES, change_rule, "Change a rule for who handles cases.", OPERATOR_ONLY),
    removes(ASSIGNMENT_RULES, remove_rule, "Delete a rule for who handles cases.", OPERATOR_ONLY),
)
