"""Notices by SMS: which are due, which may be sent now, and what became of them. The rule is in docs/sms.md."""
