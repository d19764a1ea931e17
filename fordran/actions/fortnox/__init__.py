"""Invoices from Fortnox: creditors that have it, and the pull of what is overdue. The rule is in docs/fortnox.md."""
