"""Undo what a person decided by mistake: the closing of a case, and the match of a payment."""
