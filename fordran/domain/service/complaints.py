"""Complaints: how soon one is answered, and how it can end."""

ANSWER_DAYS = 14
"""A house rule (docs/rules/complaints.md); no statute names a number of days."""

COMPLAINT_OUTCOMES = ("upheld", "partly_upheld", "rejected", "withdrawn")
"""Outcomes that forms offer and reports name. The interface takes other words too, which reports count as `other`."""
