"""Handlers of cases: who may be one, who is given which case, and the rules for that."""
