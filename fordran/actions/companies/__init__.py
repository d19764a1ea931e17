"""Checks of debtor companies with Bolagsverket: who is due, and the effects of an answer. The rule is in docs/bolagsverket.md."""
