"""Codes for debtors: the letters and cases that a code opens, and how codes are made."""
