"""Registrations and reports of clients: invoices, debts, payments, creditings, cancellations, and their customers."""
