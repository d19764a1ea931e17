"""Lookups in SPAR, the state register of addresses, before letters to people: who is due, and what follows on an answer."""
