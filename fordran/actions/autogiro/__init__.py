"""Autogiro: mandates, from debtors to Bankgirot and back. The rule is in docs/autogiro.md."""
