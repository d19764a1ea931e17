"""Outgoing deliveries: invoices on their way to customers."""
