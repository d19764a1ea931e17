"""Payouts: what is owed to creditors gathered, ordered at the bank, and exported."""
