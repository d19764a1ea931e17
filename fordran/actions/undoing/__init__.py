"""Undo what a person decided by mistake: the closing of a case, the match of a payment, and an invoice that has not left."""
