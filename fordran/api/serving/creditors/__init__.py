"""Endpoints of a creditor: computed figures, and files of its registrations."""
