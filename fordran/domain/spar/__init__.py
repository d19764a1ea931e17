"""Answers of SPAR, the state register of addresses: what they tell of a person, and what follows from that."""
