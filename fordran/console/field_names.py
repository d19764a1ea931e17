"""What fields of forms are called where only their names are known: on a page that gives back what somebody wrote in vain."""

from __future__ import annotations

from fordran.console.case_act_table import CASE_ACTS
from fordran.console.terms import Swedish

# What several forms have is called by what is common to them.
_OTHERS: Swedish = {
    "text": "Text",
    "reason": "Orsak",
    "assigned_to": "Till",
    "note": "Vad som gjordes",
    "snoozed_until": "Till och med",
    "name": "Namn",
    "case": "Ärende",
    "number": "Nummer",
}
FIELD_NAMES: Swedish = {**{field.name: field.label for act in CASE_ACTS for field in act.fields}, **_OTHERS}
"""The name of a field → its label."""
