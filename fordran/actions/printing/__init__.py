"""Invoices as PDF: laid out, printed when they are due, and put aside where they cannot be."""
