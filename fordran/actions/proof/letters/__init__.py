"""Proofs about letters: the facts that they state, and the rules that they have to pass."""
