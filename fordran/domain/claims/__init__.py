"""Debts: the facts of a claim, and the resulting amounts day by day."""
