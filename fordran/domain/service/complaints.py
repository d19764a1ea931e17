"""Complaints: how soon one is answered."""

ANSWER_DAYS = 14
"""A house rule (docs/rules/complaints.md); no statute names a number of days."""
