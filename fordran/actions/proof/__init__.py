"""Verifying: everything recomputed from what it rests on, and what differs named."""
