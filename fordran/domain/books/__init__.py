"""The journal, and the chain that holds it together."""
