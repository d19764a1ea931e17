"""Payouts to creditors: when they are made, and their lines."""
