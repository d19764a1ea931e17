"""Everybody in a claim: who was claimed of by mistake, and what is known of a customer that was wrong."""
