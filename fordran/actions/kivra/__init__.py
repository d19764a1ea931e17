"""Kivra: whom it reaches, which invoices go by it, and what it tells of contents that it was given."""
